import OQHistory
import OQJudging
import OQSpecification

extension ClassCheckers {
  /// How operations of a class that overrides start come to their end.
  static let endings: [Checker] = [
    finishIsTold, cancelledIsNotLaunched, bothStatesEnd, everyWayEnds, finishedIsTheLastWord,
    cancelledFinishes,
  ]

  /// ASYNC-6: the finish that the class stores is announced.
  ///
  /// Without observers of key paths the announcement shows in what it brings about. isFinished had
  /// read true. At a confirmed quiescence without held client code one of two things has not
  /// happened:
  ///
  /// - A wait for the operation has not returned.
  /// - Another operation, which depends on this one alone or is in the same queue if that has a
  ///   limit, has not begun, although everything else that it needs is there for certain. This
  ///   counts in queues, where nobody cancels, no start by hand is taken for a finish, and nothing
  ///   failed for which the other one may leave its work out; and as long as no wait that has
  ///   returned, no completion block, and nothing that came after it, shows that the finish was
  ///   announced. Nor does it count where the other one said after the finish that it is not ready:
  ///   a class may have a readiness of its own. One that has finished without its work was not kept
  ///   waiting.
  private static let finishIsTold = checker("ASYNC-6", antecedent: [.isFinished]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    let isPlain =
      index.verbs.isDisjoint(with: [.cancel, .cancelAll, .start]) && !index.mayHaveLeftWorkOut
    for record in index.classOperations {
      guard let finish = record.reads(.isFinished).first(true) else { continue }
      let x = index.name(record.id)
      for wait in record.calls(.wait) {
        if let returned = wait.returned, wait.succeeded {
          judgement.hold(wait.called, returned)
        } else if let stall, stall.isFree, wait.returned == nil {
          judgement.miss(
            at: stall,
            "a wait for \(x), called at \(wait.called), had not returned when nothing moved any"
              + " more, although isFinished had read true at \(finish.returned): nobody was told",
            events: [wait.called, finish.called, finish.returned],
            missing: .answer(wait.called), .completion(record.id))
        }
      }
      // Where others know of the finish it was announced: what keeps the next one is its own.
      guard isPlain, !record.showsFinish(reads: false) else { continue }
      let isKnown = index.isKnown(toThoseAfter: record)
      for other in index.followers(of: record) {
        if let begin = other.begin {
          if begin > finish.called { judgement.hold(finish.called, begin) }
        } else if let stall, stall.isFree, stall.owesBegin(other.id), !isKnown,
          !other.showsFinish(reads: true), !other.isUnready(after: finish.returned)
        {
          judgement.miss(
            at: stall,
            "\(index.name(other.id)) had not begun when nothing moved any more, although isFinished"
              + " of \(x), for which alone it could wait, had read true at \(finish.returned):"
              + " nobody was told",
            events: [other.acceptedAdd?.called, finish.called, finish.returned])
        }
      }
    }
  }

  /// ASYNC-7: an operation that was cancelled before its start is finished and not launched.
  ///
  /// The cancel returned before any call of start or add, or before anything could resume the queue
  /// that was suspended from the beginning. So start is entered after it. Work that begins was
  /// launched; a finish that does not come is missed at a confirmed quiescence, by a read made at
  /// rest, after a start by hand that returned.
  private static let cancelledIsNotLaunched = checker("ASYNC-7", antecedent: [.cancel]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.classOperations {
      guard let cancel = record.calls(.cancel).filter(\.succeeded).first,
        let cancelled = cancel.returned, cancelled < record.firstEntry(index)
      else { continue }
      let x = index.name(record.id)
      let finish = record.reads(.isFinished).first(true)
      if let begin = record.begin {
        judgement.violate(
          "the work of \(x), which was cancelled by \(cancelled) before anything could start it,"
            + " began at \(begin)",
          events: [cancel.called, cancelled, begin])
      } else if let finish {
        judgement.hold(cancelled, finish.returned)
      } else if let stall, stall.isFree, let start = record.manualStarts.first(where: \.succeeded),
        let read = stall.awaitedRead(.isFinished, true, of: record.id)
      {
        judgement.miss(
          at: stall,
          "isFinished of \(x), cancelled at \(cancel.called) and started at \(start.called), still"
            + " read false at \(read.returned) when nothing moved any more",
          events: [cancel.called, start.called, start.returned, read.returned])
      }
    }
  }

  /// ASYNC-8: with the finish, isExecuting is false.
  ///
  /// As STATE-7: a read of isExecuting that was called after one of isFinished had returned true.
  private static let bothStatesEnd = checker("ASYNC-8", antecedent: [.isFinished]) {
    index, _, judgement in
    for record in index.classOperations {
      guard let finish = record.reads(.isFinished).first(true) else { continue }
      for read in record.reads(.isExecuting) where read.called > finish.returned {
        if read.value {
          judgement.violate(
            "\(index.name(record.id)) was executing and finished at once: isFinished read true at"
              + " \(finish.returned) and isExecuting read true at \(read.returned)",
            events: [finish.called, finish.returned, read.called, read.returned])
        } else {
          judgement.hold(finish.returned, read.returned)
        }
      }
    }
  }

  /// ASYNC-9: whatever becomes of its work, an operation reports that it has finished.
  ///
  /// Its work has ended, no client code is held, and at a confirmed quiescence isFinished reads
  /// false at rest, or a wait for it has not returned and isFinished never read true. Of an
  /// operation that was cancelled, and whose work did not fail, that is CANCEL-22's.
  private static let everyWayEnds = checker("ASYNC-9", antecedent: [.isFinished, .wait]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.classOperations {
      guard let end = record.bodies.first?.end else { continue }
      let failed = !record.calls(.throwError).isEmpty
      if let finish = record.reads(.isFinished).first(true), finish.returned > end {
        judgement.hold(end, finish.returned)
      } else if let stall, stall.isFree, failed || record.certainCancels.isEmpty,
        let sign = stall.unfinishedSign(record)
      {
        judgement.miss(
          at: stall,
          "\(sign.words) when nothing moved any more, although its work had ended at \(end)"
            + (failed ? " with an error" : ""),
          events: [end, sign.called, sign.returned])
      }
    }
  }

  /// ASYNC-16: an operation does not become executing after it has finished.
  ///
  /// That isExecuting becomes false after isFinished has read true is awaited, and missed by a read
  /// made at rest; once it has read false there, no later read gives true.
  private static let finishedIsTheLastWord = checker("ASYNC-16", antecedent: [.isFinished]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.classOperations {
      guard let finish = record.reads(.isFinished).first(true) else { continue }
      let later = record.reads(.isExecuting).filter { $0.called > finish.returned }
      let x = index.name(record.id)
      if let ended = later.first(where: { !$0.value }) {
        if let read = later.first(where: { $0.value && $0.called > ended.returned }) {
          judgement.violate(
            "isExecuting of \(x) read true at \(read.returned), after isFinished had read true at"
              + " \(finish.returned) and isExecuting false at \(ended.returned)",
            events: [finish.returned, ended.returned, read.called, read.returned])
        } else {
          judgement.hold(finish.returned, ended.returned)
        }
      } else if let stall, stall.isFree,
        let read = stall.awaitedRead(.isExecuting, false, of: record.id)
      {
        judgement.miss(
          at: stall,
          "isExecuting of \(x) still read true at \(read.returned) when nothing moved any more,"
            + " although isFinished had read true at \(finish.returned)",
          events: [finish.called, finish.returned, read.called, read.returned])
      }
    }
  }

  /// CANCEL-22: an operation that is cancelled and started comes to its end.
  ///
  /// It was cancelled for certain, and it has been started: its work has ended, a start by hand has
  /// returned, or it said that it executes; or its start is owed by its queue, which certainly
  /// runs, with a free slot, while all others that began say that they have finished. No client
  /// code is held, and the finish is missed as in ASYNC-9, to which operations are left whose work
  /// has failed.
  private static let cancelledFinishes = checker("CANCEL-22", antecedent: [.cancel, .cancelAll]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.classOperations {
      guard let cancel = record.certainCancels.first, record.calls(.throwError).isEmpty else {
        continue
      }
      let begin = record.begin ?? record.manualStarts.map(\.called).min() ?? index.end
      let cell = cancel.called > begin ? "cancelled while executing" : "cancelled before start"
      if let finish = record.reads(.isFinished).first(true) {
        judgement.hold(cancel.called, finish.returned, in: [cell])
      } else if let stall, stall.isFree, let entered = stall.entry(of: record),
        let sign = stall.unfinishedSign(record)
      {
        let x = index.name(record.id)
        judgement.miss(
          at: stall,
          "\(sign.words) when nothing moved any more, although \(x) had been cancelled at"
            + " \(cancel.called)",
          events: [cancel.called, entered, sign.called, sign.returned], in: [cell])
      }
    }
  }
}

extension Stall {
  /// The event by which a cancelled operation was started, or from which its start is owed; nil
  /// where neither is certain.
  ///
  /// - Complexity: O(calls on the operation and its queue).
  fileprivate func entry(of record: HistoryIndex.OperationRecord) -> Ticket? {
    if let body = record.bodies.first { return body.end }
    if let start = record.manualStarts.first(where: \.succeeded) { return start.returned }
    if let read = record.reads(.isExecuting).first(true) { return read.returned }
    guard let queue = queue(of: record.id), isServing(queue), isReady(record.id),
      index.allSayFinished(but: record.id)
    else { return nil }
    return record.acceptedAdd?.returned
  }
}

extension HistoryIndex {
  /// Operations of the class that come after another one: by a dependency on it, or by the limit of
  /// the queue to which both were added.
  fileprivate func followers(of record: OperationRecord) -> [OperationRecord] {
    let queues = record.possibleAdds.compactMap(\.command.queue).filter {
      self[$0].declaration.limit != nil || !self[$0].calls(.setLimit).isEmpty
    }
    return classOperations.filter { other in
      other.id != record.id
        && (links(of: other.id).contains { $0.dependency == record.id }
          || other.possibleAdds.contains { add in
            add.command.queue.map(queues.contains) ?? false
          })
    }
  }
}

extension HistoryIndex {
  /// Whether the begin of another operation shows that it was told of a finish: of what depends on
  /// the operation, or of what came after its work in a queue with room for one.
  fileprivate func isKnown(toThoseAfter record: OperationRecord) -> Bool {
    let worked = record.bodies.last?.end ?? end
    let narrow = record.possibleAdds.compactMap(\.command.queue).filter {
      self[$0].declaration.limit == 1 && self[$0].calls(.setLimit).isEmpty
    }
    return classOperations.contains { other in
      guard let begin = other.begin, other.id != record.id else { return false }
      return links(of: other.id).contains { $0.dependency == record.id }
        || begin > worked
          && other.possibleAdds.contains { $0.command.queue.map(narrow.contains) ?? false }
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether something shows that the operation has finished: its completion block, a wait for it
  /// that has returned, or, if reads count, what it says itself.
  fileprivate func showsFinish(reads: Bool) -> Bool {
    !completions.isEmpty || calls(.wait).contains { $0.succeeded && $0.returned != nil }
      || reads && self.reads(.isFinished).first(true) != nil
  }

  /// Whether the last read of isReady that was called after a ticket gave false.
  fileprivate func isUnready(after ticket: Ticket) -> Bool {
    reads(.isReady).last { $0.called > ticket }?.value == false
  }

  /// The smallest ticket at which start may have been entered; the end where nothing could.
  ///
  /// - Complexity: O(calls on the operation and its queue).
  func firstEntry(_ index: HistoryIndex) -> Ticket {
    let starts = manualStarts.map(\.called)
    let adds = possibleAdds.map { add -> Ticket in
      guard let queue = add.command.queue, index[queue].declaration.suspended else {
        return add.called
      }
      return max(add.called, index[queue].calls(.resume).map(\.called).min() ?? index.end)
    }
    return (starts + adds).min() ?? index.end
  }
}
