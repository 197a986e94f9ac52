/// Which of the two oracles decides a rule.
package enum Oracle: String, CaseIterable, Codable, TextRepresentable {
  /// The checker of the rule and the acceptor: all facts of the rule are in the model's state.
  case both
  /// The checker alone: the rule speaks about facts that the model does not carry.
  case monitor
  /// Neither: the rule is unchecked.
  case none = "-"

  /// See ``TextRepresentable``.
  package static var expectation: String { "an oracle: " + alternatives(allCases) }
}
