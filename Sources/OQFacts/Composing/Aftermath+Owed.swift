import OQHistory
import OQModel
import OQPrograms

/// What has to come to its end although nothing more is done.
extension Aftermath {
  /// Waits for what is owed before anything more is done: whatever comes next may make up for
  /// something that was forgotten.
  ///
  /// At most one task is held meanwhile, and no client code that may run under a lock.
  func waitForOwed(_ p: inout Draft) {
    guard mayPause, !mayHoldMore else { return }
    for index in p.shuffled(state.operations.indices.filter { isOwed($0) }) {
      let id = OperationID(index)
      if p.hasHandle(id) { p.finished(id) }
    }
    for index in state.operations.indices where isBeginOwed(index) { p.began(OperationID(index)) }
  }

  /// Whether nothing but the queues of the program decides what is owed.
  var mayPause: Bool {
    isSettled && !stage.has(.homeUnderlying) && stage.verb != .setUnderlyingQueue
  }

  /// Whether the call has returned before client 1 goes on, and no other client changes anything.
  private var isSettled: Bool { !stage.has(.callerRace) && !stage.verb.entry.mayBlock }

  /// Waits for what is owed by now, begins as well as ends, before anything more is taken away;
  /// looks now and then whether anything counts as ready too early.
  ///
  /// A task that stays inside shows a begin that was forgotten: where it ended, its end would make
  /// the queue look again.
  mutating func pause(_ p: inout Draft) {
    let program = p.program
    guard EagerRun.fault(program) == nil else { return }
    var run = stage.eagerRun(of: program)
    run.finish { _ in }
    let after = Aftermath(stage, call, run.state, program)
    guard !after.mayHoldMore else { return }
    for index in p.shuffled(run.state.operations.indices.filter { !awaited.contains($0) }) {
      let id = OperationID(index)
      if after.isOwed(index), p.hasHandle(id) {
        p.finished(id)
        awaited.insert(index)
      } else if after.isBeginOwed(index) {
        p.began(id)
      }
    }
    guard p.chance(2) else { return }
    for (index, operation) in run.state.operations.enumerated()
    where operation.phase == .queued && program.operations[index].kind != .conditional {
      let id = OperationID(index)
      if p.hasHandle(id) { p.read(id, .isReady) }
    }
    // What is inside has not finished, whatever the queue has done since.
    for (index, operation) in run.state.operations.enumerated() where operation.running.total > 0 {
      let id = OperationID(index)
      if p.hasHandle(id) { p.read(id, .isFinished) }
    }
  }

  /// Whether client code is inside that may keep a lock, or more tasks than one.
  var mayHoldMore: Bool {
    var tasks = 0
    for (index, operation) in state.operations.enumerated() {
      tasks += operation.running.total
      let isUnderLock = operation.starts > 0 || operation.getters > 0 || operation.completing > 0
      let isFlagged = program.operations[index].kind == .flagged && operation.running.total > 0
      if isUnderLock || isFlagged { return true }
    }
    return tasks > 1
  }

  /// Has another queue run something while everything stays as it is: what must not begin yet, and
  /// begins all the same, has the time for it.
  ///
  /// Nothing is owed, and nothing else may be waited for, where all that could go on is kept.
  func linger(_ p: inout Draft) {
    guard isSettled else { return }
    let program = p.program
    guard EagerRun.fault(program) == nil else { return }
    var run = stage.eagerRun(of: program)
    run.finish { _ in }
    guard !Aftermath(stage, call, run.state, program).mayHoldMore else { return }
    p.pushThrough(p.queue(), passes: 1)
  }

  /// Whether an operation has to finish: it has finished in the run that takes every freedom late,
  /// and nothing that an implementation may choose keeps it.
  private func isOwed(_ index: Int) -> Bool {
    let operation = state.operations[index]
    guard operation.phase == .finished, mayBeOwed(index) else { return false }
    return isLetGo(index) && isFree(QueueID(Int(operation.owner)), for: index)
  }

  /// Whether the task of an operation has to begin, and stays inside.
  private func isBeginOwed(_ index: Int) -> Bool {
    let operation = state.operations[index]
    guard operation.phase != .finished, operation.running.total == 1,
      program.operations[index].blocks == 1, program.operations[index].kind.hasBody,
      !operation.isCancelled, mayBeOwed(index)
    else { return false }
    return isLetGo(index) && isFree(QueueID(Int(operation.owner)), for: index)
  }

  /// Whether an operation is one of which something is owed at all.
  private func mayBeOwed(_ index: Int) -> Bool {
    let operation = state.operations[index]
    guard !operation.flags.contains(.manual), !operation.hasRepeated,
      operation.owner != OperationState.nobody, !left.contains(index)
    else { return false }
    switch program.operations[index].kind {
    case .asynchronous, .conditional, .barrier: return false
    default: return true
    }
  }

  /// Whether no dependency keeps an operation, whatever the implementation has chosen.
  private func isLetGo(_ index: Int) -> Bool {
    for other in dependencies[index] {
      let isAwaited =
        (stage.has(.dependsFinished) && stage.d?.index == other)
        || (stage.has(.secondFinished) && stage.second?.index == other)
      if !isAwaited, !awaited.contains(other), !isOwed(other) { return false }
    }
    return true
  }

  /// Whether a queue keeps nothing back: it runs, has no barrier, and a slot is left.
  private func isFree(_ queue: QueueID, for index: Int) -> Bool {
    let own = state.queues[queue.index]
    guard !own.exempt, !isExempted(queue), !own.suspended, own.limit != 0, !program[queue].isMain
    else { return false }
    var unfinished = 0
    for (other, operation) in state.operations.enumerated()
    where Int(operation.owner) == queue.index && other != index
      && (operation.phase != .finished || isShakenBarrier(other))
    {
      if program.operations[other].kind == .barrier { return false }
      unfinished += 1
    }
    return own.limit < 0 || unfinished < own.limit
  }
}
