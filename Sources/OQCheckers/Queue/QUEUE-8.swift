import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-8: a finished operation leaves its queue without any command.
  ///
  /// A finished operation may be listed for a while (ND-13), so nothing follows from an early read.
  /// A list that is read after everything has come to rest, at a confirmed quiescence, must not
  /// have an operation that has certainly finished. The checker leaves out a queue with barrier
  /// blocks (ND-43) or a start by hand (ND-24). Bare blocks have no name in a list; where every
  /// operation that may have been added has certainly finished, the count read at rest must be 0.
  static let finishedOperationLeaves = Checker(
    "QUEUE-8", antecedent: [.operations, .operationCount]
  ) { index, profile, judgement in
    let stall = index.stall(profile)
    for queue in index.queues {
      let members = queue.members
      for read in queue.calls(.operations) where read.succeeded {
        judgeHeld(read, members, index, &judgement)
      }
      guard let stall, !stall.isFrozen, !stall.isCrowded, !stall.isDisturbed(queue.id),
        queue.calls(.addBarrier).isEmpty
      else { continue }
      for read in queue.calls where read.succeeded && read.called > stall.ticket {
        judgeRest(read, members, stall, &judgement)
      }
    }
  }

  /// An operation that is missing from a list after its finish has left.
  private static func judgeHeld(
    _ read: Call, _ members: [HistoryIndex.OperationRecord], _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    let listed = Set(read.outcome?.operations ?? [])
    for member in members where member.declaration.kind.hasHandle && !listed.contains(member.id) {
      guard let end = member.lastEnd(before: read.returned), let add = member.acceptedAdd,
        add.command.queue == read.command.queue, add.succeeded(before: read.called)
      else { continue }
      judgement.hold(
        add.returned, end, read.called, read.returned, in: leaveCells(member),
        facets: leaveFacets([member]))
    }
  }

  private static func judgeRest(
    _ read: Call, _ members: [HistoryIndex.OperationRecord], _ stall: Stall,
    _ judgement: inout Judgement
  ) {
    let index = stall.index
    let q = read.command.queue.map(index.name) ?? ""
    if let listed = read.outcome?.operations {
      for member in members where listed.contains(member.id) && stall.isOver(member.id) {
        let end = member.lastEnd(before: stall.ticket)
        judgement.miss(
          at: stall,
          "\(index.name(member.id)) was still in \(q) at \(read.called) when nothing moved any more, although it had"
            + " finished\(end.map { " after \($0)" } ?? "")",
          events: [end, read.called, read.returned], in: leaveCells(member),
          facets: leaveFacets([member]))
      }
    } else if let count = read.outcome?.integer, read.command.verb == .operationCount, count > 0,
      members.allSatisfy({ stall.isOver($0.id) })
    {
      judgement.miss(
        at: stall,
        "operationCount of \(q) still read \(count) at \(read.called) when nothing moved any more, although all its"
          + " operations had finished",
        events: [
          members.compactMap { $0.lastEnd(before: stall.ticket) }.max(), read.called, read.returned,
        ], facets: leaveFacets(members))
    }
  }

  /// That every one of some operations was certainly cancelled.
  private static func leaveFacets(_ members: [HistoryIndex.OperationRecord]) -> [Facet] {
    Facet.holding(
      (!members.isEmpty && members.allSatisfy { !$0.certainCancels.isEmpty }, .cancelled))
  }

  private static func leaveCells(_ record: HistoryIndex.OperationRecord) -> [String] {
    cells(
      record.kindCell, record.cancelCell, in: ["task", "cancelled before start", "asynchronous"])
  }
}
