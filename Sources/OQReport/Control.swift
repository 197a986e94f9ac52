import OQJudging
import OQSpecification

extension Report {
  /// What a correct class of operations showed on the same host, in those programs in which the
  /// class under test shows something broken.
  ///
  /// What it shows is the host's doing in this program, whatever the class does: it is listed
  /// apart, and the class is not charged with it.
  package struct Control: Codable, Sendable, Hashable {
    /// The name of the control.
    package let name: String
    /// Programs in which it was asked.
    package let programs: Int
    /// How often it ran, in these programs and in smaller ones; nil where it was not counted.
    package let runs: Int?
    /// What the host was found to break, by rule and index.
    package let findings: [Finding]

    /// Notes what a control showed.
    package init(name: String, programs: Int, runs: Int? = nil, findings: [Finding]) {
      self.name = name
      self.programs = programs
      self.runs = runs
      self.findings = findings.sorted { ($0.blame, $0.index) < ($1.blame, $1.index) }
    }

    /// The rules that the host breaks.
    package var rules: Set<RuleID> {
      Set(
        findings.compactMap { if case .rule(let rule) = $0.blame { rule } else { nil } })
    }

    /// What is said of a rule that programs broke, although none of it can be charged to the class.
    ///
    /// - Parameters:
    ///   - rule: the rule.
    ///   - level: what the suite does with it.
    ///   - tally: what its programs add up to.
    /// - Returns: a result that does not count where the control breaks the rule; else one that
    ///   leaves it undecided.
    package func result(of rule: RuleID, _ level: Level, _ tally: Tally) -> RuleResult {
      let isOfHost = rules.contains(rule)
      return RuleResult(
        id: rule, level: level, verdict: isOfHost ? .notApplicable : .inconclusive,
        exercised: isOfHost ? 0 : tally.exercised, undecided: isOfHost ? 0 : tally.undecided,
        violations: 0,
        reason: isOfHost
          ? "the host breaks it with \(name), too"
          : "broken so seldom that the host may be to blame",
        isEnforced: !isOfHost)
    }
  }
}
