import OQJudging
import OQSpecification

extension Report {
  /// What a correct class of operations showed in the same programs on the same host.
  ///
  /// What it shows is the host's doing, whatever the class under test does: it is listed apart, and
  /// the rules that it breaks are taken out of the verdict on the class.
  package struct Control: Codable, Sendable, Hashable {
    /// The name of the control.
    package let name: String
    /// Programs that it ran.
    package let programs: Int
    /// What the host was found to break, by rule and index.
    package let findings: [Finding]

    /// Notes what a control showed.
    package init(name: String, programs: Int, findings: [Finding]) {
      self.name = name
      self.programs = programs
      self.findings = findings.sorted { ($0.rule, $0.index) < ($1.rule, $1.index) }
    }

    /// The rules that the host breaks.
    package var rules: Set<RuleID> {
      Set(
        findings.compactMap { if case .rule(let rule) = $0.rule { rule } else { nil } })
    }

    /// Whether the host shows what is blamed.
    ///
    /// - Parameter blame: what a program of the class under test showed.
    /// - Returns: whether the control showed it, too.
    package func shows(_ blame: Finding.Blame) -> Bool {
      findings.contains { $0.rule == blame }
    }

    /// What is said of a rule that the host breaks.
    ///
    /// - Parameters:
    ///   - rule: a rule that the control breaks.
    ///   - level: what the suite does with it.
    /// - Returns: a result that does not count.
    package func result(of rule: RuleID, _ level: Level) -> RuleResult {
      RuleResult(
        id: rule, level: level, verdict: .notApplicable, exercised: 0, undecided: 0,
        violations: 0, reason: "the host breaks it with \(name), too",
        isEnforced: false)
    }
  }
}
