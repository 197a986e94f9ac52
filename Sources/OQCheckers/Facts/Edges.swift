import OQHistory

/// A dependency that certainly existed when the dependent could first be started.
struct Edge: Sendable {
  /// The operation that waits.
  let dependent: OperationID
  /// The operation waited for.
  let dependency: OperationID
  /// Ticket at which the edge certainly existed; 0 for a declared one.
  let made: Ticket
  /// Ticket of the first call that may have removed it; nil if there is none.
  let mayBeGone: Ticket?

  /// Whether the edge certainly existed at a ticket.
  func exists(at ticket: Ticket) -> Bool {
    made < ticket && (mayBeGone.map { ticket < $0 } ?? true)
  }
}

extension HistoryIndex {
  /// The edges of an operation, self-edges left out: declared ones, and those whose `depend`
  /// returned before the first call that could start or finish it.
  ///
  /// A later edge may be honoured, ignored or rejected (ND-7), so it is not listed. An edge is
  /// listed again after a removal only as made anew.
  ///
  /// - Complexity: O(1) after the first time.
  func firmEdges(of operation: OperationID) -> [Edge] {
    guard self[operation].mayDepend else { return [] }
    return fact(.edges) { operations.map { findFirmEdges(of: $0) } }[operation.index]
  }

  private func findFirmEdges(of record: OperationRecord) -> [Edge] {
    guard record.mayDepend else { return [] }
    let operation = record.id
    let touch = record.firstTouch ?? end
    let removals = Dictionary(
      grouping: record.calls(.removeDependency).filter { !$0.hadNoEffect },
      by: { $0.command.operands.first })
    func gone(_ dependency: OperationID, after made: Ticket) -> Ticket? {
      guard !removals.isEmpty else { return nil }
      // A removal that overlaps the making may take effect after it.
      return removals[dependency]?.first { !($0.returned(before: made) && made > 0) }?.called
    }
    let declared = record.declaration.dependencies.map {
      Edge(dependent: operation, dependency: $0, made: 0, mayBeGone: gone($0, after: 0))
    }
    let added = record.calls(.addDependency).filter {
      $0.succeeded(before: touch) && $0.command.operands != [operation]
    }.map { call in
      let dependency = call.command.operands[0]
      return Edge(
        dependent: operation, dependency: dependency, made: call.returned ?? end,
        mayBeGone: gone(dependency, after: call.called))
    }
    return declared + added
  }
}
