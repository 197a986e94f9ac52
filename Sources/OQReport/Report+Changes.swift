import OQPrograms
import OQSpecification

extension Report {
  /// What a report shows that an earlier one did not, and the other way round.
  package struct Changes: Codable, Sendable, Hashable {
    /// Something that is broken: a cause, or what is blamed where no cause is known.
    package struct Entry: Codable, Sendable, Hashable {
      /// What it was seen as, the most exact first: rule ids, `unexplained`, `crash`.
      package let rules: [String]
      /// The name of its cause in the report that shows it; nil where it is not sorted by cause.
      package let cause: String?
      /// What it takes, in words.
      package let situation: [String]
    }

    /// What the earlier report does not show.
    package var new: [Entry]
    /// What both show.
    package var known: [Entry]
    /// What only the earlier report shows.
    package var gone: [Entry]
  }

  /// What stands in ``Changes`` of something that is broken.
  package enum Novelty: String, Sendable, Hashable, CaseIterable {
    /// The earlier report does not show it.
    case new
    /// Both show it.
    case known
  }

  /// Compares with an earlier report.
  ///
  /// A cause is the same if its trigger is, or if one of the two has turned out to be the other.
  /// What has no cause is the same if the same is blamed.
  ///
  /// - Parameter old: an earlier report on the same subject, or on one that it is compared with.
  /// - Returns: what is new, known and gone.
  package func changes(since old: Report) -> Changes {
    let (ours, theirs) = (Grievance.all(of: self), Grievance.all(of: old))
    func shows(_ one: Grievance, in others: [Grievance]) -> Bool {
      others.contains { $0.isSame(as: one) }
    }
    return Changes(
      new: ours.filter { !shows($0, in: theirs) }.map(\.entry),
      known: ours.filter { shows($0, in: theirs) }.map(\.entry),
      gone: theirs.filter { !shows($0, in: ours) }.map(\.entry))
  }

  /// Whether a cause is new.
  ///
  /// - Parameter cause: one of ``causes``.
  /// - Returns: nil where there is no earlier report.
  package func novelty(of cause: Cause) -> Novelty? {
    since.map { $0.known.contains { $0.cause == cause.id } ? .known : .new }
  }

  /// Whether what a finding shows is new.
  ///
  /// - Parameter finding: one of ``findings``.
  /// - Returns: nil where there is no earlier report.
  package func novelty(of finding: Finding) -> Novelty? {
    if let cause = causes.first(where: { $0.id == finding.cause }) { return novelty(of: cause) }
    return since.map { changes in
      let isKnown = changes.known.contains {
        $0.cause == nil && $0.rules == [finding.blame.description]
      }
      return isKnown ? .known : .new
    }
  }
}

/// Something that is broken, as reports are compared by it.
private struct Grievance {
  let cause: Cause?
  let blames: [Finding.Blame]

  static func all(of report: Report) -> [Grievance] {
    let known = Set(report.causes.map(\.id))
    let others = report.findings.filter { !($0.cause.map(known.contains) ?? false) }
      .map(\.blame)
    let unsorted = others.enumerated().filter { !others[..<$0.offset].contains($0.element) }
    return report.causes.map { Grievance(cause: $0, blames: $0.blames) }
      + unsorted.map { Grievance(cause: nil, blames: [$0.element]) }
  }

  func isSame(as other: Grievance) -> Bool {
    if let cause, let ours = cause.trigger, let others = other.cause, let theirs = others.trigger {
      return ours.isSame(as: theirs) || cause.hasJoined(theirs) || others.hasJoined(ours)
    }
    return blames.contains { other.blames.contains($0) }
  }

  var entry: Report.Changes.Entry {
    Report.Changes.Entry(
      rules: blames.map(\.description), cause: cause?.id, situation: cause?.situation ?? [])
  }
}
