import OQHistory
import OQJudging
import OQSpecification

extension ClassCheckers {
  /// What a class of either nature shows of its states, whoever wrote them.
  static let states: [Checker] = [
    cancelledStays, cancelConcernsOne, waitOutlastsFinish, waitReturnsAfterFinish,
    readinessIsAnnounced,
  ]

  /// STATE-1: a new operation of a class that overrides main is ready and nothing else.
  ///
  /// As of every operation, and by its work, which does not begin before it is started.
  static let isReadyWhenNew = Checker("STATE-1") { index, profile, judgement in
    guard !index.mayHaveLeftWorkOut else { return }
    judgeUnasked(index, &judgement)
    Checkers.newOperationIsReady.find(in: index, profile, &judgement)
  }

  /// Judges work that began before anything was called that can start it.
  static func judgeUnasked(_ index: HistoryIndex, _ judgement: inout Judgement) {
    for record in index.classOperations {
      guard let begin = record.unaskedBegin(index) else { continue }
      judgement.violate(
        "the work of \(index.name(record.id)) began at \(begin), before anything was called that"
          + " can start it",
        events: [begin])
    }
  }

  /// STATE-9: isCancelled does not rise by itself, and never falls.
  ///
  /// A read called after another one had returned true sees a later instant, and the mark stays. A
  /// class may cancel its operations itself, where their work fails or what they depend on was
  /// cancelled or has failed: that a mark rose without a cancel is held against it only until the
  /// first cancel of anything was called, and for an operation that an error concerns only until
  /// the first error. An error concerns those whose work fails and those that depend on them, and
  /// everybody where a queue is dropped.
  private static let cancelledStays = checker("STATE-9", antecedent: [.isCancelled]) {
    index, _, judgement in
    func firstCall(_ verbs: Set<Verb>) -> Ticket {
      index.calls.first { verbs.contains($0.command.verb) }?.called ?? index.end
    }
    let cancel = firstCall([.cancel, .cancelAll])
    let error = firstCall([.throwError])
    let failed = index.operations.filter { !$0.calls(.throwError).isEmpty }
    let concerned = Checkers.dependents(of: Set(failed.map(\.id)), index)
    let isDropped = !index.queues.allSatisfy(\.drops.isEmpty)
    for record in index.classOperations {
      let reason = isDropped || concerned[record.id.index] ? min(cancel, error) : cancel
      let x = index.name(record.id)
      let reads = record.reads(.isCancelled)
      for read in reads where read.returned < reason {
        if read.value {
          judgement.violate(
            "isCancelled of \(x) read true at \(read.returned) although nothing had been called"
              + " that could cancel it",
            events: [read.called, read.returned])
        } else {
          judgement.hold(read.called, read.returned)
        }
      }
      guard let rise = reads.filter({ $0.returned > reason }).first(true) else { continue }
      let later = reads.filter { $0.called > rise.returned }
      if let read = later.first(false) {
        judgement.violate(
          "isCancelled of \(x) read true at \(rise.returned) and false at \(read.returned)",
          events: [rise.called, rise.returned, read.called, read.returned])
      } else if let read = later.first {
        judgement.hold(rise.returned, read.returned)
      }
    }
  }

  /// CANCEL-19: cancelling an operation does not cancel what it does not concern.
  ///
  /// As for queues, by reads of isCancelled alone: the other operation has no cancel of its own, no
  /// queue is cancelled or dropped, and it does not depend on a cancelled one. No work fails, after
  /// which a class may cancel its operation itself.
  private static let cancelConcernsOne = checker("CANCEL-19", antecedent: [.cancel]) {
    index, _, judgement in
    guard index.verbs.isDisjoint(with: [.cancelAll, .throwError]),
      index.queues.allSatisfy(\.drops.isEmpty)
    else { return }
    let cancels = index.calls.filter { $0.command.verb == .cancel && !$0.hadNoEffect }
    guard let cancel = cancels.first, let target = cancel.command.operation else { return }
    let touched = Checkers.dependents(of: Set(cancels.compactMap(\.command.operation)), index)
    for record in index.classOperations where !touched[record.id.index] {
      let contexts = index.placeContext(record.id, target)
      for read in record.reads(.isCancelled) where read.called > cancel.called {
        if read.value {
          judgement.violate(
            "isCancelled of \(index.name(record.id)) read true at \(read.returned) although only"
              + " others were cancelled, such as \(index.name(target)) at \(cancel.called)",
            events: [cancel.called, read.called, read.returned], in: contexts)
        } else {
          judgement.hold(cancel.called, read.called, read.returned, in: contexts)
        }
      }
    }
  }

  /// WAIT-1: a wait for an operation does not return before the operation says that it has
  /// finished.
  ///
  /// A read of isFinished that is called after the return gives true, because finished is final:
  /// also where the operation was cancelled or started by hand. That its work has ended is asked
  /// where nobody cancels and no work may have been left out, as of every operation.
  private static let waitOutlastsFinish = checker("WAIT-1", antecedent: [.wait]) {
    index, profile, judgement in
    if index.isUncancelled, !index.mayHaveLeftWorkOut {
      return Checkers.waitOutlastsOperation.find(in: index, profile, &judgement)
    }
    for record in index.classOperations {
      for wait in record.calls(.wait) where wait.succeeded {
        guard let returned = wait.returned else { continue }
        let later = record.reads(.isFinished).filter { $0.called > returned }
        if let read = later.first(where: { !$0.value }) {
          judgement.violate(
            "a wait for \(index.name(record.id)) returned at \(returned) although isFinished still"
              + " read false at \(read.returned)",
            events: [wait.called, returned, read.called, read.returned])
        } else if let read = later.first {
          judgement.hold(returned, read.called, read.returned)
        }
      }
    }
  }

  /// WAIT-2: a wait for an operation returns once others know of its finish.
  ///
  /// Another wait has returned, or the completion block has begun: so the finish was announced, and
  /// at a confirmed quiescence without held client code this wait has not returned. A finish that
  /// nobody was told is ASYNC-6's.
  private static let waitReturnsAfterFinish = checker("WAIT-2", antecedent: [.wait]) {
    index, profile, judgement in
    let stall = Stall(index, profile)
    for record in index.classOperations {
      let waits = record.calls(.wait)
      let signs = waits.filter(\.succeeded).compactMap(\.returned) + record.completions.map(\.begin)
      for wait in waits {
        if let returned = wait.returned {
          judgement.hold(wait.called, returned)
        } else if let stall, stall.isFree, wait.called < stall.ticket, let sign = signs.min() {
          judgement.miss(
            at: stall,
            "a wait for \(index.name(record.id)), called at \(wait.called), had not returned when"
              + " nothing moved any more, although others knew at \(sign) that it had finished",
            events: [wait.called, sign])
        }
      }
    }
  }

  /// READY-6: an overridden isReady is announced when it becomes true.
  ///
  /// Without observers of key paths the announcement shows in what the queue does. The operation
  /// has no dependencies, so that the inherited part does not announce the change. isReady read
  /// false and later true. At a confirmed quiescence without held client code the operation has not
  /// begun, although its queue certainly runs, with a free slot. Where an operation begins that was
  /// asked before, whatever was to be announced was.
  private static let readinessIsAnnounced = checker("READY-6", antecedent: [.isReady]) {
    index, profile, judgement in
    let stall = Stall(index, profile)
    for record in index.classOperations where index.links(of: record.id).isEmpty {
      let reads = record.reads(.isReady)
      if let begin = record.begin {
        if let read = reads.first, read.called < begin { judgement.hold(read.returned, begin) }
      } else if let after = reads.last(where: \.value),
        let before = reads.first(where: { !$0.value && $0.returned < after.called }),
        let stall, stall.isFree, stall.owesBegin(record.id)
      {
        judgement.miss(
          at: stall,
          "\(index.name(record.id)) had not begun when nothing moved any more, although its"
            + " isReady, false at \(before.returned), read true at \(after.returned): nobody was"
            + " told",
          events: [record.acceptedAdd?.called, before.returned, after.returned])
      }
    }
  }
}
