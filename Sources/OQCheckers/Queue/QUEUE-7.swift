import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-7: operations lists what was added and has not finished, each exactly once.
  ///
  /// An operation that the queue certainly accepted before the read, and that is unfinished for
  /// certain until its return, is listed at every instant of it. Others may be listed or not
  /// (ND-13, ND-25), but none twice. Bare blocks have no name in a list.
  static let listHasUnfinished = Checker("QUEUE-7", antecedent: [.operations]) {
    index, _, judgement in
    for queue in index.queues {
      let reads = queue.calls(.operations).filter(\.succeeded)
      guard !reads.isEmpty else { continue }
      var unfinished = UnfinishedMembers(of: queue)
      for read in reads {
        let list = read.outcome?.operations ?? []
        judgeTwice(list, read, queue, index, &judgement)
        let listed = Set(list)
        for member in unfinished.records(during: read, to: read.returned ?? index.end)
        where member.declaration.kind.hasHandle {
          let contexts = listedCells(member, read, index)
          if listed.contains(member.id) {
            judgement.hold(member.acceptedAdd?.returned, read.called, read.returned, in: contexts)
          } else {
            judgement.violate(
              "\(index.name(member.id)) was missing in the list of \(index.name(queue.id)) at \(read.called), although it had not finished",
              events: [member.acceptedAdd?.returned, read.called, read.returned], in: contexts)
          }
        }
      }
    }
  }

  private static func judgeTwice(
    _ list: [OperationID], _ read: Call, _ queue: HistoryIndex.QueueRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    var seen: Set<OperationID> = []
    for operation in list where !seen.insert(operation).inserted {
      judgement.violate(
        "\(index.name(operation)) stood twice in the list of \(index.name(queue.id)) at \(read.called)",
        events: [read.called, read.returned])
      return
    }
  }

  private static func listedCells(
    _ record: HistoryIndex.OperationRecord, _ read: Call, _ index: HistoryIndex
  ) -> [String] {
    if record.isExecuting(at: read.called) { return ["executing"] }
    switch index.stage(of: record.id, at: read.called) {
    case .parked: return ["parked"]
    case .blocked: return ["blocked"]
    case .unqueued, .heldSlots, nil: return []
    }
  }
}
