import OQJudging
import OQReport
import OQSpecification
import OQText

extension Report {
  /// The answer in one line, with the profile and the claim.
  ///
  /// `conformant (core, complete)`, `violated: 3 rules (core, without manualStart)`,
  /// `inconclusive: 2 rules undecided, 1 rule vacuous (core, complete), ended early`,
  /// `unusable: …`. Of programs that were chosen by index it says what holds of them:
  /// `inconclusive: the chosen program breaks no rule and decides 12 of 190 (core, complete)`.
  package var outcomeLine: String {
    // Parts that are missing are a better word for it than an early end.
    let isTold = outcome == .violated && reason != nil
    let scope = "(\(profile), \(claim))" + (isComplete || isTold ? "" : ", ended early")
    return switch outcome {
    case .conformant: "conformant \(scope)"
    case .violated: "violated: \(blamed)\(expectedShare) \(scope)\(reason.map { ", \($0)" } ?? "")"
    case .inconclusive: "inconclusive: \(doubts) \(scope)"
    case .unusable: "unusable: \(reason ?? "the subject could not be driven")"
    }
  }

  /// How much of what is violated is expected; empty where nothing is.
  private var expectedShare: String {
    if isAsExpected { return ", all expected" }
    let blames = broken
    let count = blames.count { isExpected($0) }
    return count == 0 ? "" : ", \(count) of \(blames.count) expected"
  }

  /// What counts as broken, each thing once.
  private var broken: [Finding.Blame] {
    let rules = rules.filter { $0.verdict == .violated && isEnforced($0) }
    let others = findings.map(\.blame).filter { if case .rule = $0 { false } else { true } }
    return rules.map { .rule($0.id) } + Set(others).sorted()
  }

  /// The style of the outcome.
  var outcomeStyle: Style {
    if isAsExpected { return .yellow }
    return switch outcome {
    case .conformant: .green
    case .violated, .unusable: .red
    case .inconclusive: .yellow
    }
  }

  /// Whether a violation of a result's rule makes the subject non-conformant.
  func isEnforced(_ result: RuleResult) -> Bool { result.isEnforced }

  /// Why a violation of a result's rule does not count.
  func excuse(of result: RuleResult) -> String {
    result.challenge.map { "challenged: \($0)" } ?? "not enforced under profile \(profile)"
  }

  private func count(_ verdict: Verdict) -> Int {
    rules.count { $0.verdict == verdict && isEnforced($0) }
  }

  private var blamed: String {
    var parts: [String] = []
    let violated = count(.violated)
    let crashes = findings.count { $0.blame == .crash }
    let unexplained = findings.count { $0.blame == .unexplained }
    let differences = findings.count { $0.blame == .difference }
    if violated > 0 { parts.append(counted(violated, "rule")) }
    if differences > 0 {
      parts.append(
        counted(differences, "difference from the control", "differences from the control"))
    }
    if crashes > 0 { parts.append(counted(crashes, "crash", "crashes")) }
    if unexplained > 0 {
      parts.append(counted(unexplained, "unexplained history", "unexplained histories"))
    }
    return parts.joined(separator: ", ")
  }

  private var doubts: String {
    if programs == 0 { return "no program ran" }
    var parts = [reason].compactMap(\.self)
    let undecided = count(.inconclusive)
    let vacuous = count(.vacuous)
    if isOfChosen {
      let rules = rules.count { isEnforced($0) }
      let subject =
        programs == 1
        ? "the chosen program breaks no rule and decides"
        : "the \(programs) chosen programs break no rule and decide"
      parts.append("\(subject) \(rules - undecided - vacuous) of \(counted(rules, "rule"))")
      if undecided > 0 { parts.append("\(undecided) undecided") }
      return parts.joined(separator: ", ")
    }
    if undecided > 0 { parts.append(counted(undecided, "rule") + " undecided") }
    if vacuous > 0 { parts.append(counted(vacuous, "rule") + " vacuous") }
    return parts.isEmpty ? "not everything ran" : parts.joined(separator: ", ")
  }
}
