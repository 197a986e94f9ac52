import OQAdapters
import OQCheckers
import OQSpecification

extension Report {
  /// What a campaign was asked to do, as far as the report tells it.
  package struct Request: Sendable {
    /// Version of the command.
    package var toolVersion: String
    /// What was judged.
    package var subject: SubjectDescription
    /// The rules in play.
    package var selection: Selection
    /// Verbs and kinds that programs could use.
    package var vocabulary: [String]
    /// The reading of the contract.
    package var profile: Profile
    /// The seed of the programs.
    package var seed: UInt64
    /// Decided cases that a satisfied rule needs.
    package var minimum: Int
    /// Which part of a campaign it is: its place, how many there are, and the programs of the whole
    /// that were asked for; nil for a whole campaign.
    package var part: (index: Int, count: Int, limit: Int?)?
    /// Whether programs are chosen by index.
    package var isOfChosen = false

    /// Puts a request together.
    ///
    /// - Parameters:
    ///   - toolVersion: version of the command.
    ///   - subject: what was judged.
    ///   - selection: the rules in play.
    ///   - vocabulary: verbs and kinds that programs could use.
    ///   - profile: the reading of the contract.
    ///   - seed: the seed of the programs.
    ///   - minimum: decided cases that a satisfied rule needs.
    ///   - part: which part of a campaign it is.
    package init(
      toolVersion: String, subject: SubjectDescription, selection: Selection,
      vocabulary: [String], profile: Profile, seed: UInt64, minimum: Int,
      part: (index: Int, count: Int, limit: Int?)? = nil
    ) {
      self.toolVersion = toolVersion
      self.subject = subject
      self.selection = selection
      self.vocabulary = vocabulary
      self.profile = profile
      self.seed = seed
      self.minimum = minimum
      self.part = part
    }
  }

  /// Turns what a campaign counted into a report; verdicts and outcome are computed here, once.
  ///
  /// - Parameters:
  ///   - request: what was asked for.
  ///   - result: what was counted.
  ///   - findings: the candidates, confirmed and shrunk.
  ///   - isComplete: whether everything that was asked for ran.
  ///   - bodies: bodies that the subject was measured to begin while none returns.
  ///   - reach: how much of the model was walked through, where the model was the subject.
  ///   - timings: clock values, if asked for.
  ///   - control: what the control showed, where a class of operations is the subject: its rules
  ///     are taken out of the verdict.
  package init(
    _ request: Request, _ result: Campaign.Result, findings: [Finding], isComplete: Bool,
    bodies: Int? = nil, reach: ModelReach? = nil, timings: Timings? = nil,
    control: Control? = nil
  ) {
    let selection = request.selection
    let judged = zip(selection.judged, result.tallies).map { rule, tally in
      if let control, control.rules.contains(rule.id) { return control.result(of: rule) }
      return tally.result(
        of: rule, minimum: request.minimum, challenge: selection.challenge(of: rule),
        isOfClass: selection.nature != nil)
    }
    let notApplicable = selection.notApplicable.map { one in
      RuleResult(
        id: one.rule.id, level: one.rule.level, verdict: .notApplicable, exercised: 0,
        undecided: 0, violations: 0, reason: one.reason)
    }
    let blamesNoRule = findings.contains { finding in
      if case .rule = finding.rule { false } else { true }
    }
    let settlement = Settlement(
      verdicts: judged.filter { $0.isEnforced(in: request.profile) }.map(\.verdict),
      blamesNoRule: blamesNoRule, programs: result.programs, undecided: result.undecided,
      isComplete: isComplete, unusable: result.unusable)
    self.init(
      toolVersion: request.toolVersion,
      specification: Specification(
        version: selection.version.description, digest: Catalogue.currentDigest),
      subject: request.subject, vocabulary: request.vocabulary, missing: selection.missing,
      profile: request.profile, seed: request.seed, programs: result.programs,
      undecided: result.undecided, outcome: settlement.outcome, reason: settlement.reason,
      isComplete: isComplete, bodies: bodies, rules: judged + notApplicable, findings: findings,
      reach: reach, census: result.census, timings: timings,
      part: request.part.map { part in
        Part(
          index: part.index, count: part.count, limit: part.limit, minimum: request.minimum,
          doubts: Dictionary(
            uniqueKeysWithValues: zip(selection.judged, result.tallies).compactMap { rule, tally in
              tally.reason.map { (rule.id, $0) }
            }))
      }, control: control, isOfChosen: request.isOfChosen)
  }
}
