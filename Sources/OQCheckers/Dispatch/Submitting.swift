import OQHistory
import OQJudging
import OQSpecification

extension DispatchCheckers {
  /// DISPATCH-3: a concurrent queue starts tasks without waiting for earlier ones to end.
  ///
  /// The rule held where one task began inside another. At a confirmed quiescence a block has not
  /// begun whose submission to a concurrent queue has returned, while a task of that queue is in
  /// progress: no barrier was ever submitted to the queue, and less client code is held than the
  /// subject was measured to begin.
  static let concurrentQueueDoesNotWait = Checker(
    "DISPATCH-3", antecedent: [.async, .asyncGroup]
  ) { index, _, judgement in
    let stall = DispatchStall(index)
    for (queue, submissions) in Submissions(index).queues(.concurrent) {
      guard index[queue].calls(.asyncBarrier).isEmpty else { continue }
      let tasks = submissions.filter { $0.isImmediate && $0.call.command.verb != .sync }
      let begun = tasks.compactMap(\.run).sorted { $0.begin < $1.begin }
      for (first, second) in zip(begun, begun.dropFirst()) where first.contains(second.begin) {
        judgement.hold(first.begin, second.begin, first.end)
      }
      guard let stall, stall.held.count < stall.bodies,
        let first = tasks.first(where: { $0.run.map { $0.end == nil } ?? false }),
        let second = tasks.first(where: { $0.call.succeeded && $0.run == nil })
      else { continue }
      judgement.miss(
        at: stall,
        "\(index.name(second.block)), submitted at \(second.call.called) to the concurrent queue"
          + " \(index.name(queue)), had not begun while only \(index.name(first.block)), begun at"
          + " \(first.run?.begin ?? 0), was in progress",
        events: [second.call.called, second.call.returned, first.run?.begin])
    }
  }

  /// DISPATCH-4: a task that was submitted by async runs without any thread of the client.
  ///
  /// Its begin on the thread of the lane that submits it, inside the call, proves that the client's
  /// thread was lent; of a call that was not recorded nobody knows what lies inside. A begin that
  /// comes after the call on another thread was the system's work. A task of the same queue is on a
  /// thread of the system already, so nothing is concluded from its thread. At a confirmed
  /// quiescence without any client code in progress every block that was submitted is owed; those
  /// that a task submits to its own serial queue are DISPATCH-5's.
  static let systemSuppliesThreads = Checker(
    "DISPATCH-4", antecedent: [.async, .asyncGroup, .asyncBarrier]
  ) { index, _, judgement in
    let stall = DispatchStall(index)
    let submissions = Submissions(index)
    for one in submissions.all
    where one.isImmediate && one.call.command.verb != .sync && index[one.queue].isMade {
      let isFromWithin = submissions.queue(of: one.call.lane) == one.queue
      if isFromWithin, index[one.queue].declaration.dispatch == .serial { continue }
      if let run = one.run {
        let isInside = one.call.called < run.begin && !one.call.returned(before: run.begin)
        if isInside, !isFromWithin, one.call.isRecorded, run.thread == .lane(one.call.lane) {
          judgement.violate(
            "\(index.name(one.block)) began at \(run.begin) on the thread of"
              + " \(index.words.text(one.call.lane)), inside the call of async at"
              + " \(one.call.called)",
            events: [one.call.called, run.begin, one.call.returned])
        } else if !isInside, let thread = run.thread, thread != .lane(one.call.lane) {
          judgement.hold(one.call.called, one.call.returned, run.begin)
        }
      } else if let stall, stall.held.isEmpty, one.call.succeeded {
        judgement.miss(
          at: stall,
          "\(index.name(one.block)), submitted to \(index.name(one.queue)) at"
            + " \(one.call.called), had not begun although no client code was in progress",
          events: [one.call.called, one.call.returned])
        break
      }
    }
  }

  /// DISPATCH-5: async does not deadlock, also from a task of the same serial queue.
  ///
  /// The call returns inside the outer task, and the inner one begins after it. At a confirmed
  /// quiescence the call has not returned; or it has, nothing is in progress, and the inner task
  /// has not begun. An inner begin before the outer end is a case of DISPATCH-2.
  static let asyncNeverDeadlocks = Checker(
    "DISPATCH-5", antecedent: [.async, .asyncGroup, .asyncBarrier]
  ) { index, _, judgement in
    let stall = DispatchStall(index)
    let submissions = Submissions(index)
    for one in submissions.all
    where one.isImmediate && one.call.command.verb != .sync
      && index[one.queue].declaration.dispatch == .serial
      && submissions.queue(of: one.call.lane) == one.queue
    {
      if let stall, one.call.returned == nil {
        judgement.miss(
          at: stall,
          "the async at \(one.call.called) by a task of the serial queue \(index.name(one.queue))"
            + " had not returned",
          events: [one.call.called])
      } else if let run = one.run, one.call.returned(before: run.begin) {
        judgement.hold(one.call.called, one.call.returned, run.begin)
      } else if let stall, stall.held.isEmpty, one.run == nil {
        judgement.miss(
          at: stall,
          "\(index.name(one.block)), submitted at \(one.call.called) by a task of its own serial"
            + " queue \(index.name(one.queue)), had not begun although that task had ended",
          events: [one.call.called, one.call.returned])
      }
    }
  }

  /// DISPATCH-6: sync waits and async does not.
  ///
  /// The end of a task is recorded inside it and the return of sync after the call, so a return
  /// that is recorded first came first. At a confirmed quiescence without any client code in
  /// progress no sync goes on. An async never waits for anything: one that has not returned at a
  /// confirmed quiescence waits for ever; inside a task of the same serial queue it is
  /// DISPATCH-5's.
  static let syncWaits = Checker(
    "DISPATCH-6", antecedent: [.sync, .async, .asyncGroup, .asyncBarrier]
  ) { index, _, judgement in
    let stall = DispatchStall(index)
    let submissions = Submissions(index)
    for one in submissions.all where one.isImmediate {
      let (called, returned) = (one.call.called, one.call.returned)
      if one.call.command.verb == .sync {
        if returned == nil, let stall, stall.held.isEmpty, called < stall.ticket {
          judgement.miss(
            at: stall,
            "the sync of \(index.name(one.block)) at \(called) had not returned although no client"
              + " code was in progress",
            events: [called, one.run?.begin, one.run?.end])
        }
        guard let returned, one.call.succeeded else { continue }
        if one.run?.ended(before: returned) ?? false {
          judgement.hold(called, one.run?.end, returned)
        } else {
          judgement.violate(
            "sync returned at \(returned) although \(index.name(one.block)), submitted at"
              + " \(called), had not ended",
            events: [called, one.run?.begin, returned, one.run?.end])
        }
      } else if let returned {
        if let run = one.run, run.contains(returned) || returned < run.begin {
          judgement.hold(called, returned, run.begin, run.end)
        }
      } else if let stall, submissions.queue(of: one.call.lane) != one.queue {
        judgement.miss(
          at: stall,
          "the async of \(index.name(one.block)) at \(called) had not returned",
          events: [called, one.run?.begin])
      }
    }
  }
}

extension HistoryIndex.QueueRecord {
  /// Whether the queue is a dispatch queue that the program made.
  fileprivate var isMade: Bool { declaration.dispatch != nil }
}
