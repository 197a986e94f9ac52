import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// READY-2: isReady is false while a dependency made in time is unfinished.
  ///
  /// The checker judges a read during which x is certainly unstarted, in no queue or parked: later
  /// isReady is unspecified (ND-3). x is not cancelled, since it might then be ready (ND-36), and
  /// its class has reported nothing. The dependency was made before x was queued or started (ND-7),
  /// is not listed twice (ND-28), and no call that may remove it had been made. It is unfinished at
  /// the return of the read: some block of its task had not ended and it was not cancelled (ND-21),
  /// or its task was running; so it was unfinished at every instant of the read.
  static let notReadyWhileDependencyUnfinished = Checker("READY-2", antecedent: [.isReady]) {
    index, _, judgement in
    for record in index.operations where record.declaration.kind != .conditional {
      let reads = record.reads(.isReady)
      guard !reads.isEmpty else { continue }
      let edges = index.simpleEdges(of: record.id)
      guard !edges.isEmpty else { continue }
      // One read that is wrong shows it; later ones add nothing.
      for read in reads where judge(read, edges, record, index, &judgement) { break }
    }
  }

  /// Judges one read; true if it is wrong.
  private static func judge(
    _ read: Read, _ edges: [Edge], _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) -> Bool {
    guard !record.mayBeCancelled(before: read.returned),
      !record.mayHaveReported(before: read.returned),
      record.manualStarts.allSatisfy({ $0.called > read.returned }),
      let stage = index.stage(of: record.id, at: read.returned),
      stage == .unqueued || stage == .parked,
      let edge = index.obstruction(among: edges, from: read.called, to: read.returned)
    else { return false }
    let contexts = [stage.rawValue] + index.placeContext(record.id, edge.dependency)
    guard read.value else {
      judgement.hold(edge.made > 0 ? edge.made : nil, read.called, read.returned, in: contexts)
      return false
    }
    let dependency = index[edge.dependency]
    let d = index.name(edge.dependency)
    let state =
      dependency.begin.map { begin in
        begin < read.returned ? "had not ended" : "began only at \(begin)"
      } ?? "never began"
    judgement.violate(
      "isReady of \(index.name(record.id)) read true at \(read.returned) although \(d), on which it"
        + " depends, \(state)",
      events: [
        edge.made > 0 ? edge.made : nil, read.called, read.returned, dependency.begin,
        dependency.bodies.compactMap(\.end).max(),
      ],
      in: contexts)
    return true
  }
}
