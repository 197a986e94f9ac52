import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-55: a barrier block separates earlier from later operations.
  ///
  /// - *Earlier* is an operation that the queue certainly accepted by an add that returned before
  ///   the barrier was called. No client started it (ND-24).
  /// - *Later* is an operation whose first possible add was called after the barrier had returned.
  ///
  /// The block is entered after every earlier operation has finished. So none of them is certainly
  /// unfinished at the ticket of its begin, and each read of isFinished called after that gives
  /// true. A later operation that the queue started begins after the block has ended. So the
  /// recorded end of the block comes first.
  ///
  /// The checker does not compare:
  ///
  /// - overridden starts of cancelled operations (ND-25);
  /// - anything after a `cancel-all` that the block may have met before it began;
  /// - the runs of a block that was added several times: nobody can tell which call each belongs
  ///   to.
  ///
  /// The begin of the block is owed at a confirmed quiescence where every operation that is not
  /// later has certainly finished, the queue certainly runs and has a free slot, and no client
  /// started an operation of the queue (ND-24).
  static let barrierSeparates = Checker("QUEUE-55", antecedent: [.addBarrier]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for (queue, spans) in zip(index.queues, index.occupancies) {
      for call in queue.calls(.addBarrier) where !call.hadNoEffect {
        guard let block = call.command.operands.first,
          index[block].barrierAdds.count == 1
        else { continue }
        let barrier = Barrier(call, index[block], queue, index)
        if let fault = barrier.fault(spans, index) {
          judgement.violate(
            "the barrier \(index.name(block)) of \(index.name(queue.id)) " + fault.words,
            events: [call.called, call.returned] + fault.events, in: barrier.contexts)
        } else if let begin = barrier.run?.begin {
          if !barrier.contexts.isEmpty || !barrier.earlier.isEmpty {
            judgement.hold(
              barrier.earlier.compactMap { $0.lastEnd(before: begin) }.max(), begin,
              barrier.run?.end, in: barrier.contexts)
          }
        } else if let stall, barrier.isOwed(at: stall) {
          judgement.miss(
            at: stall,
            "the barrier \(index.name(block)) of \(index.name(queue.id)), added at \(call.called), has"
              + " not begun when nothing moved any more at \(stall.ticket), although all earlier"
              + " operations had finished",
            events: [call.called, call.returned], in: barrier.contexts)
        }
      }
    }
  }
}

/// What is certain about one barrier block.
private struct Barrier {
  let call: Call
  let record: HistoryIndex.OperationRecord
  let queue: HistoryIndex.QueueRecord
  /// The members of the queue that were certainly accepted before.
  let earlier: [HistoryIndex.OperationRecord]
  /// The members of the queue that may have been accepted before the barrier.
  let notLater: [HistoryIndex.OperationRecord]
  /// The calls of `cancel-all` that may have reached it.
  let cancels: [Call]
  let contexts: [String]

  init(
    _ call: Call, _ record: HistoryIndex.OperationRecord, _ queue: HistoryIndex.QueueRecord,
    _ index: HistoryIndex
  ) {
    self.call = call
    self.record = record
    self.queue = queue
    let members = queue.members
    earlier = members.filter {
      $0.acceptedAdd?.command.queue == queue.id
        && $0.acceptedAdd?.succeeded(before: call.called) == true
        && $0.manualStarts.allSatisfy(\.isRejected)
    }
    let returned = call.returned ?? .max
    notLater = members.filter { member in
      member.possibleAdds.contains { $0.command.queue == queue.id && $0.called < returned }
    }
    cancels = queue.calls(.cancelAll).filter { !$0.returned(before: call.called) }
    let isBusy = earlier.contains { $0.isUnfinished(at: call.returned ?? index.end) }
    let isIdle = notLater.allSatisfy { ($0.finishShown ?? .max) < call.called }
    contexts = cells(
      isBusy ? "busy queue" : isIdle ? "idle queue" : nil,
      earlier.contains { $0.declaration.kind == .asynchronous } ? "asynchronous" : nil,
      index.limits(of: queue.id).cell(during: call),
      in: ["idle queue", "busy queue", "asynchronous", "limit 1", "limit none"])
  }

  typealias Fault = (words: String, events: [Ticket?])

  var run: Interval? { record.bodies.first }

  /// What is wrong with the block, if anything is.
  func fault(_ spans: [Occupancy], _ index: HistoryIndex) -> Fault? {
    repeated ?? tooEarly(index) ?? overtaken(spans, index)
  }

  /// A second begin of the block.
  private var repeated: Fault? {
    guard record.bodies.count > 1 else { return nil }
    let begins = record.bodies.prefix(2).map(\.begin)
    return ("began at \(begins[0]) and again at \(begins[1])", begins)
  }

  /// An earlier operation that was unfinished when the block began.
  private func tooEarly(_ index: HistoryIndex) -> Fault? {
    guard let begin = run?.begin else { return nil }
    if let member = earlier.first(where: { $0.isUnfinished(at: begin) }) {
      let add = member.acceptedAdd?.called ?? call.called
      return (
        "began at \(begin) although \(index.name(member.id)), added at \(add), had not finished",
        [member.acceptedAdd?.called, begin]
      )
    }
    for member in earlier {
      guard let read = member.reads(.isFinished).first(false, after: begin) else { continue }
      return (
        "began at \(begin) although isFinished of \(index.name(member.id)), added before, read false"
          + " at \(read.called)",
        [begin, read.called, read.returned]
      )
    }
    return nil
  }

  /// Whether a `cancel-all` may have dropped the barrier before a ticket: one that has begun is
  /// dropped no more (ND-43).
  private func mayBeDropped(before ticket: Ticket) -> Bool {
    cancels.contains { $0.called < min(ticket, run?.begin ?? .max) }
  }

  /// A later operation that began before the block had ended.
  private func overtaken(_ spans: [Occupancy], _ index: HistoryIndex) -> Fault? {
    guard let returned = call.returned else { return nil }
    let end = run?.end ?? index.end
    let later = spans.first {
      $0.added > returned && $0.begin < end && !mayBeDropped(before: $0.begin)
    }
    guard let span = later else { return nil }
    let state = run.map { $0.end.map { "ended only at \($0)" } ?? "never ended" } ?? "never began"
    return (
      "\(state), although \(index.name(span.operation)), added after it at \(span.added), began at"
        + " \(span.begin)",
      [span.added, span.begin, run?.end]
    )
  }

  /// Whether the begin of the block is owed and has not come.
  func isOwed(at stall: Stall) -> Bool {
    let index = stall.index
    let members = queue.members
    let others = queue.calls(.addBarrier).filter { $0.id != call.id && !$0.hadNoEffect }
    return call.succeeded && cancels.isEmpty && !stall.isFrozen && !stall.isCrowded
      && stall.isRunning(queue.id) && stall.freeSlots(queue.id) > 0
      && members.allSatisfy { $0.manualStarts.allSatisfy(\.isRejected) }
      && notLater.allSatisfy { $0.possibleAdds.count == 1 && stall.isOver($0.id) }
      && others.flatMap(\.command.operands).allSatisfy { !index.barrierMayBePending($0) }
  }
}
