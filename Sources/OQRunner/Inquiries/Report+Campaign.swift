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
    /// What they come from; empty where nobody looked for that.
    package var causes: [Cause] = []
    /// Programs that showed something broken whose cause was not looked for.
    package var unsorted = 0

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
  ///   - control: what the control showed, where there is one: its rules are taken out of the
  ///     verdict.
  ///   - holds: what became of the schedules with held lanes, by executor.
  package init(
    _ request: Inquiry.Request, _ result: Campaign.Result, _ sorted: Sorted, isComplete: Bool,
    bodies: Int? = nil, reach: ModelReach? = nil, timings: Timings? = nil,
    control: Control? = nil, holds: [HoldCount] = []
  ) {
    let selection = request.selection
    let judged = zip(selection.judged, result.tallies).map { rule, tally in
      if let control, control.rules.contains(rule.id) {
        return control.result(of: rule.id, rule.level)
      }
      return tally.result(
        of: rule.id, rule.level, minimum: request.minimum,
        challenge: selection.challenge(of: rule),
        isEnforced: selection.isEnforced(rule))
    }
    let notApplicable = selection.notApplicable.map { one in
      RuleResult(
        id: one.rule.id, level: one.rule.level, verdict: .notApplicable, exercised: 0,
        undecided: 0, violations: 0, reason: one.reason, isEnforced: false)
    }
    let findings = sorted.findings
    let blamesNoRule = findings.contains { finding in
      if case .rule = finding.rule { false } else { true }
    }
    let conclusion = Conclusion(
      verdicts: judged.filter(\.isEnforced).map(\.verdict),
      blamesNoRule: blamesNoRule, programs: result.programs, undecided: result.undecided,
      isComplete: isComplete, unusable: result.unusable)
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
    stalls = result.stalls
    passedOver = result.passedOver
    dropIdleCauses()
  }
}
