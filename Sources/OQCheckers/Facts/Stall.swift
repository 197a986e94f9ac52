import OQHistory
import OQJudging
import OQSpecification

/// What is certain where nothing moves any more: the facts on which rules about progress rest.
///
/// Each fact holds in every run of a correct implementation that shows this history: where a
/// freedom of the implementation leaves room, the answer is the cautious one (not finished, not
/// ready, not free, nothing owed). What happens to be untrue of a broken implementation, such as an
/// operation whose task has ended and that never finishes, is then its violation.
///
/// The facts hold at any quiescence; only where ``isConfirmed`` may a rule call what is owed and
/// did not come a violation. Source: weak fairness and "Not owed" of the operation's transitions.
struct Stall: Sendable {
  /// The history.
  let index: HistoryIndex
  /// The reading of the contract.
  let profile: Profile
  /// The quiescence.
  let ticket: Ticket
  /// Whether it was confirmed that nothing will happen by itself.
  let isConfirmed: Bool
  /// Bodies that the subject was measured to begin while none returns.
  ///
  /// With as many in progress, none is owed: the fewer they are, the less is owed.
  let bodies: Int
  /// Whether that is what was measured.
  let isMeasured: Bool
  /// Client code that has begun and not ended, by operation: bodies, completion blocks, starts.
  let held: [Interval]
  /// Whether nothing at all is owed.
  ///
  /// A dependency cycle may freeze the program (C-16), and code held inside an overridden `isReady`
  /// or an observer may be called under the implementation's locks. So may an overridden `start`,
  /// by whichever thread adds, and the task of an operation whose isAsynchronous is true (C-13).
  let isFrozen: Bool
  private var over: [Bool] = []
  private var full: [Int] = []
  private var disturbed: [Bool]
  private var confused: [Bool]
  private var used: [Int] = []
  private var stuck: [Bool] = []
  private var inTurn: [Bool] = []
  private let running: [Bool]
  private let limits: [Int]
  // Whether client code may be held on the main thread: a completion block may run there too
  // (DONE-52).
  private let mayHoldMainThread: Bool

  /// Collects the facts; nil for a history that does not end in quiescence.
  ///
  /// - Parameters:
  ///   - index: the history, indexed.
  ///   - profile: the reading of the contract to judge by.
  ///   - bodies: bodies that must begin while none returns; those that were measured if left out.
  /// - Complexity: O(operations + dependencies + calls).
  init?(_ index: HistoryIndex, _ profile: Profile, bodies: Int? = nil) {
    guard case .quiescent(let ticket, let stalled) = index.ending else { return nil }
    self.index = index
    self.profile = profile
    self.ticket = ticket
    isConfirmed = stalled
    self.bodies = bodies ?? index.history.bodies
    isMeasured = bodies == nil
    let held = index.operations.flatMap {
      ($0.bodies + $0.completions + $0.starts).filter { $0.end == nil }
    }
    self.held = held
    mayHoldMainThread = held.contains {
      index.isOnMainThread($0) ?? ($0.callback.point == .completion)
    }
    running = index.queues.map { Stall.isRunning($0) }
    limits = index.queues.map { Stall.leastLimit($0) }
    isFrozen =
      index.operations.contains { $0.readinessReads.contains { $0.end == nil } }
      || index.hasHeldObserver || index.mayHaveCycle
      || index.operations.contains(where: \.mayHoldItsQueue)
    disturbed = index.queues.map { Stall.hasOpenBarrier($0, index) }
    confused = [Bool](repeating: false, count: index.queues.count)
    for record in index.operations where record.manualStarts.contains(where: { !$0.hadNoEffect }) {
      for queue in record.possibleAdds.compactMap(\.command.queue) { confused[queue.index] = true }
    }
    for queue in confused.indices where confused[queue] { disturbed[queue] = true }
    over = index.operations.map { isDone($0) }
    for record in index.operations
    where index.mayBeTakenForReady(record) && !isReady(record.id) {
      for queue in record.possibleAdds.compactMap(\.command.queue) { disturbed[queue.index] = true }
    }
    full = [Int](repeating: 0, count: index.queues.count)
    used = full
    stuck = [Bool](repeating: false, count: index.queues.count)
    for record in index.operations where !record.possibleAdds.isEmpty {
      let queues = Set(record.possibleAdds.compactMap(\.command.queue?.index))
      let began =
        !record.bodies.isEmpty || !record.starts.isEmpty || !record.completions.isEmpty
      for queue in queues {
        // Each add of a bare block may hold a slot of its own.
        let slots = record.declaration.kind == .closure ? record.possibleAdds.count : 1
        if began { used[queue] += slots }
        // What has only stored its finish may have been chosen, and may keep its slot (ND-8).
        let mayHold = began || record.mayHaveReported(before: index.end)
        if mayHold, !over[record.id.index] { full[queue] += slots }
      }
    }
    for record in index.operations where record.begin == nil && !record.possibleAdds.isEmpty {
      guard let queue = queue(of: record.id), owesBegin(record.id),
        index.links(of: record.id).isEmpty
      else { continue }
      stuck[queue.index] = true
    }
    inTurn = finishesOwedInTurn()
  }

  /// Whether the harness holds so much client code that no further body need begin.
  var isCrowded: Bool { held.count >= bodies }

  /// Calls with this verb that have not returned, by call ticket.
  ///
  /// - Complexity: O(calls).
  func openCalls(_ verb: Verb) -> [Call] {
    index.calls.filter { $0.command.verb == verb && $0.returned == nil }
  }

  // MARK: Queues

  /// Whether a queue is certainly not suspended.
  ///
  /// - Complexity: O(1).
  func isRunning(_ queue: QueueID) -> Bool { running[queue.index] }

  private static func isRunning(_ record: HistoryIndex.QueueRecord) -> Bool {
    let suspends = record.calls(.suspend).filter { !$0.hadNoEffect }
    if suspends.isEmpty, !record.declaration.suspended { return true }
    guard let resume = record.calls(.resume).last(where: { $0.succeeded }) else { return false }
    return suspends.allSatisfy { $0.returned(before: resume.called) }
  }

  /// The least limit that may be in force in a queue; `Int.max` where it certainly has none.
  ///
  /// A limit that must be rejected or ignored (LIMIT-55) changes nothing.
  ///
  /// - Complexity: O(1).
  func leastLimit(_ queue: QueueID) -> Int { limits[queue.index] }

  private static func leastLimit(_ record: HistoryIndex.QueueRecord) -> Int {
    let calls = record.calls(.setLimit).filter {
      !$0.hadNoEffect && ($0.command.integer ?? 0) >= -1
    }
    let last = calls.last { $0.succeeded }?.called ?? 0
    let limits = calls.filter { !$0.returned(before: last) }.compactMap(\.command.integer)
    let candidates = last == 0 ? limits + [record.declaration.limit ?? -1] : limits
    return candidates.map { $0 == -1 ? Int.max : $0 }.min() ?? Int.max
  }

  /// Slots of a queue that are certainly free; `Int.max` where it has no limit.
  ///
  /// An operation holds its slot until it has finished; one that has not begun holds none for
  /// long, because starting it is owed.
  ///
  /// - Complexity: O(1).
  func freeSlots(_ queue: QueueID) -> Int {
    let limit = leastLimit(queue)
    return limit == Int.max ? limit : max(0, limit - full[queue.index])
  }

  /// Whether a queue certainly starts what is ready.
  ///
  /// It runs, has a free slot and no open barrier. No manual start of one of its operations has
  /// confused it (ND-24). No operation is in the way that it may take for ready although that is
  /// over. The main thread of a main queue runs no client code.
  func isServing(_ queue: QueueID) -> Bool {
    !disturbed[queue.index] && isRunning(queue) && freeSlots(queue) > 0
      && !(index[queue].declaration.isMain && mayHoldMainThread)
  }

  /// Whether a queue may owe nothing more: a barrier in it is open, one of its operations may have
  /// been started by hand (ND-24), or may be taken for ready and be first in line for good.
  func isDisturbed(_ queue: QueueID) -> Bool { disturbed[queue.index] }

  /// Whether a queue that may hold the operation may have been confused by a start by hand of one
  /// of its operations, so that it owes nothing more (ND-24).
  ///
  /// - Complexity: O(adds of the operation).
  func mayBeConfused(_ operation: OperationID) -> Bool {
    index[operation].possibleAdds.contains { add in
      add.command.queue.map { confused[$0.index] } ?? false
    }
  }

  /// Whether a queue keeps an operation waiting that has no dependency, so that what else it keeps
  /// waiting need not be the fault of dependencies.
  func isStuck(_ queue: QueueID) -> Bool { stuck[queue.index] }

  /// Whether a queue has a slot that was never used, so that a slot that was not given back
  /// (LIMIT-4) cannot be why it starts nothing.
  func hasUnusedSlot(_ queue: QueueID) -> Bool { leastLimit(queue) > used[queue.index] }

  private static func hasOpenBarrier(
    _ queue: HistoryIndex.QueueRecord, _ index: HistoryIndex
  ) -> Bool {
    queue.calls(.addBarrier).contains { call in
      !call.hadNoEffect
        && call.command.operands.contains { barrier in
          index.barrierMayBePending(barrier)
        }
    }
  }

  // MARK: Operations

  /// The queue that certainly holds, or held, an operation.
  ///
  /// With a second add that was not rejected it is unclear which of them counted. A group add that
  /// waits has added its operations although it has not returned, unless client code that is held
  /// may keep it from doing so.
  func queue(of operation: OperationID) -> QueueID? {
    let adds = index[operation].possibleAdds
    guard adds.count == 1, let add = adds.first else { return nil }
    let isWaiting =
      add.command.verb == .addGroupWaiting && add.returned == nil && !mayHoldUpCalls
    return add.succeeded || isWaiting ? add.command.queue : nil
  }

  /// Whether an operation has certainly finished, and its finish has certainly had its effects.
  ///
  /// An accessor, a wait, a manual start or a completion block shows the finish, or it is owed
  /// because the task has ended, where something is owed at all. While the completion block runs,
  /// or may be kept from running, the other effects may be waiting behind it (ND-19). A queue that
  /// a start by hand of another of its operations has confused owes none of them (ND-24).
  func isOver(_ operation: OperationID) -> Bool { over[operation.index] }

  /// Whether an operation is certainly unfinished: its task runs, or nothing can have started it.
  func isUnfinished(_ operation: OperationID) -> Bool {
    let record = index[operation]
    guard record.declaration.kind != .asynchronous, record.finishShown == nil else { return false }
    if record.bodies.contains(where: { $0.end == nil }) { return true }
    return record.bodies.isEmpty && !record.mayBeCancelled(before: index.end)
      && record.declaration.kind.hasBody && record.declaration.blocks > 0
  }

  /// Whether an uncancelled operation is certainly ready: every dependency has finished or is gone,
  /// and an overridden `isReady` is true and was announced (ND-6).
  ///
  /// - Parameters:
  ///   - operation: any operation.
  ///   - countingOwed: whether a dependency whose finish is owed counts as finished.
  /// - Returns: true only if it is ready in every correct run.
  /// - Complexity: O(calls on the operation and its dependencies).
  func isReady(_ operation: OperationID, countingOwed: Bool = false) -> Bool {
    let record = index[operation]
    return hasCondition(record)
      && awaited(record).allSatisfy {
        $0.isSimple && (isOver($0.dependency) || (countingOwed && owesFinish($0.dependency)))
      }
  }

  /// The dependencies that an operation may have to wait for.
  ///
  /// A dependency removed while the operation is queued ends the wait in profile reference only
  /// (ND-37).
  private func awaited(_ record: HistoryIndex.OperationRecord) -> [Link] {
    let offer = profile == .reference ? ticket : record.firstOffer ?? ticket
    return index.links(of: record.id).filter { !($0.isSimple && $0.isGone(before: offer)) }
  }

  /// Whether the begin of an operation's task, or of its own `start`, is certainly owed and has not
  /// come.
  ///
  /// - Parameters:
  ///   - operation: any operation.
  ///   - countingOwed: whether a dependency whose finish is owed counts as finished.
  ///   - isUncancelled: whether the caller knows that no cancel reached it, although one may have.
  /// - Returns: true only if it would have begun by now in every correct run.
  /// - Complexity: O(calls on the operation, its dependencies and their queues).
  func owesBegin(
    _ operation: OperationID, countingOwed: Bool = false, isUncancelled: Bool = false
  ) -> Bool {
    let record = index[operation]
    let hasTask =
      record.declaration.kind == .asynchronous
      || (record.declaration.kind.hasBody && record.declaration.blocks > 0)
    return hasTask && record.begin == nil && owesStart(record)
      && !record.mayHaveReported(before: index.end)
      && (isUncancelled || !record.mayBeCancelled(before: index.end))
      && isReady(operation, countingOwed: countingOwed)
  }

  /// Whether an operation has certainly finished, or its finish without a task is owed.
  ///
  /// The checker judges cancelled operations and for those without a task. In profile reference the
  /// dependencies of a cancelled operation no longer count (CANCEL-51).
  ///
  /// - Complexity: O(calls on the operation and its queue).
  func owesFinish(_ operation: OperationID) -> Bool {
    if isOver(operation) { return true }
    let record = index[operation]
    guard owesEndWithoutTask(record) else { return false }
    return ignoresDependencies(record) ? hasCondition(record) : isReady(operation)
  }

  /// The same where a dependency counts as finished whose finish is owed in turn.
  ///
  /// In a correct run the first of a chain has finished, so the second is ready and has finished,
  /// and so on. Dependencies that may form a circle owe nothing.
  ///
  /// - Returns: true only if it has finished in every correct run; where it is known to be
  ///   unfinished, it or one that it waits for has not finished in time.
  /// - Complexity: O(1).
  func owesFinishInTurn(_ operation: OperationID) -> Bool { inTurn[operation.index] }

  /// Whether something shows that a finish which is owed, itself or in turn, has not come.
  ///
  /// - Parameter waits: the waits for operations that have not returned.
  /// - Returns: true where a rule of finishes has its case.
  /// - Complexity: O(operations × waits), and calls on the operations.
  func showsMissingFinish(_ waits: [Call]) -> Bool {
    index.operations.contains {
      !isOver($0.id) && owesFinishInTurn($0.id) && unfinishedEvidence($0.id, waits) != nil
    }
  }

  /// Whether the queue of an operation certainly ends it without its task, once it is ready.
  private func owesEndWithoutTask(_ record: HistoryIndex.OperationRecord) -> Bool {
    let hasTask = record.declaration.kind.hasBody && record.declaration.blocks > 0
    return record.declaration.kind != .asynchronous
      && (!record.certainCancels.isEmpty || !hasTask) && record.bodies.isEmpty
      && record.completions.isEmpty && owesStart(record)
  }

  /// Whether an operation is ready whatever it depends on, since it is cancelled.
  private func ignoresDependencies(_ record: HistoryIndex.OperationRecord) -> Bool {
    profile == .reference && !record.certainCancels.isEmpty
  }

  /// What ``owesFinishInTurn(_:)`` answers, by the index of the operation.
  ///
  /// - Complexity: O(operations + dependencies), and calls on them.
  private func finishesOwedInTurn() -> [Bool] {
    var owed = over
    var isSettled = over
    for record in index.operations {
      // A chain may be longer than a stack is deep.
      var open = [record.id]
      while let operation = open.last {
        let place = operation.index
        let record = index[operation]
        guard !isSettled[place], owesEndWithoutTask(record), hasCondition(record) else {
          isSettled[place] = true
          open.removeLast()
          continue
        }
        let links = ignoresDependencies(record) ? [] : awaited(record)
        let waiting = links.map(\.dependency).filter { !isSettled[$0.index] }
        guard waiting.isEmpty else {
          open += waiting
          continue
        }
        owed[place] = links.allSatisfy { $0.isSimple && owed[$0.dependency.index] }
        isSettled[place] = true
        open.removeLast()
      }
    }
    return owed
  }

  /// Whether the queue of an operation certainly starts it once it is ready.
  private func owesStart(_ record: HistoryIndex.OperationRecord) -> Bool {
    guard !isFrozen, !isCrowded, record.starts.isEmpty,
      record.manualStarts.allSatisfy(\.isRejected), let queue = queue(of: record.id)
    else { return false }
    return isServing(queue)
  }

  /// Whether an overridden `isReady` certainly asks a true condition, and the queue was told.
  private func hasCondition(_ record: HistoryIndex.OperationRecord) -> Bool {
    guard record.declaration.kind == .conditional else { return true }
    let settings = record.calls(.setCondition).filter { !$0.hadNoEffect }
    guard let last = settings.last, last.succeeded, let returned = last.returned,
      case .boolean(true) = last.command.argument,
      settings.dropLast().allSatisfy({ $0.returned(before: last.called) })
    else { return false }
    return (record.adds + record.calls(.notifyReady)).contains {
      $0.succeeded && $0.called > returned
    }
  }

  private func isDone(_ record: HistoryIndex.OperationRecord) -> Bool {
    guard record.completions.allSatisfy({ $0.end != nil }), !mayAwaitItsBlock(record) else {
      return false
    }
    let isManual = record.manualStarts.contains { !$0.hadNoEffect }
    let isClear = isManual || !mayBeConfused(record.id)
    if record.declaration.kind == .asynchronous { return isClear && hasReportedFinish(record) }
    if record.bodies.contains(where: { $0.end == nil }) { return false }
    if record.finishShown != nil { return isClear }
    guard !isFrozen, isClear else { return false }
    if record.declaration.kind == .closure, record.bodies.count < record.possibleAdds.count {
      return false
    }
    let ran = record.firstBodies.count
    guard ran > 0 else { return false }
    let added = record.calls(.addExecutionBlock).filter { !$0.hadNoEffect }.count
    if ran >= record.declaration.blocks + added { return true }
    // The blocks that are missing have been skipped or ignored (ND-31, ND-44), unless they wait
    // for a thread.
    let mayBeFewer = ran >= record.declaration.blocks || record.mayBeCancelled(before: index.end)
    return mayBeFewer && !isCrowded
  }

  /// Whether a completion block of an operation may be to come, behind one that is held and in
  /// whose thread all of them may run (DONE-52).
  private func mayAwaitItsBlock(_ record: HistoryIndex.OperationRecord) -> Bool {
    record.completions.isEmpty && holdsCompletion
      && (record.declaration.completion || record.completionSets.contains { $0.number != nil })
  }

  /// Whether a custom `start` has returned, and the subclass has certainly announced its finish.
  private func hasReportedFinish(_ record: HistoryIndex.OperationRecord) -> Bool {
    record.finishReport != nil && record.starts.allSatisfy { $0.end != nil }
  }
}

extension Judgement {
  /// Notes that something owed has not come: a violation where the quiescence is confirmed, else a
  /// case that the history does not decide.
  ///
  /// - Parameters:
  ///   - stall: the quiescence at which it is owed.
  ///   - message: a sentence that names operations and tickets.
  ///   - events: tickets of the events that prove it; that of the quiescence is added.
  ///   - contexts: the cells of the rule's contexts that the case belongs to.
  ///   - facets: what derived rules ask of the case beside its cells.
  ///   - missing: what it is, where several rules can miss the same.
  mutating func miss(
    at stall: Stall, _ message: String, events: [Ticket?], in contexts: [String] = [],
    facets: [Facet] = [], missing: Charge...
  ) {
    miss(at: stall, message, events: events, in: contexts, facets: facets, missing: missing)
  }

  /// Notes that something owed has not come, of which several things are missed.
  mutating func miss(
    at stall: Stall, _ message: String, events: [Ticket?], in contexts: [String] = [],
    facets: [Facet] = [], missing: [Charge]
  ) {
    if stall.isConfirmed {
      violate(
        message, events: events.prefix(4) + [stall.ticket], in: contexts, facets: facets,
        missing: missing)
    } else {
      leaveOpen(
        "nothing moved any more, but it was not confirmed that nothing would", in: contexts,
        facets: facets)
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether a queue may be inside client code that it may call on the thread that adds: an
  /// overridden `start`, or the task of an operation whose isAsynchronous is true (C-13).
  fileprivate var mayHoldItsQueue: Bool {
    guard !possibleAdds.isEmpty else { return false }
    let code = declaration.kind == .flagged ? starts + bodies : starts
    return code.contains { $0.end == nil }
  }
}
