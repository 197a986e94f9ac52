import OQHistory
import OQSpecification

/// An event that shows that an operation has finished.
struct FinishSign {
  /// Ticket by which the operation had certainly finished.
  let ticket: Ticket
  /// What the event is.
  fileprivate let kind: Kind

  fileprivate enum Kind {
    case read, wait, completion
    case dependent(name: String)
  }

  fileprivate init(_ ticket: Ticket, _ kind: Kind) {
    self.ticket = ticket
    self.kind = kind
  }

  /// The event in words, with its ticket, such as `isFinished read true at 9`.
  var words: String {
    switch kind {
    case .read: "isFinished read true at \(ticket)"
    case .wait: "a wait for it returned at \(ticket)"
    case .completion: "its completion block began at \(ticket)"
    case .dependent(let name): "\(name), which depends on it, began at \(ticket)"
    }
  }

  /// Whether it is the accessor itself that says so.
  var isRead: Bool {
    if case .read = kind { true } else { false }
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
      signs.append(FinishSign(read, .read))
    }
    if let wait = record.calls(.wait).filter(\.succeeded).compactMap(\.returned).min() {
      signs.append(FinishSign(wait, .wait))
    }
    if let block = record.completions.first?.begin {
      signs.append(FinishSign(block, .completion))
    }
    for edge in dependents {
      let dependent = self[edge.dependent]
      guard let begin = dependent.begin, edge.exists(at: begin),
        !dependent.mayBeCancelled(before: begin)
      else { continue }
      signs.append(FinishSign(begin, .dependent(name: name(edge.dependent))))
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
