import OQHistory

/// Everything a history says about one dependency of one operation: how it was made and removed.
struct Link: Sendable {
  /// The operation that waits.
  let dependent: OperationID
  /// The operation waited for.
  let dependency: OperationID
  /// Whether it was made by the declarations.
  let isDeclared: Bool
  /// `depend` calls that were not rejected, by call ticket.
  fileprivate(set) var makings: [Call] = []
  /// `undepend` calls that were not rejected, by call ticket.
  fileprivate(set) var removals: [Call] = []

  /// Whether the dependency can never have been there twice at a time.
  ///
  /// Adding a dependency that is there already lists it once or twice, and what that does to
  /// readiness is not judged (ND-28).
  var isSimple: Bool {
    var made: Ticket? = isDeclared ? 0 : nil
    var isFirst = !isDeclared
    for making in makings {
      if !isFirst {
        guard let made,
          removals.contains(where: {
            $0.called > made && $0.succeeded(before: making.called)
          })
        else { return false }
      }
      isFirst = false
      made = making.returned
    }
    return true
  }

  /// Ticket at which the last making was certainly over; nil while one is open.
  var made: Ticket? { makings.isEmpty ? 0 : makings.last?.returned }

  /// Whether the dependency was certainly removed before a ticket, and not made again since.
  ///
  /// - Returns: true if a removal that follows every making returned before it.
  /// - Complexity: O(calls on the dependency).
  func isGone(before ticket: Ticket) -> Bool {
    guard isSimple, let made else { return false }
    return removals.contains { $0.called > made && $0.succeeded(before: ticket) }
  }
}

extension HistoryIndex {
  /// The dependencies that an operation may ever have had, itself included where it was named.
  ///
  /// Declared ones first, then by the first call that made them; rejected calls made none.
  ///
  /// - Complexity: O(1) after the first time.
  func links(of operation: OperationID) -> [Link] {
    guard self[operation].mayDepend else { return [] }
    return fact(.links) { operations.map { findLinks(of: $0) } }[operation.index]
  }

  private func findLinks(of record: OperationRecord) -> [Link] {
    guard record.mayDepend else { return [] }
    let operation = record.id
    var links = record.declaration.dependencies.map {
      Link(dependent: operation, dependency: $0, isDeclared: true)
    }
    var position = Dictionary(
      links.enumerated().map { ($0.element.dependency, $0.offset) }, uniquingKeysWith: { $1 })
    for call in record.calls(.addDependency) where !call.hadNoEffect {
      guard let dependency = call.command.operands.first else { continue }
      if position[dependency] == nil {
        position[dependency] = links.count
        links.append(Link(dependent: operation, dependency: dependency, isDeclared: false))
      }
      if let at = position[dependency] { links[at].makings.append(call) }
    }
    // A removal may be called before the making that it overlaps, and take effect after it.
    for call in record.calls(.removeDependency) where !call.hadNoEffect {
      if let at = call.command.operands.first.flatMap({ position[$0] }) {
        links[at].removals.append(call)
      }
    }
    return links
  }

  /// Whether an operation may ever have depended on another one, directly or through others.
  ///
  /// - Complexity: O(operations + dependencies + calls).
  func mayDepend(_ operation: OperationID, on other: OperationID) -> Bool {
    var seen: Set<OperationID> = [operation]
    var pending = [operation]
    while let next = pending.popLast() {
      for link in links(of: next) where seen.insert(link.dependency).inserted {
        pending.append(link.dependency)
      }
    }
    return seen.contains(other)
  }

  /// Whether some dependencies that may have been made form a cycle, whatever was removed later.
  ///
  /// - Complexity: O(operations + dependencies + calls).
  var mayHaveCycle: Bool {
    var dependents = [[Int]](repeating: [], count: operations.count)
    var waiting = [Int](repeating: 0, count: operations.count)
    for record in operations {
      for link in links(of: record.id) {
        dependents[link.dependency.index].append(record.id.index)
        waiting[record.id.index] += 1
      }
    }
    var free = waiting.indices.filter { waiting[$0] == 0 }
    var left = waiting.count
    while let index = free.popLast() {
      left -= 1
      for dependent in dependents[index] {
        waiting[dependent] -= 1
        if waiting[dependent] == 0 { free.append(dependent) }
      }
    }
    return left > 0
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether it was declared with a dependency, or one was made by a call that may be rejected.
  var mayDepend: Bool { !declaration.dependencies.isEmpty || !calls(.addDependency).isEmpty }
}
