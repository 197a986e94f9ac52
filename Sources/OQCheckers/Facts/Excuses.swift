import OQHistory
import OQSpecification

/// Why nothing is owed of what has not come: for people who ask why no rule objects to a history
/// that ends at rest.
package enum Excuses {
  /// What has not come, and why no rule misses it.
  ///
  /// - Parameters:
  ///   - history: any history.
  ///   - profile: the reading of the contract.
  /// - Returns: sentences, operations first, in the order of their declaration; empty for a history
  ///   that does not end in quiescence.
  /// - Complexity: O(operations + calls), and for each open call what it awaits.
  package static func of(_ history: History, _ profile: Profile) -> [String] {
    var index = HistoryIndex(history)
    // Facts about a long chain are found once.
    let shelf = Shelf()
    index.shelf = shelf
    defer { shelf.clear() }
    guard let stall = index.stall(profile) else { return [] }
    let begins = index.operations.compactMap { record -> String? in
      guard record.begin == nil, record.starts.isEmpty, !record.possibleAdds.isEmpty,
        record.declaration.kind.hasBody
      else { return nil }
      return "\(index.name(record.id)) has not begun: \(stall.excuse(for: record))"
    }
    let returns = index.calls.filter { $0.returned == nil }.map { call in
      "'\(index.words.text(call.command))' has not returned: \(stall.excuse(for: call))"
    }
    return begins + returns
  }
}

extension Stall {
  /// Why the begin of an operation is not owed.
  fileprivate func excuse(for record: HistoryIndex.OperationRecord) -> String {
    guard let queue = queue(of: record.id) else {
      return "it is not certain which queue has it"
    }
    let q = index.name(queue)
    if owesBegin(record.id) { return "it is owed" }
    if let frozen = reasonForFreeze { return frozen }
    if isCrowded {
      return "client code is held on \(held.count) threads, and the implementation is known to use "
        + "\(bodies)"
    }
    if !isRunning(queue) { return "\(q) may be suspended" }
    if freeSlots(queue) <= 0 { return "every slot of \(q) may be taken" }
    if isDisturbed(queue) {
      return "\(q) may wait for a barrier, for an operation that was ready before, or was confused "
        + "by a start by hand"
    }
    if record.mayBeCancelled(before: index.end) { return "it may have been cancelled" }
    if let link = index.links(of: record.id).first(where: { !isOver($0.dependency) }) {
      return "\(index.name(link.dependency)), on which it depends, may be unfinished"
    }
    return "it may not be ready"
  }

  /// Why the return of a call is not owed.
  fileprivate func excuse(for call: Call) -> String {
    if let frozen = reasonForFreeze { return frozen }
    let awaited =
      switch call.command.verb {
      case .wait: call.command.operation.map { [$0] } ?? []
      case .addGroupWaiting: call.command.operands
      case .waitAll: call.command.queue.map { index[$0].members.map(\.id) } ?? []
      default: [OperationID]()
      }
    if let open = awaited.first(where: { !isOver($0) }) {
      return "\(index.name(open)) may be unfinished"
    }
    return mayHoldUpCalls ? "client code is held that may keep it" : "no rule speaks of it"
  }

  private var reasonForFreeze: String? {
    isFrozen
      ? "dependencies may form a circle, or client code is held under a lock of the implementation"
      : nil
  }
}
