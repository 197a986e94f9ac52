import OQJudging
import OQSpecification

extension RuleResult: Codable {
  private enum Key: String, CodingKey {
    case id, level, verdict, exercised, undecided, violations, contexts, reason, challenged
    case enforced
  }

  /// Reads a result.
  ///
  /// - Parameter decoder: holds an object of the list `rules` of a report.
  /// - Throws: `DecodingError` when a key is missing or holds something else.
  package init(from decoder: any Decoder) throws {
    let form = try decoder.container(keyedBy: Key.self)
    self.init(
      id: try form.decode(RuleID.self, forKey: .id),
      level: try form.decode(Level.self, forKey: .level),
      verdict: try form.word(Verdict.self, .verdict), exercised: try form.count(.exercised),
      undecided: try form.count(.undecided), violations: try form.count(.violations),
      contexts: try form.counts(.contexts).map { ContextCount($0.key, $0.value) },
      reason: try form.nullable(String.self, .reason),
      challenge: try form.decodeIfPresent(String.self, forKey: .challenged),
      isEnforced: try form.decode(Bool.self, forKey: .enforced))
  }

  /// Writes a result.
  ///
  /// - Parameter encoder: receives an object of the list `rules` of a report.
  /// - Throws: what the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var form = encoder.container(keyedBy: Key.self)
    try form.encode(id, forKey: .id)
    try form.encode(level, forKey: .level)
    try form.encode(verdict.rawValue, forKey: .verdict)
    try form.encode(exercised, forKey: .exercised)
    try form.encode(undecided, forKey: .undecided)
    try form.encode(violations, forKey: .violations)
    let counts = Dictionary(contexts.map { ($0.context, $0.count) }, uniquingKeysWith: +)
    try form.encode(counts, forKey: .contexts)
    try form.encode(nullable: reason, forKey: .reason)
    try form.encodeIfPresent(challenge, forKey: .challenged)
    try form.encode(isEnforced, forKey: .enforced)
  }
}
