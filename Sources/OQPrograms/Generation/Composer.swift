import OQHistory

/// Writes composed programs: programs that bring facts about on purpose, whatever rule they
/// concern.
package struct Composer: Sendable {
  /// Writes the composed program with a number.
  private let body: @Sendable (_ draft: inout Draft, _ ordinal: UInt64, _ plain: Bool) -> Void

  /// A way of writing composed programs.
  ///
  /// - Parameter body: writes the program with a number, from 0; `plain` asks for one of the
  ///   smallest.
  package init(
    _ body: @escaping @Sendable (_ draft: inout Draft, _ ordinal: UInt64, _ plain: Bool) -> Void
  ) {
    self.body = body
  }

  /// Writes a program.
  func write(_ draft: inout Draft, ordinal: UInt64, plain: Bool) { body(&draft, ordinal, plain) }
}

/// What a composed program reaches: the facts that hold when its call is made.
package struct Reached: Sendable, Hashable {
  /// The verb of the call.
  package let verb: Verb
  /// The facts, as bits of the table of facts.
  package let facts: UInt128
  /// The calls about the same operation and queue that lead to this one.
  package let along: [Reached]

  /// Notes what a program reaches.
  ///
  /// - Parameters:
  ///   - verb: the verb of the call.
  ///   - facts: the facts, as bits of the table of facts.
  ///   - along: the calls about the same operation and queue that lead to this one.
  package init(verb: Verb, facts: UInt128, along: [Reached] = []) {
    self.verb = verb
    self.facts = facts
    self.along = along
  }
}
