import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DEP-3: making x depend on d does not make d wait for x.
  ///
  /// This is sound because d has no dependencies of its own in the whole history. So d is ready
  /// from its creation to its start, and its list is empty. Reads of isReady count only where all
  /// of this holds for d:
  ///
  /// - It certainly has not been started or cancelled (ND-3, ND-21). A start that is refused in the
  ///   end counts as a start, too.
  /// - Its class does not override isReady, and has reported nothing.
  /// - It is not behind a barrier (ND-43).
  ///
  /// That d begins at all is QUEUE-1's.
  static let dependencyPointsOneWay = Checker("DEP-3") { index, _, judgement in
    let dependents = firstDependents(index)
    for (position, edge) in dependents.enumerated() {
      let record = index[OperationID(position)]
      guard let edge, index.links(of: record.id).isEmpty else { continue }
      let x = index.name(edge.dependent)
      let d = index.name(record.id)
      if let begin = record.begin, edge.made < begin {
        if index[edge.dependent].begin.map({ $0 > begin }) ?? true {
          judgement.hold(edge.made > 0 ? edge.made : nil, begin)
        }
      }
      for read in record.readsOfReadiness where read.called > edge.made {
        let (value, returned) = (read.value, read.returned)
        guard record.declaration.kind != .conditional, !record.mayBeCancelled(before: returned),
          !record.mayHaveReported(before: returned),
          let stage = index.stage(of: record.id, at: returned),
          stage == .unqueued || stage == .parked
        else { continue }
        if value {
          judgement.hold(read.called, returned, in: [stage.rawValue])
        } else if !index.mayBeBehindBarrier(record.id) {
          judgement.violate(
            "isReady of \(d) read false at \(read.called) although \(d) depends on nothing; \(x) "
              + "depends on \(d)",
            events: [edge.made > 0 ? edge.made : nil, read.called, returned],
            in: [stage.rawValue])
        }
      }
      for read in record.calls(.dependencies) where read.called > edge.made {
        guard let listed = read.outcome?.operations, listed.contains(edge.dependent) else {
          continue
        }
        judgement.violate(
          "dependencies of \(d) read at \(read.called) lists \(x), which depends on \(d)",
          events: [edge.made > 0 ? edge.made : nil, read.called, read.returned])
      }
    }
  }

  /// For each operation, the first edge of another operation to it.
  private static func firstDependents(_ index: HistoryIndex) -> [Edge?] {
    var first = [Edge?](repeating: nil, count: index.operations.count)
    for record in index.operations {
      for edge in index.firmEdges(of: record.id) where edge.mayBeGone == nil {
        let known = first[edge.dependency.index]
        if edge.made < known?.made ?? .max { first[edge.dependency.index] = edge }
      }
    }
    return first
  }
}
