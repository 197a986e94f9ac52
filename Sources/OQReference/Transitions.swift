/// The elementary changes of the state: what the steps of the plans do to it.
///
/// Each one is total: it does nothing where it has nothing to do, so that plans can leave steps
/// out, repeat and reorder them.
extension State {
  /// Puts an operation into its queue's ready bucket.
  mutating func makeReady(_ x: OperationID) {
    guard self[x].readyPosition == nil, let q = self[x].owner else { return }
    let bucket = self[x].bucket
    self[x].readyPosition = self[q].ready[bucket].append(x)
  }

  /// Takes an operation out of its queue's ready bucket.
  mutating func unready(_ x: OperationID) {
    guard let position = self[x].readyPosition, let q = self[x].owner else { return }
    let bucket = self[x].bucket
    self[q].ready[bucket].remove(at: position)
    self[x].readyPosition = nil
  }

  /// Makes a queue the owner of an operation.
  package mutating func own(_ x: OperationID, by q: QueueID, from origin: Origin, grouped: Bool) {
    self[x].owner = q
    lastAddedTo = q
    self[x].phase = .queued
    self[x].era = self[q].barriersAdded
    self[x].origin = origin
    self[x].wasCancelledAtAdd = self[x].isCancelled
    self[x].isGrouped = grouped
    self[x].dependenciesListedAtAdd = self[x].dependenciesListed
    self[q].additions += 1
    self[x].additions += 1
  }

  /// Appends an operation to its queue's list.
  package mutating func list(_ x: OperationID, in q: QueueID) {
    guard self[x].position == nil else { return }
    self[x].position = self[q].list.append(x)
  }

  /// Takes an operation off its queue's list.
  mutating func unlist(_ x: OperationID) {
    guard let position = self[x].position, let q = self[x].owner else { return }
    self[q].list.remove(at: position)
    self[x].position = nil
  }

  /// Counts an operation in.
  mutating func count(_ x: OperationID, in q: QueueID) {
    guard !self[x].isCounted else { return }
    self[q].counted += 1
    self[x].isCounted = true
  }

  /// Counts an operation out.
  mutating func uncount(_ x: OperationID) {
    guard self[x].isCounted, let q = self[x].owner else { return }
    self[q].counted -= 1
    self[x].isCounted = false
  }

  /// Gives an operation one of its queue's slots.
  mutating func takeSlot(_ x: OperationID) {
    guard let q = self[x].owner else { return }
    self[q].slots += 1
    self[x].slots += 1
  }

  /// Gives one slot back.
  mutating func freeSlot(_ x: OperationID) {
    guard self[x].slots > 0, let q = self[x].owner else { return }
    self[q].slots -= 1
    self[x].slots -= 1
  }

  /// Notes that an operation was handed to a thread.
  mutating func enterDispatched(_ x: OperationID) {
    unready(x)
    self[x].phase = .dispatched
    if let q = self[x].owner { self[q].dispatches += 1 }
  }

  /// Notes that an operation was started.
  mutating func enterStarting(_ x: OperationID, manual: Bool) {
    unready(x)
    self[x].phase = .starting
    self[x].isManual = manual
    self[x].starts += 1
    self[x].blocksBegun = 0
    self[x].blocksEnded = 0
  }

  /// Notes that the body is about to run.
  mutating func enterExecuting(_ x: OperationID) {
    self[x].phase = .executing
    self[x].wasCancelledAtBegin = self[x].isCancelled
    if firstExecuting == nil { firstExecuting = self[x].owner }
  }

  /// Raises isExecuting.
  mutating func setExecuting(_ x: OperationID) {
    self[x].isExecuting = true
    self[x].hasExecuted = true
  }

  /// Raises isFinished.
  package mutating func setFinished(_ x: OperationID) {
    self[x].isFinished = true
    self[x].phase = .finished
    guard self[x].finishNumber == 0 else { return }
    finishes += 1
    self[x].finishNumber = finishes
    if let q = self[x].owner { self[q].finishes += 1 }
  }

  /// Lists a dependency.
  mutating func listDependency(_ d: OperationID, of x: OperationID) {
    self[x].dependencies.append(d)
    self[x].dependenciesListed += 1
  }

  /// Takes a dependency off the list.
  mutating func unlistDependency(_ d: OperationID, of x: OperationID) {
    self[x].dependencies.removeAll { $0 == d }
  }

  /// Counts a dependency as unfinished.
  mutating func open(_ d: OperationID, of x: OperationID) {
    guard !self[x].open.contains(d) else { return }
    self[x].open.append(d)
    self[d].dependents.append(x)
  }

  /// Stops counting a dependency as unfinished.
  mutating func close(_ d: OperationID, of x: OperationID) {
    self[x].open.removeAll { $0 == d }
  }

  /// Raises the suspended flag.
  mutating func suspend(_ q: QueueID) {
    self[q].isSuspended = true
    self[q].finishesAtSuspension = self[q].finishes
    self[q].suspensions += 1
    self[q].nesting += 1
  }

  /// Lowers the suspended flag.
  mutating func resume(_ q: QueueID) {
    self[q].isSuspended = false
    self[q].nesting = max(0, self[q].nesting - 1)
  }

  /// Raises isCancelled.
  mutating func markCancelled(_ x: OperationID) {
    if !self[x].isCancelled { self[x].blocksAtCancel = self[x].blocks }
    self[x].isCancelled = true
  }

  /// Stores a limit.
  mutating func setLimit(_ count: Int, of q: QueueID) {
    self[q].largestLimit = max(self[q].largestLimit, self[q].limit, count)
    self[q].limit = count
  }

  /// Changes the priority and keeps the operation where the queue finds it.
  mutating func setPriority(_ x: OperationID, to priority: Int) {
    let isWaiting = self[x].readyPosition != nil
    unready(x)
    self[x].priority = priority
    if isWaiting { makeReady(x) }
  }

  /// Appends a barrier that stands behind every listed operation that has not finished.
  package mutating func enlistBarrier(in q: QueueID) -> BarrierID {
    let id = BarrierID(queue: q, number: self[q].barriersAdded)
    let before = self[q].list.members.count { self[$0].finishNumber == 0 }
    self[q].barriers.append(BarrierState(id: id, remaining: before, finishesAtAdd: finishes))
    self[q].barriersAdded += 1
    return id
  }

  /// Tells the barriers behind an operation that it has finished.
  package mutating func passBarriers(_ x: OperationID) {
    guard let q = self[x].owner else { return }
    for index in self[q].barriers.indices
    where self[q].barriers[index].id.number >= self[x].era
      && self[q].barriers[index].finishesAtAdd < self[x].finishNumber
    {
      self[q].barriers[index].remaining -= 1
    }
  }

  /// Notes that a barrier's block is running.
  mutating func beginBarrier(_ barrier: BarrierID) {
    for index in self[barrier.queue].barriers.indices
    where self[barrier.queue].barriers[index].id == barrier {
      self[barrier.queue].barriers[index].isRunning = true
    }
  }

  /// Takes a barrier that is over out of its queue.
  mutating func endBarrier(_ barrier: BarrierID) {
    self[barrier.queue].barriers.removeAll { $0.id == barrier }
  }

  /// Makes a wait for operations.
  mutating func register(
    _ awaited: [OperationID], for scope: WaitScope, from origin: Origin
  ) -> WaitID {
    let id = WaitID(number: waitsMade)
    waitsMade += 1
    var additions = 0
    if case .queue(let q) = scope { additions = self[q].additions }
    waits[id] = Wait(
      scope: scope, origin: origin, additions: additions, awaited: awaited.count,
      remaining: awaited.count)
    for x in awaited { self[x].waiters.append(id) }
    return id
  }

  /// Tells one wait that an operation it counts is over.
  ///
  /// - Returns: whether that was the last one.
  mutating func wake(_ wait: WaitID, of x: OperationID) -> Bool {
    if let index = self[x].waiters.firstIndex(of: wait) { self[x].waiters.remove(at: index) }
    guard var record = waits[wait] else { return false }
    record.remaining -= 1
    waits[wait] = record
    return record.remaining == 0
  }

  /// Whether a wait has nothing left to wait for.
  package func isOver(_ wait: WaitID) -> Bool { (waits[wait]?.remaining ?? 0) <= 0 }
}
