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
    guard !stage.has(.callerRace), !stage.has(.homeUnderlying), !stage.verb.entry.mayBlock,
      stage.verb != .setUnderlyingQueue, !mayHoldMore
    else { return }
    for index in p.shuffled(state.operations.indices.filter { isOwed($0) }) {
      let id = OperationID(index)
      if p.hasHandle(id) { p.finished(id) }
    }
  }

  /// Whether client code is inside that may keep a lock, or more tasks than one.
  private var mayHoldMore: Bool {
    var tasks = 0
    for (index, operation) in state.operations.enumerated() {
      tasks += operation.running.total
      let isUnderLock = operation.starts > 0 || operation.getters > 0 || operation.completing > 0
      let isFlagged = program.operations[index].kind == .flagged && operation.running.total > 0
      if isUnderLock || isFlagged { return true }
    }
    return tasks > 1
  }

  /// Whether an operation has to finish: it has finished in the run that takes every freedom late,
  /// and nothing that an implementation may choose keeps it.
  private func isOwed(_ index: Int) -> Bool {
    let operation = state.operations[index]
    guard operation.phase == .finished, !operation.flags.contains(.manual),
      !operation.hasRepeated, operation.owner != OperationState.nobody
    else { return false }
    switch program.operations[index].kind {
    case .asynchronous, .conditional, .barrier: return false
    default: break
    }
    for other in dependencies[index] {
      let isAwaited =
        (stage.has(.dependsFinished) && stage.d?.index == other)
        || (stage.has(.secondFinished) && stage.second?.index == other)
      if !isAwaited, !isOwed(other) { return false }
    }
    return isFree(QueueID(Int(operation.owner)))
  }

  /// Whether a queue keeps nothing back: it runs, has no barrier, and a slot is left.
  private func isFree(_ queue: QueueID) -> Bool {
    let own = state.queues[queue.index]
    guard !own.exempt, !isExempted(queue), !own.suspended, own.limit != 0, !program[queue].isMain
    else { return false }
    var unfinished = 0
    for (other, operation) in state.operations.enumerated()
    where Int(operation.owner) == queue.index && operation.phase != .finished {
      if program.operations[other].kind == .barrier { return false }
      unfinished += 1
    }
    return own.limit < 0 || unfinished < own.limit
  }
}
