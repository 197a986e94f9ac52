import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-9: operationCount is the number of operations in the queue at some instant of the call.
  ///
  /// - *At least.* At every instant of the read the queue lists the operations that it certainly
  ///   accepted before and that are unfinished for certain until its return; in profile reference
  ///   also those that are parked and cancelled.
  /// - *At most.* It can list no others than those whose add was called before the return, less
  ///   those that an earlier list no longer had while no add of them was to come: what has left its
  ///   queue never returns. A bare block has no name by which a list could show it, so it may be
  ///   listed in any case.
  ///
  /// Barrier blocks may be counted or not (ND-43): they are possible, and none is certain.
  static let countIsRight = Checker("QUEUE-9", antecedent: [.operationCount]) {
    index, profile, judgement in
    for queue in index.queues {
      let reads = queue.calls(.operationCount).filter(\.succeeded)
      guard !reads.isEmpty else { continue }
      let members = queue.members
      let suspensions = index.suspensions(of: queue.id)
      for read in reads {
        let bounds = Bounds(
          read, members, lists: queue.calls(.operations), suspensions: suspensions,
          profile: profile, barriers: queue.calls(.addBarrier))
        judge(read, bounds, queue, index, &judgement)
      }
    }
  }

  private static func judge(
    _ read: Call, _ bounds: Bounds, _ queue: HistoryIndex.QueueRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    guard let count = read.outcome?.integer else { return }
    let q = index.name(queue.id)
    if count < bounds.listed.count {
      let names = bounds.listed.map { index.name($0.id) }
      judgement.violate(
        "operationCount of \(q) read \(count) at \(read.called) although \(bounds.listed.count) were in it: "
          + names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and others" : ""),
        events: bounds.listed.prefix(3).map(\.acceptedAdd?.returned) + [
          read.called, read.returned,
        ],
        in: bounds.contexts, facets: bounds.facets)
    } else if count > bounds.possible {
      judgement.violate(
        "operationCount of \(q) read \(count) at \(read.called) although at most \(bounds.possible) could be in it",
        events: [bounds.lastList, read.called, read.returned], in: bounds.contexts,
        facets: bounds.facets)
    } else {
      judgement.hold(
        read.called, read.returned, in: bounds.contexts, facets: bounds.facets)
    }
  }
}

/// What a queue may have listed during a read of its count.
private struct Bounds {
  /// The operations that were certainly listed.
  var listed: [HistoryIndex.OperationRecord] = []
  /// How many operations may have been listed at most.
  var possible = 0
  /// Ticket of the return of the last earlier list.
  var lastList: Ticket?
  /// The cells of the case.
  var contexts: [String] = []
  /// What derived rules ask of the case.
  var facets: [Facet] = []

  init(
    _ read: Call, _ members: [HistoryIndex.OperationRecord], lists: [Call],
    suspensions: [SuspendedSpan], profile: Profile, barriers: [Call]
  ) {
    guard let queue = read.command.queue, let returned = read.returned else { return }
    let list = lists[..<lists.count(called: read.called)].last {
      $0.succeeded(before: read.called)
    }
    let remaining = list?.outcome?.operations.map(Set.init)
    lastList = list?.returned
    possible += barriers.count { $0.called < returned }
    for member in members {
      let adds = member.possibleAdds.filter { $0.command.queue == queue }
      guard adds.contains(where: { $0.called < returned }) else { continue }
      if let list, let remaining, member.declaration.kind.hasHandle,
        !remaining.contains(member.id),
        adds.allSatisfy({ $0.returned(before: list.called) || $0.called > returned })
      {
        continue
      }
      // A bare block may be in the queue once for each call that adds it.
      possible += member.declaration.kind == .closure ? adds.count { $0.called < returned } : 1
      let isParked = member.isParked(in: queue, suspensions, during: read)
      if member.isListed(in: queue, during: read) || (isParked && profile == .reference) {
        listed.append(member)
        if isParked, !facets.contains(.addedWhileSuspended) {
          facets.append(.addedWhileSuspended)
        }
        if member.declaration.kind == .closure, !facets.contains(.bareBlock) {
          facets.append(.bareBlock)
        }
      }
    }
    contexts = cells(
      possible == 0 ? "idle queue" : nil,
      listed.contains { $0.isExecuting(at: read.called) } ? "executing" : nil,
      listed.contains { $0.begin == nil || $0.begin ?? 0 > returned } ? "parked" : nil,
      members.contains { $0.acceptedAdd?.command.verb.isGroupAdd == true } ? "group" : nil,
      in: ["idle queue", "parked", "executing", "group"])
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether a queue accepted the operation in a suspension that lasts until the return of a read.
  fileprivate func isParked(
    in queue: QueueID, _ suspensions: [SuspendedSpan], during read: Call
  ) -> Bool {
    // One with a start of its own may have been reported finished without having been started.
    guard hasDefaultStart, let add = acceptedAdd, add.command.queue == queue,
      let returned = read.returned, add.succeeded(before: read.called),
      !mayBeStartedByHand(before: returned)
    else { return false }
    return suspensions.containing(add.called)?.contains(returned) ?? false
  }
}
