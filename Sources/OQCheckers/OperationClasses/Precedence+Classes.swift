import OQJudging
import OQSpecification

extension Precedence {
  /// Who leaves faults to whom among the rules on classes of operations: as among those on
  /// operations and queues, and with what only a class can do wrongly.
  ///
  /// A finish that does not come is told by its cause: nobody was told of it, start never returned.
  /// What is wrong without a cancel, too, is no matter of cancels. A class that calls its
  /// completion block itself calls it too early the first time, and there is a second one. Where a
  /// new operation says that it has finished, nobody waits for it. What depends on something else
  /// than it was told waits for something else. What was cancelled does not do its work. No class
  /// learns that its queue is suspended: what does not begin after a resume does not begin.
  static let operationClasses = Precedence(
    plain.merging(
      [
        "ASYNC-6": ["DEP-11"],
        "ASYNC-9": ["ASYNC-2", "ASYNC-6"],
        "CANCEL-22": ["ASYNC-7", "ASYNC-9", "READY-6"],
        "DONE-9": ["DONE-2"],
        "EXEC-2": ["STATE-9"],
        "KVO-53": ["ASYNC-10"],
        "SUSP-3": ["QUEUE-1"],
        "SUSP-52": ["QUEUE-1"],
        "WAIT-1": ["ASYNC-10"],
        "WAIT-3": ["STATE-9"],
      ], uniquingKeysWith: +))

  private static let plain: [RuleID: [RuleID]] = {
    var table = operations.table
    table["QUEUE-1"]?.removeAll { ["SUSP-3", "SUSP-52"].contains($0) }
    return table
  }()
}
