import OQHistory

/// Facts that cannot meet in a composed program, and why.
package struct Exclusion: Sendable, Hashable {
  /// Why some facts do not meet.
  package enum Ground: String, Sendable, Hashable {
    /// The model has no state in which they do.
    case impossible
    /// The contract leaves open what follows, so that a program with them need not end.
    case open
    /// The model has such states, and composed programs do not come to them.
    case left
  }

  /// Calls that share their exclusions.
  package enum Scope: Int, Sendable, Hashable, CaseIterable {
    /// Calls on queues; what is excluded for them is excluded for all.
    case queue
    /// Calls on operations.
    case operation
    /// The wait for an operation.
    case wait
    /// The start by hand.
    case start

    /// The scope of a verb.
    package init(_ verb: Verb) {
      self =
        switch verb {
        case .wait: .wait
        case .start: .start
        default: verb.entry.family == .operation ? .operation : .queue
        }
    }

    /// Whether an exclusion of another scope holds for the calls.
    ///
    /// - Parameter other: the scope of the exclusion.
    /// - Returns: whether calls of this scope keep to exclusions of the other.
    package func takes(_ other: Scope) -> Bool {
      other == .queue || other == self || (other == .operation && self != .queue)
    }
  }

  /// Facts of one aspect each; it holds in a state that has a fact of every clause.
  package let clauses: [FactSet]
  /// Which sort of reason it is.
  package let ground: Ground
  /// The reason, as a sentence without its point.
  package let reason: String
  /// Which calls it is about.
  package let scope: Scope

  init(
    _ ground: Ground, _ reason: String, _ clauses: FactSet..., scope: Scope = .queue
  ) {
    self.clauses = clauses
    self.ground = ground
    self.reason = reason
    self.scope = scope
  }

  /// Whether a situation is excluded.
  ///
  /// - Parameter facts: one fact of each aspect.
  /// - Returns: whether it has a fact of every clause.
  package func holds(in facts: FactSet) -> Bool { clauses.allSatisfy { !($0 & facts).isEmpty } }
}

extension FactSet {
  static let queued: FactSet = [
    .entryAlone, .entryGroup, .entryInside, .entryCompletion,
  ]
  static let started: FactSet = [.phaseStarting, .phaseExecuting, .phaseFinished]
  static let running: FactSet = [.phaseStarting, .phaseExecuting]
  static let open: FactSet = [
    .dependsNew, .dependsWaiting, .dependsRunning, .dependsLater, .dependsCancelled,
  ]
  static let secondOpen: FactSet = [.secondRunning, .secondWaiting]
  static let cancelledEarly: FactSet = [.cancelledNew, .cancelledQueued]
  static let stopped: FactSet = [.suspendedFirst, .suspendedLate]

  /// The other facts of the same aspect.
  var others: FactSet {
    guard let fact = first(where: { _ in true }) else { return [] }
    return fact.aspect.facts - self
  }
}

extension Exclusion {
  /// The table.
  package static let all: [Exclusion] =
    operations + unfinished + dependents + kinds + cancellations + entries + waits + queues
    + pasts + barriers + clients + starts + callers

  private static let operations: [Exclusion] = [
    Exclusion(
      .impossible, "readiness is a matter of operations that have not been started",
      .started, ([.readyPast] as FactSet).others),
    Exclusion(
      .impossible, "an operation that has not been started is not past readiness",
      .started.others, [.readyPast]),
    Exclusion(
      .impossible, "without an unfinished dependency none is waited for",
      [.readyDependency, .readyBoth], FactSet.open.others, FactSet.secondOpen.others),
    Exclusion(
      .impossible, "who depends on a second operation depends on a first one",
      ([.secondNone] as FactSet).others, [.dependsNot]),
  ]

  private static let unfinished = [FactSet.open, .secondOpen].flatMap { open in
    [
      Exclusion(
        .impossible, "an operation with an unfinished dependency is not ready",
        [.readyYes, .readyCondition], open),
      Exclusion(
        .impossible, "a queue starts an operation after its dependencies",
        .started, open, ([.entryHand] as FactSet).others),
      Exclusion(
        .open, "the start by hand of an operation with an unfinished dependency may be refused",
        .started, open, [.entryHand]),
    ]
  }

  private static let dependents: [Exclusion] = [
    Exclusion(
      .impossible, "a later operation of the queue needs an earlier one",
      [.dependsLater], [.phaseNew]),
    Exclusion(
      .impossible, "a later operation of the queue needs an earlier one",
      [.dependsLater], [.entryHand]),
    Exclusion(
      .impossible, "a later operation is in the queue", [.dependsLater], [.loadNone, .loadEmpty]),
    Exclusion(
      .impossible, "a finished operation is waited for by none that waits",
      [.dependentsWaiting], [.phaseFinished]),
    Exclusion(
      .impossible, "a completion block runs once its operation has finished",
      [.completionRunning, .completionDone], ([.phaseFinished] as FactSet).others),
    Exclusion(
      .impossible, "the completion block of a finished operation has begun",
      [.completionSet], [.phaseFinished]),
  ]

  private static let kinds: [Exclusion] = [
    Exclusion(
      .impossible, "only an overridden isReady asks a condition",
      [.readyCondition, .readyBoth], ([.kindConditional] as FactSet).others),
    Exclusion(
      .impossible, "the base class has no task that could be held",
      [.kindBase], [.phaseExecuting]),
    Exclusion(
      .impossible, "the base class has no task that could be held",
      [.kindBase], [.cancelledRunning]),
    Exclusion(
      .impossible, "only an overridden start goes on without executing",
      [.phaseStarting], ([.kindAsynchronous] as FactSet).others),
    Exclusion(
      .impossible, "only custom operations report by themselves",
      [.reportInside, .reportAfter], ([.kindAsynchronous] as FactSet).others),
    Exclusion(
      .impossible, "a custom operation has reported when it executes or has finished",
      [.kindAsynchronous], [.reportNone], [.phaseExecuting, .phaseFinished]),
    Exclusion(
      .impossible, "what has reported executes or has finished",
      [.reportInside, .reportAfter], [.phaseNew, .phaseQueued, .phaseStarting]),
    Exclusion(
      .open,
      "the task of an operation that calls itself asynchronous may run under the lock of "
        + "its queue, so that nothing is owed while it is held (C-13)",
      [.kindFlagged], [.phaseExecuting], .queued),
  ]

  private static let cancellations: [Exclusion] = [
    Exclusion(
      .impossible, "a default start of a cancelled operation runs no task",
      [.cancelledNew, .cancelledQueued], [.phaseExecuting],
      ([.kindAsynchronous] as FactSet).others),
    Exclusion(
      .impossible, "what is cancelled in a queue is in a queue",
      [.cancelledQueued], [.phaseNew]),
    Exclusion(
      .impossible, "what is cancelled in a queue is in a queue",
      [.cancelledQueued], [.entryNone, .entryHand]),
    Exclusion(
      .impossible, "what is cancelled at work has been started",
      [.cancelledRunning], [.phaseNew, .phaseQueued]),
    Exclusion(
      .impossible, "what is cancelled after its finish has finished",
      [.cancelledFinished], ([.phaseFinished] as FactSet).others),
  ]

  private static let entries: [Exclusion] = [
    Exclusion(
      .impossible, "an operation that was neither added nor started is new",
      [.entryNone], ([.phaseNew] as FactSet).others),
    Exclusion(
      .impossible, "an added operation is no longer new", .queued, [.phaseNew]),
    Exclusion(
      .impossible, "an operation started by hand is no longer new and in no queue",
      [.entryHand], [.phaseNew, .phaseQueued]),
    Exclusion(
      .impossible, "a late priority is set after the entry", [.priorityLate], [.entryNone]),
    Exclusion(
      .impossible, "an operation that is added is in a queue", .queued, [.loadNone]),
    Exclusion(
      .impossible, "an operation that was not added is in no queue",
      [.entryNone, .entryHand], ([.loadNone] as FactSet).others, scope: .operation),
  ]

  private static let waits: [Exclusion] = [
    Exclusion(
      .impossible,
      "an operation that waits in a running queue with a free slot is kept by "
        + "something", [.heldNot], [.phaseQueued], ([.kindConditional] as FactSet).others),
    Exclusion(
      .left, "no call is composed between a condition that is met and its announcement",
      [.heldNot], [.phaseQueued], [.kindConditional]),
    Exclusion(
      .impossible, "only what waits in a queue is kept there",
      ([.heldNot] as FactSet).others, ([.phaseQueued] as FactSet).others),
    Exclusion(
      .impossible, "the queue is not suspended", [.heldSuspension], [.suspendedNot]),
    Exclusion(
      .impossible, "the suspension is the stronger reason",
      [.heldLimit, .heldBarrier, .heldCondition, .heldDependency], .stopped),
    Exclusion(
      .impossible, "a slot is free", [.heldLimit], ([.loadFull] as FactSet).others),
    Exclusion(
      .impossible, "the limit is the stronger reason",
      [.heldBarrier, .heldCondition, .heldDependency], [.loadFull]),
    Exclusion(.impossible, "there is no barrier", [.heldBarrier], [.barrierNone]),
    Exclusion(
      .impossible, "a barrier that runs is the stronger reason",
      [.heldCondition, .heldDependency], [.barrierRunning]),
    Exclusion(
      .impossible, "its condition does not keep it", [.heldCondition],
      ([.readyCondition, .readyBoth] as FactSet).others),
    Exclusion(
      .impossible, "its dependencies do not keep it", [.heldDependency],
      ([.readyDependency] as FactSet).others),
  ]

  private static let queues: [Exclusion] = [
    Exclusion(
      .impossible, "without a queue there is nothing to set", [.loadNone],
      ([.suspendedNot] as FactSet).others),
    Exclusion(
      .impossible, "without a queue there is nothing to set", [.loadNone],
      ([.limitNone] as FactSet).others),
    Exclusion(
      .impossible, "without a queue there is no barrier", [.loadNone],
      ([.barrierNone] as FactSet).others),
    Exclusion(
      .impossible, "without a queue there is nothing to set", [.loadNone],
      ([.homePlain] as FactSet).others),
    Exclusion(.impossible, "without a queue none is waited for", [.loadNone], [.waitedQueue]),
    Exclusion(.impossible, "without a queue none is dropped", [.loadNone], [.ownerDropped]),
    Exclusion(.impossible, "without a limit no queue is full", [.loadFull], [.limitNone]),
    Exclusion(
      .impossible, "with limit 1 a queue in which something runs is full",
      [.loadRunning], [.limitOne]),
    Exclusion(
      .impossible, "with such a limit a queue is full",
      [.limitZero, .limitLowered], ([.loadFull] as FactSet).others),
    Exclusion(
      .impossible, "the operation itself takes the only slot",
      [.loadEmpty, .loadWaiting], [.limitOne], .running, .queued),
    Exclusion(
      .impossible, "nothing begins in a queue that was never resumed",
      [.suspendedFirst], [.loadRunning]),
    Exclusion(
      .impossible, "nothing begins in a queue that was never resumed",
      [.suspendedFirst], .started, .queued),
    Exclusion(
      .impossible, "nothing begins in a queue that was never resumed",
      [.suspendedFirst], [.loadFull], ([.limitZero] as FactSet).others),
    Exclusion(
      .left, "the main queue keeps its limit, which is 1", [.homeMain],
      ([.limitOne] as FactSet).others),
    Exclusion(
      .open, "the main queue may ignore a suspension (ND-32)", [.homeMain], .stopped),
    Exclusion(
      .open, "the main queue may ignore a suspension (ND-32)", [.homeMain], [.cancelledQueued],
      .started),
  ]

  private static let barriers: [Exclusion] = [
    Exclusion(
      .impossible, "a barrier runs alone", [.barrierRunning], [.loadRunning]),
    Exclusion(
      .impossible, "a barrier runs alone",
      [.barrierRunning], [.loadFull], ([.limitZero] as FactSet).others),
    Exclusion(.impossible, "a barrier runs alone", [.barrierRunning], .running, .queued),
    Exclusion(
      .impossible, "nothing begins in a queue that was never resumed",
      [.barrierRunning], [.suspendedFirst]),
    Exclusion(
      .impossible, "a barrier before which nothing is in a running queue begins",
      [.barrierWaiting], [.loadEmpty], [.suspendedNot], [.phaseNew, .phaseFinished]),
    Exclusion(
      .impossible, "a barrier before which nothing is in a running queue begins",
      [.barrierWaiting], [.loadEmpty], [.suspendedNot], [.entryHand]),
    Exclusion(
      .impossible, "a barrier before which nothing is in a running queue begins",
      [.barrierWaiting], [.loadEmpty], [.heldBarrier]),
  ]

  private static let clients: [Exclusion] = [
    Exclusion(
      .impossible, "an empty queue is not waited for",
      [.waitedQueue], [.loadEmpty], [.phaseNew, .phaseFinished]),
    Exclusion(
      .impossible, "an empty queue is not waited for",
      [.waitedQueue], [.loadEmpty], [.entryHand]),
    Exclusion(
      .impossible, "a finished operation is not waited for",
      [.waitedOperation], [.phaseFinished]),
    Exclusion(
      .open, "who waits holds a reference", [.waitedOperation], [.referenceDropped]),
    Exclusion(.open, "who waits holds a reference", [.waitedQueue], [.ownerDropped]),
    Exclusion(
      .open, "a reference is dropped once somebody else holds one",
      [.referenceDropped], [.entryNone, .entryHand]),
    Exclusion(
      .open, "whoever has no reference cannot let a custom operation end",
      [.referenceDropped], [.kindAsynchronous], ([.phaseFinished] as FactSet).others),
    Exclusion(
      .open, "whoever has no reference cannot let a custom operation end",
      [.referenceDropped], [.readyCondition, .readyBoth]),
    Exclusion(.open, "the main queue belongs to nobody", [.ownerDropped], [.homeMain]),
    Exclusion(
      .open,
      "a cancel may finish an operation that is in no queue (ND-21), and its completion block, "
        + "which is held, keeps the one that adds it",
      [.entryCompletion], [.completionRunning], [.cancelledNew]),
    Exclusion(
      .open, "who waits for an operation of a queue that nobody can resume waits for ever",
      [.ownerDropped], .stopped, [.waitedOperation]),
    Exclusion(
      .open, "who waits for an operation of a queue that nobody can resume waits for ever",
      [.ownerDropped], [.limitZero], [.waitedOperation]),
    Exclusion(
      .open, "who waits for an operation of a queue that nobody can resume waits for ever",
      [.ownerDropped], .stopped, scope: .wait),
    Exclusion(
      .open, "who waits for an operation of a queue that nobody can resume waits for ever",
      [.ownerDropped], [.limitZero], scope: .wait),
    Exclusion(
      .open, "a queue owes nothing more once one of its operations was started by hand (ND-24)",
      [.phaseQueued], ([.waitedNot] as FactSet).others, scope: .start),
  ]

  private static let starts: [Exclusion] = [
    Exclusion(
      .open, "the start of a cancelled operation that is not ready may be refused (ND-35)",
      [.readyDependency, .readyCondition, .readyBoth], FactSet.cancelledEarly, scope: .start),
    Exclusion(
      .open, "the start of a custom operation that is not ready may be refused",
      [.readyDependency, .readyCondition, .readyBoth], [.kindAsynchronous], scope: .start),
  ]

  private static let callers: [Exclusion] = [
    Exclusion(
      .impossible, "another task of the queue runs",
      [.callerTask], ([.loadRunning, .loadFull] as FactSet).others),
    Exclusion(
      .impossible, "another task of the queue runs",
      [.callerTask], [.suspendedFirst]),
    Exclusion(
      .impossible, "another task of the queue runs", [.callerTask], [.barrierRunning]),
    Exclusion(
      .impossible, "the operation itself takes the only slot",
      [.callerTask], [.limitOne], .running, .queued),
    Exclusion(
      .open, "a task that waits for what needs its slot waits for ever",
      [.callerTask], [.limitOne, .limitZero, .limitLowered], [.phaseNew, .phaseQueued],
      scope: .wait),
    Exclusion(
      .open, "a task that waits for what comes after a barrier behind it waits for ever",
      [.callerTask], [.barrierWaiting], [.phaseNew, .phaseQueued], scope: .wait),
    Exclusion(
      .impossible, "the task of the operation runs",
      [.callerOwn, .callerBlock], ([.phaseExecuting] as FactSet).others),
    Exclusion(
      .impossible, "an overridden start has no task", [.callerOwn, .callerBlock],
      [.kindAsynchronous, .kindBase]),
    Exclusion(
      .impossible, "only a block operation has a second block",
      [.callerBlock], ([.kindBlocks] as FactSet).others),
    Exclusion(
      .impossible, "the completion block runs",
      [.callerCompletion], ([.completionRunning] as FactSet).others),
    Exclusion(
      .impossible, "only a custom operation overrides start",
      [.callerStart], ([.kindAsynchronous] as FactSet).others),
    Exclusion(
      .impossible, "the overridden start runs",
      [.callerStart], FactSet.running.others),
    Exclusion(
      .impossible, "the overridden start has not returned",
      [.callerStart], [.reportAfter]),
    Exclusion(
      .open,
      "an overridden start may run under the lock of its queue, so that nothing is owed "
        + "while it is held (C-13)", [.callerStart], [.suspendedLate]),
    Exclusion(
      .open,
      "an overridden start may run under the lock of its queue, so that nothing is owed "
        + "while it is held (C-13)", [.callerStart], [.limitZero, .limitLowered]),
    Exclusion(
      .open,
      "an overridden start may run under the lock of its queue, so that nothing is owed "
        + "while it is held (C-13)", [.callerStart], ([.waitedNot] as FactSet).others),
    Exclusion(
      .open,
      "an overridden start may run under the lock of its queue, so that nothing is owed "
        + "while it is held (C-13)", [.callerStart], [.cancelledRunning]),
    Exclusion(
      .open,
      "an overridden start may run under the lock of its queue, so that nothing is owed "
        + "while it is held (C-13)", [.callerStart], ([.barrierNone] as FactSet).others),
    Exclusion(
      .open,
      "an overridden start may run under the lock of its queue, so that nothing is owed "
        + "while it is held (C-13)", [.callerStart], [.referenceDropped]),
    Exclusion(
      .open,
      "an overridden start may run under the lock of its queue, so that nothing is owed "
        + "while it is held (C-13)", [.callerStart], [.priorityLate]),
    Exclusion(
      .open,
      "an overridden start may run under the lock of its queue, so that nothing is owed "
        + "while it is held (C-13)", [.callerStart], [.ownerDropped]),
    Exclusion(
      .open, "the slot of an operation whose completion block runs need not be free (ND-19)",
      [.completionRunning], [.loadFull], ([.limitZero] as FactSet).others),
    Exclusion(
      .open, "the slot of an operation whose completion block runs need not be free (ND-19)",
      [.completionRunning], [.barrierRunning]),
    Exclusion(
      .open, "the slot of an operation whose completion block runs need not be free (ND-19)",
      [.completionRunning], [.homeMain]),
  ]
}
