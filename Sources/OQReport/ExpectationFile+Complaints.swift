import OQAdapters

extension ExpectationFile {
  /// Something that is out of date.
  package struct Complaint: Sendable, Hashable {
    /// In which way it is.
    package enum Kind: Sendable, Hashable {
      /// It names a rule that does not exist.
      case unknown
      /// It was expected until an earlier day.
      case expired
      /// It does not show.
      case unshown
    }

    /// In which way it is out of date.
    package let kind: Kind
    /// One sentence.
    package let text: String

    /// Says of an expectation that it does not show.
    ///
    /// - Parameters:
    ///   - expectation: what is expected.
    ///   - report: the report that shows nothing of it.
    package init(unshown expectation: Expectation, in report: Report) {
      let tried = report.sought(expectation).map { sought in
        sought.programs == 1
          ? ", nor by a program with its trigger that ran for it"
          : ", nor by \(sought.programs) programs with its trigger that ran for it"
      }
      self.init(
        .unshown, "\(expectation) is expected to be violated, and is not" + (tried ?? ""))
    }

    fileprivate init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// What is out of date: what does not show, has expired or names no rule.
  ///
  /// - Parameters:
  ///   - report: the report of a run.
  ///   - today: the day.
  /// - Returns: one complaint for each.
  package func complaints(about report: Report, on today: String) -> [Complaint] {
    let valid = valid(for: report.subject.version, on: today)
    let unknown = entries.filter(\.isUnknown).map { entry in
      Complaint(
        .unknown, "line \(entry.lines.lowerBound + 1): there is no rule \(entry.expectation.blame)")
    }
    let expired = entries.map(\.expectation).filter {
      $0.applies(to: report.subject.version) && $0.isExpired(on: today)
    }
    return unknown
      + expired.map { Complaint(.expired, "\($0) was expected until \($0.until ?? today)") }
      + report.stale(valid).map { Complaint(unshown: $0, in: report) }
  }
}
