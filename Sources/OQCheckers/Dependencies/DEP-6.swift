import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-6: operations on a dependency cycle, or behind one, never begin.
  ///
  /// This is sound because every edge of the cycle was made before its dependent could be started
  /// (ND-7) and is never removed. No operation on it is ever cancelled or reports its own finish.
  /// In a correct run each of them starts after the finish of another one, hence after its start.
  /// Among finitely many operations none can be the first.
  ///
  /// A call that would close the cycle and is rejected made no edge. That is an admitted answer,
  /// and it decides the case, since no operation lies on the cycle. Whether anything else runs is
  /// not judged (C-16). An operation that depends on itself is DEP-57's.
  static let cycleNeverBegins = Checker("DEP-6", antecedent: [.addDependency]) {
    index, _, judgement in
    let edges = boundEdges(index)
    judgeRefusals(edges, index, &judgement)
    let stuck = stuckEdges(edges)
    let lastWork = lastWork(index)
    for (position, edge) in stuck.enumerated() {
      guard let edge else { continue }
      let record = index[OperationID(position)]
      guard let offer = record.firstOffer else { continue }
      if let begin = record.begin {
        let path = cycle(from: record.id, stuck)
        let names = path.map { index.name($0.dependent) }
        let isMember = path.first?.dependent == record.id
        let tail = isMember ? names.dropFirst() : names[...]
        judgement.violate(
          "\(index.name(record.id)) began at \(begin) although "
            + (isMember ? "it depends on itself through " : "it waits behind the cycle of ")
            + tail.joined(separator: ", "),
          events: path.filter { $0.made > 0 }.suffix(4).map(\.made) + [begin],
          in: index.placeContext(record.id, edge.dependency))
      } else if offer < lastWork {
        judgement.hold(
          edge.made > 0 ? edge.made : offer, offer,
          in: index.placeContext(record.id, edge.dependency))
      } else {
        judgement.leaveOpen("nothing happened after the operations on the cycle were offered")
      }
    }
  }

  /// Notes each call that would have closed a cycle and was rejected.
  private static func judgeRefusals(
    _ edges: [[Edge]], _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    for record in index.operations {
      for call in record.calls(.addDependency) where call.isRejected {
        let dependency = call.command.operands[0]
        guard isBound(record, index), dependency != record.id,
          // A rejected call that comes late says nothing of cycles (ND-7).
          call.returned(before: record.firstTouch ?? .max),
          reaches(record.id, from: dependency, edges, before: call.called)
        else { continue }
        judgement.hold(
          call.called, call.returned, in: index.placeContext(record.id, dependency))
      }
    }
  }

  /// Whether a path of edges that were made before a ticket leads from one operation to another.
  private static func reaches(
    _ goal: OperationID, from start: OperationID, _ edges: [[Edge]], before ticket: Ticket
  ) -> Bool {
    var seen: Set<OperationID> = [start]
    var open = [start]
    while let next = open.popLast() {
      for edge in edges[next.index] where edge.made < ticket {
        if seen.insert(edge.dependency).inserted { open.append(edge.dependency) }
      }
    }
    return seen.contains(goal)
  }

  /// A ticket up to which the history shows that the program went on.
  private static func lastWork(_ index: HistoryIndex) -> Ticket {
    switch index.ending {
    case .completed, .quiescent: .max
    case .crashed, .overflowed, .open:
      index.operations.compactMap { $0.bodies.last?.begin }.max() ?? 0
    }
  }

  /// Whether only its dependencies decide when an operation can begin and finish.
  private static func isBound(
    _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex
  ) -> Bool {
    record.declaration.kind != .asynchronous && !record.mayBeCancelled(before: index.end)
  }

  /// For each operation the edges that bind it for as long as the history tells.
  private static func boundEdges(_ index: HistoryIndex) -> [[Edge]] {
    index.operations.map { record in
      isBound(record, index) ? index.firmEdges(of: record.id).filter { $0.mayBeGone == nil } : []
    }
  }

  /// For each operation that can never be ready, one edge to another such operation.
  ///
  /// An operation leaves as soon as all its edges lead to operations that have left; what stays
  /// lies on a cycle or behind one.
  static func stuckEdges(_ index: HistoryIndex) -> [Edge?] { stuckEdges(boundEdges(index)) }

  private static func stuckEdges(_ edges: [[Edge]]) -> [Edge?] {
    var waiting = edges.map(\.count)
    var dependents = [[Int]](repeating: [], count: edges.count)
    for (position, list) in edges.enumerated() {
      for edge in list { dependents[edge.dependency.index].append(position) }
    }
    var free = waiting.indices.filter { waiting[$0] == 0 }
    while let position = free.popLast() {
      for dependent in dependents[position] {
        waiting[dependent] -= 1
        if waiting[dependent] == 0 { free.append(dependent) }
      }
    }
    return edges.map { list in list.first { waiting[$0.dependency.index] > 0 } }
      .enumerated().map { waiting[$0.offset] > 0 ? $0.element : nil }
  }

  /// The edges of the cycle that is reached from an operation; they begin with that operation where
  /// it lies on the cycle itself.
  private static func cycle(from operation: OperationID, _ stuck: [Edge?]) -> [Edge] {
    var path: [Edge] = []
    var seen: [OperationID: Int] = [:]
    var next = operation
    while seen[next] == nil, let edge = stuck[next.index] {
      seen[next] = path.count
      path.append(edge)
      next = edge.dependency
    }
    return Array(path.dropFirst(seen[next] ?? 0))
  }
}
