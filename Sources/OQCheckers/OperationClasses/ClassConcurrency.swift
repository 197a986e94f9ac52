import OQHistory
import OQJudging
import OQSpecification

extension ClassCheckers {
  /// What a class that overrides start shows while its work goes on.
  static let concurrency: [Checker] = [
    startReturns, inheritedStartIsLeftOut, isAsynchronous, isNew, isExecutingMeanwhile,
    isNotFinishedUnstarted,
  ]

  /// ASYNC-2: the overridden start does not do the work itself, and does not wait for it.
  ///
  /// The thread on which the work began was that of a lane inside a call of start on the same
  /// operation: the lane's thread is in that call from before the begin until after it. Or, at a
  /// confirmed quiescence, such a call has not returned while nothing, or nothing but this work, is
  /// held.
  private static let startReturns = checker("ASYNC-2", antecedent: [.start]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.classOperations {
      for start in record.manualStarts where !start.hadNoEffect {
        let open = { (ticket: Ticket) in start.called < ticket && !start.returned(before: ticket) }
        let x = index.name(record.id)
        if let run = record.bodies.first(where: {
          open($0.begin) && $0.thread == .lane(start.lane)
        }) {
          judgement.violate(
            "the work of \(x) began at \(run.begin) on the thread of"
              + " \(index.words.text(start.lane)), inside the start that was called at"
              + " \(start.called)",
            events: [start.called, run.begin, start.returned])
        } else if let stall, !stall.isFrozen, start.returned == nil, stall.held.count == 1,
          let run = record.bodies.first(where: { $0.end == nil })
        {
          judgement.miss(
            at: stall,
            "start of \(x), called at \(start.called), had not returned while its work, begun at"
              + " \(run.begin), was held",
            events: [start.called, run.begin])
        } else if let stall, stall.isFree, start.returned == nil {
          judgement.miss(
            at: stall,
            "start of \(x), called at \(start.called), had not returned when nothing moved any"
              + " more, although no client code was held",
            events: [start.called])
        } else if let returned = start.returned,
          let run = record.bodies.first(where: {
            $0.thread != nil && start.called < $0.begin
          })
        {
          judgement.hold(start.called, run.begin, returned)
        }
      }
    }
  }

  /// ASYNC-3: the overridden start does not call the inherited one.
  ///
  /// The inherited start leaves a trace: it calls main on the thread of the caller, beside what the
  /// class launches, so that the work is done twice, the first time inside the start. That it has a
  /// finish of its own shows in waits that return and completion blocks that begin too early, which
  /// is for WAIT-1 and DONE-9 to say.
  private static let inheritedStartIsLeftOut = checker("ASYNC-3", antecedent: [.start]) {
    index, _, judgement in
    for record in index.classOperations {
      let x = index.name(record.id)
      let inside = record.bodies.first { run in
        record.manualStarts.contains {
          run.thread == .lane($0.lane) && $0.called < run.begin
            && !$0.returned(before: run.begin)
        }
      }
      if let inside, let second = record.bodies.first(where: { $0.begin > inside.begin }) {
        judgement.violate(
          "the work of \(x) began at \(inside.begin) inside the call of start and again at"
            + " \(second.begin): start calls the inherited one, which calls main",
          events: [inside.begin, second.begin])
        continue
      }
      if inside == nil, let start = record.manualStarts.first(where: { $0.returned != nil }),
        let run = record.bodies.first, start.called < run.begin
      {
        judgement.hold(start.called, run.begin)
      }
    }
  }

  /// ASYNC-4: isAsynchronous of a class that overrides start is true, whenever it is read.
  private static let isAsynchronous = checker("ASYNC-4", antecedent: [.isAsynchronous]) {
    index, _, judgement in
    for record in index.classOperations {
      for read in record.reads(.isAsynchronous) {
        if read.value {
          judgement.hold(read.called, read.returned)
        } else {
          judgement.violate(
            "isAsynchronous of \(index.name(record.id)) read false at \(read.returned)",
            events: [read.called, read.returned])
        }
      }
    }
  }

  /// ASYNC-10: a new operation neither executes nor has it finished.
  ///
  /// The checker judges reads that returned before anything but a read was called on it: a class
  /// may begin with what it is told, and be asked for its end before its begin. Work that began
  /// before anything was called that can start it says the same without a read.
  private static let isNew = Checker("ASYNC-10") { index, _, judgement in
    guard index.isUsedOnce else { return }
    judgeUnasked(index, &judgement)
    for record in index.classOperations {
      let calls = record.calls.filter { !$0.command.verb.isRead }
      let touched = (record.possibleAdds + record.cancels + calls).map(\.called)
      let first = min(touched.min() ?? index.end, record.begin ?? index.end)
      for (verb, name) in [(Verb.isExecuting, "isExecuting"), (.isFinished, "isFinished")] {
        for read in record.reads(verb) where read.returned < first {
          if read.value {
            judgement.violate(
              "\(name) of \(index.name(record.id)), which nobody had touched, read true at"
                + " \(read.returned)",
              events: [read.called, read.returned])
          } else {
            judgement.hold(read.called, read.returned)
          }
        }
      }
    }
  }

  /// ASYNC-18: while its work goes on, the operation executes and has not finished.
  ///
  /// isFinished read true, by a read that returned after the begin of the work and before its end:
  /// left out once a cancel was called, after which a class may finish at once (CANCEL-22). That
  /// isExecuting becomes true is awaited while the work is held, and missed only by a read that was
  /// made at rest.
  private static let isExecutingMeanwhile = checker(
    "ASYNC-18", antecedent: [.isFinished, .isExecuting]
  ) { index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.classOperations {
      guard let run = record.bodies.first else { continue }
      let end = min(run.end ?? index.end, record.cancels.map(\.called).min() ?? index.end)
      let x = index.name(record.id)
      for read in record.reads(.isFinished) where run.begin < read.returned && read.returned < end {
        if read.value {
          judgement.violate(
            "isFinished of \(x) read true at \(read.returned), although its work, begun at"
              + " \(run.begin), \(run.end.map { "ended only at \($0)" } ?? "had not ended")",
            events: [run.begin, read.called, read.returned, run.end])
        } else {
          judgement.hold(run.begin, read.returned)
        }
      }
      let executing = record.reads(.isExecuting).filter { run.begin < $0.called }
      if let read = executing.first(where: { $0.value && $0.returned < end }) {
        judgement.hold(run.begin, read.returned)
      } else if let stall, run.end == nil, record.cancels.isEmpty,
        let read = stall.awaitedRead(.isExecuting, true, of: record.id)
      {
        judgement.miss(
          at: stall,
          "isExecuting of \(x) still read false at \(read.returned) while its work, begun at"
            + " \(run.begin), was held",
          events: [run.begin, read.called, read.returned])
      }
    }
  }

  /// KVO-53: an operation in a queue that has not started it has not finished.
  ///
  /// The queue was suspended from the beginning, nothing was called that could end that or start
  /// the operation in another way, and isFinished read true.
  private static let isNotFinishedUnstarted = checker("KVO-53", antecedent: [.isFinished]) {
    index, _, judgement in
    for record in index.classOperations {
      guard record.manualStarts.isEmpty, record.possibleAdds.count == 1,
        let add = record.acceptedAdd, let queue = add.command.queue, let added = add.returned,
        index[queue].declaration.suspended
      else { continue }
      let resumed = index[queue].calls(.resume).map(\.called).min() ?? index.end
      for read in record.reads(.isFinished) where added < read.called && read.returned < resumed {
        if read.value {
          judgement.violate(
            "isFinished of \(index.name(record.id)) read true at \(read.returned), although"
              + " \(index.name(queue)), in which it was, had not started it",
            events: [added, read.called, read.returned])
        } else {
          judgement.hold(added, read.returned)
        }
      }
    }
  }
}
