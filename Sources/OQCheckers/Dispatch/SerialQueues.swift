import OQHistory
import OQJudging
import OQSpecification

extension DispatchCheckers {
  /// DISPATCH-1: a serial queue takes its tasks off in the order of submission.
  ///
  /// Of two blocks of one serial queue the second was submitted by a call that was made after the
  /// call of the first had returned. Where the second has begun, the first began before it: on a
  /// serial queue the first has even ended by then, and its begin is recorded inside it, so that
  /// the records cannot change places. Blocks with a deadline, and notifications, come to their
  /// queue at a time that no call shows.
  static let firstInFirstOut = Checker(
    "DISPATCH-1", antecedent: [.async, .sync, .asyncBarrier, .asyncGroup]
  ) { index, _, judgement in
    for (queue, submissions) in Submissions(index).queues(.serial) {
      let immediate = submissions.filter(\.isImmediate)
      var earlier = immediate.filter { $0.call.succeeded }
        .sorted { ($0.call.returned ?? 0) < ($1.call.returned ?? 0) }[...]
      // Of all that were submitted before, the one that began last, or has not.
      var last: Submission?
      for later in immediate {
        while let next = earlier.first, next.call.returned(before: later.call.called) {
          if last.map({ ($0.run?.begin ?? .max) < (next.run?.begin ?? .max) }) ?? true {
            last = next
          }
          earlier.removeFirst()
        }
        guard let first = last, let begin = later.run?.begin else { continue }
        if let before = first.run?.begin, before < begin {
          judgement.hold(first.call.returned, later.call.called, before, begin)
        } else {
          judgement.violate(
            "\(index.name(later.block)) began at \(begin) before \(index.name(first.block)), which"
              + " had been submitted to the serial queue \(index.name(queue)) at"
              + " \(first.call.called), before the call at \(later.call.called)",
            events: [first.call.returned, later.call.called, begin, first.run?.begin])
        }
      }
    }
  }

  /// DISPATCH-2: a serial queue runs one task at a time.
  ///
  /// A recorded interval lies inside the true one, so two that overlap prove that the tasks did.
  /// The handlers of a source, those for its registration and its cancel among them, are tasks of
  /// its queue.
  static let serialQueueRunsOne = Checker(
    "DISPATCH-2", antecedent: [.async, .sync, .asyncBarrier, .asyncGroup, .asyncAfter, .activate]
  ) { index, _, judgement in
    for record in index.queues where record.declaration.dispatch == .serial {
      // The run that ends last of those that have begun.
      var last: Interval?
      for run in index.runs(on: record.id) {
        if let before = last {
          if before.ended(before: run.begin) {
            judgement.hold(before.begin, before.end, run.begin)
          } else {
            judgement.violate(
              "\(index.words.text(run.callback)) began at \(run.begin) on the serial queue"
                + " \(record.declaration.name) although \(index.words.text(before.callback)), begun"
                + " at \(before.begin), had not ended",
              events: [before.begin, run.begin, before.end])
          }
        }
        if (run.end ?? .max) > (last?.end ?? (last == nil ? 0 : .max)) { last = run }
      }
    }
  }

  /// DISPATCH-7: the tasks of a serial queue see what the tasks before them wrote.
  ///
  /// Only tasks of the queue count up, each of them has ended before the counter is read, and no
  /// other call counts up: the counter holds as many as there were calls. An overlap that loses
  /// nothing is not seen.
  static let serialQueueIsLock = Checker("DISPATCH-7", antecedent: [.countUp]) {
    index, _, judgement in
    let submissions = Submissions(index)
    for record in index.queues where record.declaration.dispatch == .serial {
      let ups = record.calls(.countUp)
      let tasks = ups.map { up -> Interval? in
        guard submissions.queue(of: up.lane) == record.id, up.succeeded,
          let callback = up.lane.callback
        else { return nil }
        return index[callback.operation].bodies.first { $0.callback == callback }
      }
      guard tasks.count > 1, !tasks.contains(nil) else { continue }
      for read in record.calls(.counted) {
        guard let value = read.outcome?.integer,
          tasks.allSatisfy({ $0?.ended(before: read.called) ?? false })
        else { continue }
        if value == ups.count {
          judgement.hold(ups.first?.called, ups.last?.returned, read.called, read.returned)
        } else {
          judgement.violate(
            "the counter of \(record.declaration.name) read \(value) at \(read.returned ?? 0) after"
              + " \(ups.count) tasks of the serial queue had each added one",
            events: [ups.first?.called, ups.last?.returned, read.called, read.returned])
        }
      }
    }
  }

  /// DISPATCH-8: the tasks of the main queue run on the main thread.
  ///
  /// The thread is that of the entry, or of the client code below it on the same thread; it was
  /// recorded with the begin. Whoever submitted the block, and by which call, is of no account: a
  /// thread that waits for a task of the main queue does not run it.
  static let mainQueueUsesFirstThread = Checker("DISPATCH-8") { index, _, judgement in
    let mains = Set(index.queues.filter(\.declaration.isMain).map(\.id))
    guard !mains.isEmpty else { return }
    for one in Submissions(index).all where mains.contains(one.queue) {
      guard let run = one.run, let isOnMain = index.isOnMainThread(run), let thread = run.thread
      else { continue }
      if isOnMain {
        judgement.hold(one.call.called, run.begin)
      } else {
        judgement.violate(
          "\(index.name(one.block)), submitted to the main queue at \(one.call.called), began at"
            + " \(run.begin) \(index.place(thread))",
          events: [one.call.called, run.begin])
      }
    }
  }
}
