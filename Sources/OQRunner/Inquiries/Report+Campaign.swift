import OQAdapters
import OQJudging
import OQPrograms
import OQReport
import OQSpecification

extension Report {
  /// What a campaign found, sorted by cause.
  package struct Sorted: Sendable {
    /// The findings.
    package var findings: [Finding]
    /// Findings that showed so seldom that nobody can say whether a host is to blame.
    package var doubtful: [Finding] = []
    /// What they come from; empty where nobody looked for that.
    package var causes: [Cause] = []
    /// Programs that showed something broken whose cause was not looked for.
    package var unsorted = 0
    /// What came of looking for expected causes that the campaign has not shown.
    package var sought: [Sought] = []

    /// Puts together what a campaign found.
    ///
    /// - Parameters:
    ///   - findings: the findings.
    ///   - causes: what they come from.
    ///   - unsorted: programs that showed something broken whose cause was not looked for.
    package init(findings: [Finding], causes: [Cause] = [], unsorted: Int = 0) {
      self.findings = findings
      self.causes = causes
      self.unsorted = unsorted
    }
  }

  /// Turns what a campaign counted into a report; verdicts and outcome are computed here, once.
  ///
  /// - Parameters:
  ///   - request: what was asked for.
  ///   - result: what was counted.
  ///   - sorted: the candidates, confirmed, shrunk, and sorted by cause.
  ///   - isComplete: whether everything that was asked for ran.
  ///   - bodies: bodies that the subject was measured to begin while none returns.
  ///   - reach: how much of the model was walked through, where the model was the subject.
  ///   - timings: clock values, if asked for.
  ///   - control: what the control showed, where there is one: rules that it breaks, and of which
  ///     no finding is left and no case beside, are taken out of the verdict.
  ///   - holds: what became of the schedules with held lanes, by executor.
  package init(
    _ request: Inquiry.Request, _ result: Campaign.Result, _ sorted: Sorted, isComplete: Bool,
    bodies: Int? = nil, reach: ModelReach? = nil, timings: Timings? = nil,
    control: Control? = nil, holds: [HoldCount] = []
  ) {
    let selection = request.selection
    let judged = zip(selection.judged, result.tallies).map { rule, tally in
      let isUnknown =
        tally.violations > 0
        ? !sorted.charges(rule.id, selection)
        : tally.exercised == 0 && control?.rules.contains(rule.id) ?? false
      if let control, isUnknown {
        return control.result(of: rule.id, rule.level, tally)
      }
      // What the host was never asked for is nothing that the subject owes.
      let counts =
        !selection.contract.roster.shared.contains(rule.id)
        || [.satisfied, .violated].contains(tally.verdict(minimum: request.minimum))
      return tally.result(
        of: rule.id, rule.level, minimum: request.minimum,
        challenge: selection.challenge(of: rule),
        isEnforced: selection.isEnforced(rule) && counts)
    }
    let notApplicable = selection.notApplicable.map { one in
      RuleResult(
        id: one.rule.id, level: one.rule.level, verdict: .notApplicable, exercised: 0,
        undecided: 0, violations: 0, reason: one.reason, isEnforced: false)
    }
    let findings = sorted.findings
    let blamesNoRule = findings.contains { finding in
      if case .rule = finding.blame { false } else { true }
    }
    let conclusion = Conclusion(
      verdicts: judged.filter(\.isEnforced).map(\.verdict),
      blamesNoRule: blamesNoRule, programs: result.programs, undecided: result.undecided,
      isComplete: isComplete, doubt: sorted.doubt, unusable: result.unusable)
    self.init(
      toolVersion: request.toolVersion,
      specification: Specification(
        version: selection.version.description, digest: Catalogue.currentDigest),
      subject: request.subject, vocabulary: request.generator.vocabulary.words,
      missing: selection.missing,
      profile: selection.profile, seed: request.generator.seed, programs: result.programs,
      undecided: result.undecided, outcome: conclusion.outcome, reason: conclusion.reason,
      isComplete: isComplete, bodies: bodies, rules: judged + notApplicable, findings: findings,
      reach: reach, census: result.census, timings: timings,
      part: request.part.map { part in
        Part(
          index: part.index, count: part.count, limit: request.programs, minimum: request.minimum,
          doubts: Dictionary(
            uniqueKeysWithValues: zip(selection.judged, result.tallies).compactMap { rule, tally in
              tally.reason.map { (rule.id, $0) }
            }))
      }, control: control, isOfChosen: !request.chosen.isEmpty)
    if let first = holds.first {
      self.holds = holds.dropFirst().reduce(into: first) { $0.merge($1) }
    }
    causes = sorted.causes
    unsorted = sorted.unsorted
    sought = sorted.sought
    stalls = result.stalls
    passedOver = result.passedOver
    unawaited = result.unawaited
    dropIdleCauses()
  }
}

extension Report.Sorted {
  /// What was seen so seldom that nobody is charged with it, in words; nil where there is nothing.
  fileprivate var doubt: String? {
    guard let first = doubtful.min(by: { $0.index < $1.index }) else { return nil }
    return
      "program \(first.index) showed \(first.blame), but so seldom that the host may be to blame"
  }

  /// Whether a rule is charged with a finding: with one of its own, or of a rule from which it is
  /// derived.
  fileprivate func charges(_ rule: RuleID, _ selection: Selection) -> Bool {
    if findings.contains(where: { $0.blame == .rule(rule) }) { return true }
    let bases = selection.contract.roster.checker(of: rule)?.bases ?? []
    return bases.contains { charges($0, selection) }
  }
}
