import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// EXEC-3: a task that has begun runs until its own code returns.
  ///
  /// A case is a recorded run of a body or block within which a cancel, a suspension or a new limit
  /// of its queue was called and came back, or a reference was dropped. The rule held where the run
  /// has a recorded end. A missing end counts only where nothing moves any more, in one of two
  /// ways:
  ///
  /// - The task has not come back from a call that never waits; a cancel is CANCEL-4's. No other
  ///   client code but bodies is held, which could hold a lock, and no cycle freezes the program.
  /// - The gate of the task was opened, it has made no call since, and its own code has nothing to
  ///   await: no other client code is inside, nothing but waits is open, and every task that there
  ///   is has begun or was cancelled. A program awaits only what must happen.
  ///
  /// Where the history does not say on which thread the task began, its lane may be one that an
  /// adapter keeps and can lose. Then the task must have gone through its gate.
  ///
  /// An overridden `start` is such code too. Where up to the return of a client's call nothing else
  /// can have led to a run, the run lies inside the call, on its thread. So that call cannot come
  /// back normally before the code has. With two calls the model does not tell whose run is which,
  /// and neither does this rule.
  static let begunTaskRunsToItsEnd = Checker("EXEC-3") { index, profile, judgement in
    let stall = index.stall(profile)
    let settings = index.queues.map { queue in
      queue.calls.filter { $0.command.verb == .suspend || $0.command.verb == .setLimit }
    }
    for record in index.operations {
      judgeStart(of: record, index, &judgement)
      for run in record.firstBodies {
        let attempts = Attempt.all(on: record, during: run, settings, index)
        guard let first = attempts.first else { continue }
        let contexts = attempts.map(\.context).reduce(into: [String]()) { found, context in
          if !found.contains(context) { found.append(context) }
        }
        if let end = run.end {
          judgement.hold(run.begin, first.ticket, end, in: contexts)
        } else if let stall, let stop = stop(of: run, at: stall) {
          judgement.miss(
            at: stall,
            "the task of \(index.name(record.id)), begun at \(run.begin), \(stop.words) after"
              + " \(first.words) at \(first.ticket), and nothing moved any more at \(stall.ticket)",
            events: [run.begin, first.ticket, stop.ticket], in: contexts)
        }
      }
    }
  }

  private static func judgeStart(
    of record: HistoryIndex.OperationRecord, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    guard record.declaration.kind == .asynchronous, let run = record.starts.first else { return }
    let offers = record.possibleAdds + record.manualStarts.filter { !$0.hadNoEffect }
    guard let call = offers.min(by: { $0.called < $1.called }), call.command.verb == .start,
      call.called < run.begin, call.succeeded, let returned = call.returned, run.begin < returned,
      !run.ended(before: returned), index.hasEveryEvent(until: returned),
      offers.count(where: { $0.called < returned }) == 1
    else { return }
    let end = run.end.map { "ended only at \($0)" } ?? "never ended"
    judgement.violate(
      "the call of start of \(index.name(record.id)) at \(call.called) returned at \(returned)"
        + " although its code, begun at \(run.begin), \(end)",
      events: [call.called, run.begin, returned, run.end])
  }

  /// Why a run that has not ended certainly goes on no more; nil where its own code may wait.
  private static func stop(
    of run: Interval, at stall: Stall
  ) -> (words: String, ticket: Ticket)? {
    let index = stall.index
    let calls = index.calls.filter { $0.lane == .callback(run.callback) }
    guard !stall.isFrozen, stall.held.allSatisfy({ $0.callback.point == .body }) else {
      return nil
    }
    if let open = calls.last, open.returned == nil {
      guard !open.command.verb.entry.mayBlock, open.command.verb != .cancel else { return nil }
      return (
        "has not come back from '\(index.words.text(open.command))' at \(open.called)", open.called
      )
    }
    guard !stall.isCrowded, let opened = index.openings[run.callback.first],
      stall.held.count == 1, run.thread != nil || index.hasGoneOn(run, after: opened),
      calls.allSatisfy({ $0.called < opened }),
      index.calls.allSatisfy({ $0.returned != nil || $0.command.verb.entry.mayBlock }),
      index.operations.allSatisfy({ other in
        !other.bodies.isEmpty || !other.starts.isEmpty
          || !other.hasTask || other.mayBeCancelled(before: index.end)
      })
    else { return nil }
    return ("was opened at \(opened) and has not ended", opened)
  }
}

extension HistoryIndex {
  /// Whether a run has recorded a step of the harness after a ticket.
  ///
  /// - Complexity: O(events).
  fileprivate func hasGoneOn(_ run: Interval, after ticket: Ticket) -> Bool {
    history.events.contains { event in
      guard case .step = event.kind else { return false }
      return event.ticket > ticket && event.lane == .callback(run.callback)
    }
  }
}

/// Something that must not stop a task, done while it ran.
private struct Attempt {
  let context: String
  let words: String
  let ticket: Ticket

  static func all(
    on record: HistoryIndex.OperationRecord, during run: Interval, _ settings: [[Call]],
    _ index: HistoryIndex
  ) -> [Attempt] {
    func made(_ calls: [Call], _ context: String, _ words: String) -> [Attempt] {
      calls.compactMap { call in
        guard call.succeeded, let returned = call.returned, run.contains(call.called),
          run.contains(returned)
        else { return nil }
        return Attempt(context: context, words: words, ticket: call.called)
      }
    }
    var attempts = made(record.certainCancels, "cancelled while executing", "a cancel")
    var drops = record.drops
    if let queue = record.startingQueue(at: run.begin) {
      let calls = settings[queue.index]
      let suspends = calls.filter { $0.command.verb == .suspend }
      attempts += made(suspends, "suspended while executing", "a suspension")
      let limits = calls.filter { $0.command.verb == .setLimit }
      attempts += made(limits, "limit changed", "a new limit")
      drops += index[queue].drops
    }
    attempts += drops.filter { run.contains($0) }.map {
      Attempt(context: "references dropped", words: "a dropped reference", ticket: $0)
    }
    return attempts.sorted { $0.ticket < $1.ticket }
  }
}
