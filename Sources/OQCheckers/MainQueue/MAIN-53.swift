import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// MAIN-53: a changed setting of the main queue acts as on any other queue, or not at all.
  ///
  /// Both are legal (ND-32), and a mixture is not. So each case sets two signs of one choice
  /// against each other.
  ///
  /// - *Suspension*: in a span in which no resume was called, the value of `isSuspended` tells the
  ///   choice. A task shows that the choice was to ignore if its only add was called in the span,
  ///   it begins in the span, and no client started it.
  /// - *cancelAllOperations*: called inside a task of the main queue, which has the only slot, it
  ///   meets every other operation unstarted. Take one whose add had returned, and that nothing
  ///   else may cancel. Either it is marked and its task never begins, or it is unmarked and its
  ///   task begins before it is finished.
  /// - *Limit*: it reads as it was read before any set of it was called, or as some call has set
  ///   it.
  static let settingsOfMainQueue = Checker(
    "MAIN-53", antecedent: [.suspend, .cancelAll, .setLimit]
  ) { index, _, judgement in
    for queue in index.queues where queue.declaration.isMain {
      judgeSuspensions(of: queue, index, &judgement)
      judgeLimits(of: queue, index, &judgement)
      for call in queue.calls(.cancelAll) where call.succeeded {
        judgeCancellation(call, of: queue, index, &judgement)
      }
    }
  }

  // MARK: Suspension

  private static func judgeSuspensions(
    of queue: HistoryIndex.QueueRecord, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let q = index.name(queue.id)
    for span in index.suspensions(of: queue.id) {
      let reads = queue.reads(.isSuspended).filter {
        $0.called > span.start && $0.returned < span.end
      }
      guard let first = reads.first else { continue }
      if let other = reads.first(where: { $0.value != first.value }) {
        judgement.violate(
          "isSuspended of \(q), suspended at \(span.start), read \(first.value) at"
            + " \(first.called) and \(other.value) at \(other.called)",
          events: [span.start, first.called, first.returned, other.called, other.returned])
        continue
      }
      for record in index.operations {
        guard let run = index.mainTask(of: record),
          let added = index.mainAdd(of: record.id)?.called, span.contains(added)
        else { continue }
        let isIgnored = span.contains(run.begin)
        if first.value, isIgnored {
          judgement.violate(
            "isSuspended of \(q) read true at \(first.called) although \(index.name(record.id)),"
              + " added at \(added) after the suspension at \(span.start), began at \(run.begin)",
            events: [span.start, first.called, first.returned, added, run.begin])
        } else if first.value || isIgnored {
          judgement.hold(span.start, first.called, first.returned, added, run.begin)
        }
      }
    }
  }

  // MARK: Limit

  private static func judgeLimits(
    of queue: HistoryIndex.QueueRecord, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let sets = queue.calls(.setLimit).filter { !$0.hadNoEffect }
    let reads = queue.calls(.limit).filter { $0.outcome?.integer != nil }
    guard let firstSet = sets.first,
      let before = reads.first(where: { $0.returned(before: firstSet.called) }),
      let original = before.outcome?.integer
    else { return }
    for read in reads where read.called > firstSet.called {
      guard let value = read.outcome?.integer, let returned = read.returned,
        let last = sets.last(where: { $0.called < returned })
      else { continue }
      let values = sets.filter { $0.called < returned }.compactMap(\.command.integer)
      if value == original || values.contains(value) {
        judgement.hold(before.returned, last.called, read.called, returned)
      } else {
        judgement.violate(
          "the limit of \(index.name(queue.id)) read \(value) at \(read.called) although it was"
            + " \(original) at \(before.called) and was never set to that",
          events: [before.called, before.returned, last.called, read.called, returned])
      }
    }
  }

  // MARK: Cancellation of everything

  private static func judgeCancellation(
    _ call: Call, of queue: HistoryIndex.QueueRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    guard let returned = call.returned, index.isMainHeld(call), queue.calls(.setLimit).isEmpty,
      queue.calls(.cancelAll).allSatisfy({ $0.id == call.id || $0.hadNoEffect })
    else { return }
    for record in index.operations where record.declaration.kind != .asynchronous {
      guard let add = index.mainAdd(of: record.id), add.succeeded(before: call.called),
        record.hasTask, record.manualStarts.isEmpty, record.calls(.cancel).isEmpty,
        record.bodies.allSatisfy({ $0.begin > returned && index.isOnMainThread($0) == true }),
        let read = record.reads(.isCancelled).first(where: { $0.called > returned })
      else { continue }
      let x = index.name(record.id)
      let began = record.bodies.map(\.begin).min()
      if read.value, let began {
        judgement.violate(
          "\(x) began at \(began) although isCancelled read true at \(read.called) after"
            + " cancel-all \(index.name(queue.id)) at \(call.called), before it had begun",
          events: [add.returned, call.called, read.called, read.returned, began])
      } else if !read.value, began == nil, let finish = record.finishShown {
        judgement.violate(
          "\(x) had finished by \(finish) without its task although isCancelled read false at"
            + " \(read.called) after cancel-all \(index.name(queue.id)) at \(call.called)",
          events: [add.returned, call.called, read.called, read.returned, finish])
      } else if read.value != (began != nil) {
        judgement.hold(call.called, read.called, read.returned, began)
      }
    }
  }
}

extension HistoryIndex {
  /// The first run of the task of an operation whose begin only its queue can have caused; nil for
  /// others, and for an overridden start, which a cancel may bring about.
  fileprivate func mainTask(of record: OperationRecord) -> Interval? {
    guard record.declaration.kind != .asynchronous, record.manualStarts.isEmpty else { return nil }
    return record.bodies.min { $0.begin < $1.begin }
  }

  /// Whether a call is made inside a task that the main queue runs, by code on the main thread.
  ///
  /// One that was also started by hand may run without a slot.
  fileprivate func isMainHeld(_ call: Call) -> Bool {
    guard let caller = call.lane.callback, caller.point == .body,
      mainAdd(of: caller.operation) != nil, self[caller.operation].manualStarts.isEmpty,
      let outer = run(caller)
    else { return false }
    return isOnMainThread(outer) == true
  }
}
