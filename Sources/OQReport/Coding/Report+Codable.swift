import OQAdapters
import OQJudging
import OQModel
import OQSpecification

extension Report: Codable {
  /// The version of the form.
  package static let schemaVersion = 1

  private enum Key: String, CodingKey {
    case schema, tool, spec, subject, command, vocabulary, claim, missing, profile, seed, programs
    case chosen, undecided, outcome, complete, reason, calibration, rules, findings, reach, census
    case timings, shard, control, holds, interactions, causes, unsorted, stalls, passedOver
    case unawaited, since, expected, sought
  }

  private struct Tool: Codable {
    let name: String
    let version: String
  }

  private struct Subject: Codable {
    let name: String
    let version: String
    let capabilities: [Capability]
    @Nullable var stepBound: Double?
  }

  private struct Calibration: Codable {
    let bodies: Int
  }

  /// Reads a report in the form that `Spec/Report.schema.json` describes; unknown keys are passed
  /// over.
  ///
  /// - Parameter decoder: holds the report.
  /// - Throws: `DecodingError` when a key is missing or holds something else.
  /// - Complexity: O(size of the report).
  package init(from decoder: any Decoder) throws {
    let form = try decoder.container(keyedBy: Key.self)
    let schema = try form.decode(Int.self, forKey: .schema)
    guard schema == Report.schemaVersion else {
      throw form.fault(.schema, "a report of form \(schema), expected \(Report.schemaVersion)")
    }
    let subject = try form.decode(Subject.self, forKey: .subject)
    let profile = try form.word(Profile.self, .profile)
    self.init(
      toolVersion: try form.decode(Tool.self, forKey: .tool).version,
      specification: try form.decode(Specification.self, forKey: .spec),
      subject: SubjectDescription(
        name: subject.name, version: subject.version, capabilities: subject.capabilities,
        stepBound: subject.stepBound),
      vocabulary: try form.decode([String].self, forKey: .vocabulary),
      missing: try form.decode([Capability].self, forKey: .missing), profile: profile,
      seed: try form.hexadecimal(.seed), programs: try form.count(.programs),
      undecided: try form.count(.undecided), outcome: try form.word(Outcome.self, .outcome),
      reason: try form.nullable(String.self, .reason),
      isComplete: try form.decode(Bool.self, forKey: .complete),
      bodies: try form.decodeIfPresent(Calibration.self, forKey: .calibration)?.bodies,
      rules: try form.decode([RuleResult].self, forKey: .rules),
      findings: try form.decode([Finding].self, forKey: .findings),
      reach: try form.decodeIfPresent(ModelReach.self, forKey: .reach),
      timings: try form.decodeIfPresent(Timings.self, forKey: .timings),
      part: try form.decodeIfPresent(Part.self, forKey: .shard),
      control: try form.decodeIfPresent(Control.self, forKey: .control),
      isOfChosen: try form.decodeIfPresent(Bool.self, forKey: .chosen) ?? false,
      command: try form.decodeIfPresent(Command.self, forKey: .command))
    holds = try form.decodeIfPresent(HoldCount.self, forKey: .holds)
    interactions = try form.decodeIfPresent(Interactions.self, forKey: .interactions)
    if let counts = try form.decodeIfPresent(CensusForm.self, forKey: .census) {
      guard let census = counts.census(profile) else {
        throw form.fault(.census, "expected the freedoms and outcomes of Spec/Freedoms.md")
      }
      self.census = census
    }
    causes = try form.decodeIfPresent([Cause].self, forKey: .causes) ?? []
    unsorted = try form.decodeIfPresent(Int.self, forKey: .unsorted) ?? 0
    stalls = try form.decodeIfPresent(Stalls.self, forKey: .stalls)
    since = try form.decodeIfPresent(Changes.self, forKey: .since)
    expected = try form.decodeIfPresent([Expectation].self, forKey: .expected)
    sought = try form.decodeIfPresent([Sought].self, forKey: .sought) ?? []
    passedOver = try form.decodeIfPresent(Int.self, forKey: .passedOver) ?? 0
    unawaited = try form.decodeIfPresent(Int.self, forKey: .unawaited) ?? 0
    for (rule, next) in zip(rules, rules.dropFirst()) where rule.id == next.id {
      throw form.fault(.rules, "\(rule.id) is there twice")
    }
  }

  /// Writes a report in the form that `Spec/Report.schema.json` describes.
  ///
  /// - Parameter encoder: receives the report.
  /// - Throws: what the encoder throws.
  /// - Complexity: O(size of the report).
  package func encode(to encoder: any Encoder) throws {
    var form = encoder.container(keyedBy: Key.self)
    try form.encode(Report.schemaVersion, forKey: .schema)
    try form.encode(Tool(name: "oqcheck", version: toolVersion), forKey: .tool)
    try form.encode(specification, forKey: .spec)
    try form.encode(
      Subject(
        name: subject.name, version: subject.version, capabilities: subject.capabilities,
        stepBound: subject.stepBound), forKey: .subject)
    try form.encodeIfPresent(command, forKey: .command)
    try form.encode(vocabulary, forKey: .vocabulary)
    try form.encode(claim, forKey: .claim)
    try form.encode(missing, forKey: .missing)
    try form.encode(profile.rawValue, forKey: .profile)
    try form.encode(seed.hexadecimal, forKey: .seed)
    try form.encode(programs, forKey: .programs)
    if isOfChosen { try form.encode(true, forKey: .chosen) }
    try form.encode(undecided, forKey: .undecided)
    try form.encode(outcome.rawValue, forKey: .outcome)
    try form.encode(isComplete, forKey: .complete)
    try form.encode(nullable: reason, forKey: .reason)
    try form.encodeIfPresent(bodies.map { Calibration(bodies: $0) }, forKey: .calibration)
    try form.encode(rules, forKey: .rules)
    try form.encode(findings, forKey: .findings)
    if !causes.isEmpty { try form.encode(causes, forKey: .causes) }
    if unsorted > 0 { try form.encode(unsorted, forKey: .unsorted) }
    try form.encodeIfPresent(stalls, forKey: .stalls)
    if passedOver > 0 { try form.encode(passedOver, forKey: .passedOver) }
    if unawaited > 0 { try form.encode(unawaited, forKey: .unawaited) }
    try form.encodeIfPresent(since, forKey: .since)
    try form.encodeIfPresent(expected, forKey: .expected)
    if !sought.isEmpty { try form.encode(sought, forKey: .sought) }
    try form.encodeIfPresent(reach, forKey: .reach)
    try form.encodeIfPresent(interactions, forKey: .interactions)
    try form.encodeIfPresent(census.map { CensusForm($0, profile) }, forKey: .census)
    try form.encodeIfPresent(timings, forKey: .timings)
    try form.encodeIfPresent(part, forKey: .shard)
    try form.encodeIfPresent(control, forKey: .control)
    try form.encodeIfPresent(holds, forKey: .holds)
  }
}

extension Report.Part: Codable {
  private enum Key: String, CodingKey { case index, count, programs, minimum, doubts }

  /// Reads a part.
  ///
  /// - Parameter decoder: holds the object `shard` of a report.
  /// - Throws: `DecodingError` when a key is missing or holds something else.
  package init(from decoder: any Decoder) throws {
    let form = try decoder.container(keyedBy: Key.self)
    var doubts: [RuleID: String] = [:]
    for (text, reason) in try form.decode([String: String].self, forKey: .doubts) {
      guard let id = RuleID(text) else { throw form.fault(.doubts, "'\(text)' is no rule id") }
      doubts[id] = reason
    }
    self.init(
      index: try form.count(.index), count: try form.count(.count),
      limit: try form.nullable(Int.self, .programs), minimum: try form.count(.minimum),
      doubts: doubts)
  }

  /// Writes a part.
  ///
  /// - Parameter encoder: receives the object `shard` of a report.
  /// - Throws: what the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var form = encoder.container(keyedBy: Key.self)
    try form.encode(index, forKey: .index)
    try form.encode(count, forKey: .count)
    try form.encode(nullable: limit, forKey: .programs)
    try form.encode(minimum, forKey: .minimum)
    let texts = Dictionary(uniqueKeysWithValues: doubts.map { ($0.key.description, $0.value) })
    try form.encode(texts, forKey: .doubts)
  }
}
