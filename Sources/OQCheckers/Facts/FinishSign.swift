import OQHistory
import OQSpecification

/// An event that shows that an operation has finished.
struct FinishSign: Sendable {
  /// Ticket by which the operation had certainly finished.
  let ticket: Ticket
  /// The event in words, with its ticket, such as `isFinished read true at 9`.
  let words: String
  /// Whether it is the accessor itself that says so.
  let isRead: Bool

  fileprivate init(_ ticket: Ticket, _ words: String, isRead: Bool = false) {
    self.ticket = ticket
    self.words = words
    self.isRead = isRead
  }
}

extension HistoryIndex {
  /// The first event that shows that an operation with the default start has finished; nil where
  /// nothing does.
  ///
  /// A read of isFinished true, the return of a wait on it, the begin of a completion block, or the
  /// begin of an operation that certainly depends on it and was not cancelled.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - dependents: its certain dependents, whose begins count as signs.
  /// - Returns: the sign with the smallest ticket.
  /// - Complexity: O(calls on the operation + dependents).
  func firstFinishSign(of operation: OperationID, dependents: [Edge] = []) -> FinishSign? {
    let record = self[operation]
    var signs: [FinishSign] = []
    if let read = record.calls(.isFinished).filter({ $0.outcome?.boolean == true })
      .compactMap(\.returned).min()
    {
      signs.append(FinishSign(read, "isFinished read true at \(read)", isRead: true))
    }
    if let wait = record.calls(.wait).filter(\.succeeded).compactMap(\.returned).min() {
      signs.append(FinishSign(wait, "a wait for it returned at \(wait)"))
    }
    if let block = record.completions.first?.begin {
      signs.append(FinishSign(block, "its completion block began at \(block)"))
    }
    for edge in dependents {
      let dependent = self[edge.dependent]
      guard let begin = dependent.begin, edge.exists(at: begin),
        !dependent.mayBeCancelled(before: begin)
      else { continue }
      signs.append(
        FinishSign(
          begin, "\(name(edge.dependent)), which depends on it, began at \(begin)"))
    }
    return signs.min { $0.ticket < $1.ticket }
  }

  /// The certain dependencies of all operations, by the position of the operation waited for.
  ///
  /// - Complexity: O(operations + dependencies + calls), once.
  var certainDependents: [[Edge]] { fact(.certainDependents) { findCertainDependents() } }

  private func findCertainDependents() -> [[Edge]] {
    var lists = [[Edge]](repeating: [], count: operations.count)
    for record in operations {
      for edge in firmEdges(of: record.id) { lists[edge.dependency.index].append(edge) }
    }
    return lists
  }
}
