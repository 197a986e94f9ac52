import OQCommandLine
import OQJudging
import OQReport
import OQRunner
import OQSpecification

/// Violations that are known and accepted: a rule id a line, with `#` before a comment.
///
/// A listed rule that is violated does not count; a listed rule that is not violated, or is
/// unknown, makes the list stale.
struct Expectations {
  let rules: [RuleID]

  static let none = Expectations(rules: [])

  private init(rules: [RuleID]) { self.rules = rules }

  /// Reads a file of expectations.
  init(path: String) throws(Failure) {
    var rules: [RuleID] = []
    let text = try Files.read(path)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let words = line.prefix { $0 != "#" }.split(separator: " ")
      guard let word = words.first else { continue }
      guard words.count == 1, let rule = RuleID(word) else {
        throw Failure(
          .malformedInput,
          "\(path): line \(number + 1): expected a rule id such as DEP-9, found '\(line)'")
      }
      guard Catalogue.current[rule] != nil else {
        throw Failure(
          .staleExpectation, "\(path): line \(number + 1): there is no rule \(rule)")
      }
      rules.append(rule)
    }
    self.rules = rules
  }

  /// Listed rules that the report does not show as violated.
  func stale(in report: Report) -> [RuleID] {
    rules.filter { rule in
      !report.rules.contains { $0.id == rule && $0.verdict == .violated }
    }
  }

  /// Whether everything that is violated is listed.
  func coverViolations(of report: Report) -> Bool {
    report.rules.allSatisfy { $0.verdict != .violated || rules.contains($0.id) }
      && report.findings.allSatisfy { finding in
        if case .rule(let rule) = finding.rule { rules.contains(rule) } else { false }
      }
  }
}
