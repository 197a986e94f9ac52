/// A point at which a mutated decision differed from the correct one.
package struct Deviation: Sendable, Equatable {
  /// The rule that the mutant breaks, as its id: `DEP-9`.
  package let rule: String
  /// The member of `Behavior` that decided.
  package let decision: String
  /// The operation it was about.
  package let operation: OperationID?
  /// The queue it was about.
  package let queue: QueueID?
}

/// The side channel by which a mutant tells what it really did wrong: the ground truth for the
/// share of violations that the recorded events prove.
///
/// A world without it compares nothing. With it, every guard and read is evaluated beside the
/// correct one, and every plan is compared with the correct one in the state in which it begins.
/// A choice among equals that differs only in the member chosen is no deviation.
package struct Truth: Sendable {
  /// The rule that the mutant breaks.
  package let rule: String
  /// Receives the deviations in order.
  ///
  /// It is called under the lock of the world and must not call into the world.
  package let report: @Sendable (Deviation) -> Void

  /// A side channel.
  ///
  /// - Parameters:
  ///   - rule: the id of the rule that the mutant breaks.
  ///   - report: receives the deviations; must not call into the world.
  package init(rule: String, report: @escaping @Sendable (Deviation) -> Void) {
    self.rule = rule
    self.report = report
  }
}
