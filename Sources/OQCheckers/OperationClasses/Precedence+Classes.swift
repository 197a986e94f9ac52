import OQJudging
import OQSpecification

extension Precedence {
  /// Who leaves faults to whom among the rules on classes of operations: as among those on
  /// operations and queues, and with what only a class can do wrongly.
  ///
  /// A finish that does not come is told by its cause: nobody was told of it, start never returned.
  /// What is wrong without a cancel, too, is no matter of cancels.
  static let operationClasses = Precedence(
    operations.table.merging(
      [
        "ASYNC-9": ["ASYNC-2", "ASYNC-6"],
        "CANCEL-22": ["ASYNC-7", "ASYNC-9", "READY-6"],
      ], uniquingKeysWith: +))
}
