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
    package init(
      toolVersion: String, subject: SubjectDescription, selection: Selection,
      vocabulary: [String], profile: Profile, seed: UInt64, minimum: Int
    ) {
      self.toolVersion = toolVersion
      self.subject = subject
      self.selection = selection
      self.vocabulary = vocabulary
      self.profile = profile
      self.seed = seed
      self.minimum = minimum
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
  package init(
    _ request: Request, _ result: Campaign.Result, findings: [Finding], isComplete: Bool,
    bodies: Int? = nil, reach: ModelReach? = nil, timings: Timings? = nil
  ) {
    let selection = request.selection
    let judged = zip(selection.judged, result.tallies).map {
      $1.result(of: $0, minimum: request.minimum)
    }
    let notApplicable = selection.notApplicable.map { rule in
      let missing = rule.needs.filter { !request.subject.capabilities.contains($0) }
      return RuleResult(
        id: rule.id, level: rule.level, verdict: .notApplicable, exercised: 0, undecided: 0,
        violations: 0,
        reason: missing.isEmpty
          ? "programs that decide it are beyond the bounds of the subject"
          : "needs " + missing.map(\.rawValue).joined(separator: ", "))
    }
    let enforced = zip(selection.judged, judged).filter { selection.isEnforced($0.0) }.map(\.1)
    let blamesNoRule = findings.contains { finding in
      if case .rule = finding.rule { false } else { true }
    }
    // As with the cases of one rule: a few programs do not outweigh those that were decided.
    let isDoubtful = result.undecided * 20 > result.programs - result.undecided
    let outcome: Outcome =
      if result.unusable != nil {
        .unusable
      } else if blamesNoRule || enforced.contains(where: { $0.verdict == .violated }) {
        .violated
      } else if result.programs == 0 || !isComplete || isDoubtful
        || enforced.contains(where: { $0.verdict != .satisfied })
      {
        .inconclusive
      } else {
        .conformant
      }
    self.init(
      toolVersion: request.toolVersion,
      specification: Specification(
        version: SpecificationVersion.current.description, digest: Catalogue.currentDigest),
      subject: request.subject, vocabulary: request.vocabulary, missing: selection.missing,
      profile: request.profile, seed: request.seed, programs: result.programs,
      undecided: result.undecided, outcome: outcome,
      reason: result.unusable
        ?? (isDoubtful
          ? "neither an end nor a quiescence of \(result.undecided) of \(result.programs) programs"
          : nil),
      isComplete: isComplete, bodies: bodies, rules: judged + notApplicable, findings: findings,
      reach: reach, census: result.census, timings: timings)
  }
}
