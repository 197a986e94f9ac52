import OQHistory

extension HistoryIndex {
  /// `limit 1`, `limit k` or `limit none`: the context of a queue whose limit does not change.
  ///
  /// - Parameters:
  ///   - queue: a queue.
  ///   - omitted: the cell that a rule does not count.
  /// - Returns: one cell, or none.
  /// - Complexity: O(calls on the queue).
  func limitContext(_ queue: QueueID, except omitted: String? = nil) -> [String] {
    guard self[queue].calls(.setLimit).allSatisfy(\.isRejected) else { return [] }
    let cell =
      switch self[queue].declaration.limit {
      case nil: "limit none"
      case 1: "limit 1"
      default: "limit k"
      }
    return cell == omitted ? [] : [cell]
  }

  /// `same queue` or `other queue`, for two operations that each were added to one queue at most.
  func placeContext(_ first: OperationID, _ second: OperationID) -> [String] {
    guard let one = onlyAdd(of: first)?.command.queue,
      let other = onlyAdd(of: second)?.command.queue
    else { return [] }
    return [one == other ? "same queue" : "other queue"]
  }

  /// `task`, `one block`, `several blocks` or `asynchronous`.
  func kindContext(_ operation: OperationID) -> [String] {
    let declaration = self[operation].declaration
    return switch declaration.kind {
    case .task, .conditional, .flagged: ["task"]
    case .block: [declaration.blocks == 1 ? "one block" : "several blocks"]
    case .asynchronous: ["asynchronous"]
    default: []
    }
  }

  /// The only add that may have put an operation into a queue, and was not rejected; nil with none
  /// or several, and where a rejected group may have added it (ND-34).
  func onlyAdd(of operation: OperationID) -> Call? {
    let adds = self[operation].possibleAdds
    return adds.count == 1 && !adds[0].isRejected ? adds.first : nil
  }
}
