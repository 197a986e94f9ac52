import OQHistory
import OQJudging

extension Checkers {
  /// Checkers of the area INVOC.
  static let invocations: [Checker] = [
    methodIsCalledAsGiven, cancelledResultRaises, resultIsReturned, voidResultRaises,
    noResultBeforeFinish, errorIsResult, unknownMethodGivesNothing,
  ]
}

extension HistoryIndex {
  /// The operations that call a method of an object.
  var invocations: [OperationRecord] { operations.filter(\.declaration.kind.isInvocation) }
}

extension HistoryIndex.OperationRecord {
  /// Calls that ask for the result and certainly came after the finish.
  ///
  /// - Complexity: O(calls on the operation).
  var settledResults: [Call] {
    guard let finish = finishShown else { return [] }
    return calls(.result).filter { $0.called > finish && $0.returned != nil }
  }

  /// Whether the task certainly threw an error, or certainly did not; nil where it may have.
  ///
  /// - Complexity: O(calls on the operation).
  var threw: Bool? {
    let calls = calls(.throwError)
    if calls.isEmpty { return false }
    return calls.contains(where: \.succeeded) ? true : nil
  }
}
