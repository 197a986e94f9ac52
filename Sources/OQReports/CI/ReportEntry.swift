import OQReport
import OQSpecification

/// One thing that is broken, as short forms of a report list it: a cause with its smallest finding,
/// or a finding without a cause.
struct ReportEntry {
  /// The rule and what else it was seen as; whether it is new.
  let title: String
  /// The finding with the smallest program.
  let finding: Finding
  /// The cause; nil where findings are not sorted.
  let cause: Cause?
  /// Whether it counts for the outcome.
  let counts: Bool
  /// What somebody says who expects it; nil where nobody does.
  let excuse: String?

  /// Whether a run fails for it.
  var fails: Bool { counts && excuse == nil }

  /// What is broken, causes first; what a run fails for comes first.
  static func all(of report: Report, catalogue: Catalogue = .current) -> [ReportEntry] {
    let known = Set(report.causes.map(\.id))
    let causes = report.causes.compactMap { cause in
      report.smallest(of: cause).map { ReportEntry(cause, $0, report, catalogue) }
    }
    let others = report.findings.filter { !($0.cause.map(known.contains) ?? false) }
    let all = causes + others.map { ReportEntry(nil, $0, report, catalogue) }
    return all.filter(\.fails) + all.filter { !$0.fails }
  }

  private init(_ cause: Cause?, _ finding: Finding, _ report: Report, _ catalogue: Catalogue) {
    self.cause = cause
    self.finding = finding
    let blames = cause?.blames ?? [finding.blame]
    counts = blames.contains { blame in
      guard case .rule(let id) = blame else { return true }
      return report.rules.first { $0.id == id }?.isEnforced ?? true
    }
    // One thing that a cause is seen as may be expected, and another one not.
    let expectation =
      if let cause { report.expectation(of: cause) } else { report.expectation(of: finding) }
    excuse = expectation?.excuse
    let others = blames.filter { $0 != finding.blame }.map(\.description)
    var name: String?
    if case .rule(let id) = finding.blame { name = catalogue[id]?.title }
    let novelty = report.novelty(of: finding).map { "\($0.rawValue): " } ?? ""
    title =
      novelty + "\(finding.blame)" + (name.map { " \($0)" } ?? "")
      + (others.isEmpty ? "" : " (also \(others.joined(separator: ", ")))")
  }
}
