import OQAdapters
import OQCommandLine
import OQReport
import OQRunner

/// What a report comes to beside a file of expectations.
struct ExpectedStatus {
  /// Where the file is; nil where none was given.
  let path: String?
  private let file: ExpectationFile?

  /// Reads the file.
  ///
  /// - Parameter path: where it is; nil for none.
  /// - Throws: a failure where it cannot be read.
  init(_ path: String?) throws(Failure) {
    self.path = path
    file = try path.map { path throws(Failure) in try ExpectationFile.read(path) }
  }

  /// The expectations that count today.
  ///
  /// - Parameter version: the version of the subject.
  /// - Returns: none where there is no file.
  func valid(for version: String) -> [Expectation] {
    file?.valid(for: version, on: Today.text) ?? []
  }

  /// Notes in a report what is expected of it, so that every format says so.
  ///
  /// - Parameter report: the report; what it notes already stays where there is no file.
  func note(in report: inout Report) {
    if file != nil { report.expected = valid(for: report.subject.version) }
  }

  /// The status of a report, and what is to be said of the file.
  ///
  /// A part of a campaign says nothing of what does not show: another part may show it.
  ///
  /// - Parameters:
  ///   - report: a report in which the expectations are noted.
  ///   - console: takes the complaints.
  /// - Returns: that of an outcome in which what is expected does not count, and 4 where the file
  ///   is out of date.
  func status(of report: Report, _ console: Console) -> ExitStatus {
    var statuses = [report.isAsExpected ? .conformant : ExitStatus(report.outcome)]
    let complaints = complaints(about: report)
    for one in complaints { console.warn("oqcheck: \(path.map { "\($0): " } ?? "")\(one.text)") }
    for hint in Set(complaints.map { hint($0.kind) }).sorted() { console.warn(hint) }
    if report.part == nil {
      for one in report.untried(report.expected ?? []) {
        console.warn(
          "oqcheck: \(path.map { "\($0): " } ?? "")\(one) was not tried: no program was found that"
            + " holds its trigger")
      }
    }
    if !complaints.isEmpty { statuses.append(.staleExpectation) }
    return .combine(statuses)
  }

  private func complaints(about report: Report) -> [ExpectationFile.Complaint] {
    if let file {
      return file.complaints(about: report, on: Today.text).filter {
        $0.kind != .unshown || report.part == nil
      }
    }
    guard report.part == nil, let expected = report.expected else { return [] }
    return report.stale(expected).map { ExpectationFile.Complaint(unshown: $0, in: report) }
  }

  private func hint(_ kind: ExpectationFile.Complaint.Kind) -> String {
    let name = path ?? "FILE"
    return switch kind {
    case .unknown, .unshown:
      "'oqcheck expect prune \(name) REPORT.json' removes what names no rule or does not show, by "
        + "the report that --report json=REPORT.json writes."
    case .expired:
      "Give what has expired another 'until' in \(name), or take it out: \(name == "FILE" ? "it" : "its line") counts no "
        + "longer."
    }
  }
}
