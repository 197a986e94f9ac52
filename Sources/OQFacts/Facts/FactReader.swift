import OQHistory
import OQModel

/// Reads the facts of a call from the state of the model in which it is made, and from what the
/// program has done before.
///
/// The state holds most of them. References, observers, reports and the moments at which something
/// was set are no part of it; the reader follows them step by step.
package struct FactReader: Sendable {
  private let program: Program
  private var cancelled: [OperationID: Fact] = [:]
  private var entries: [OperationID: Fact] = [:]
  private var reports: [OperationID: Fact] = [:]
  private var late: Set<OperationID> = []
  private var removed: [OperationID: Set<OperationID>] = [:]
  private var observed: Set<OperationID> = []
  private var graded: Set<OperationID> = []
  private var dropped: Set<Handle> = []
  private var resumed: Set<QueueID> = []
  private var homes: [QueueID: Fact] = [:]
  private var pasts: Pasts

  /// A reader at the beginning of a program.
  ///
  /// - Parameter program: the program.
  package init(_ program: Program) {
    self.program = program
    pasts = Pasts(program)
  }

  // MARK: What has happened

  /// Notes a step before it is taken.
  ///
  /// - Parameter moment: the step, and when it is taken.
  package mutating func note(_ moment: EagerRun.Moment) {
    switch moment.step {
    case .drop(let handle): dropped.insert(handle)
    case .command(let command):
      if let operation = command.operation { note(command, operation, moment.lane, moment.state) }
      if let queue = command.queue { note(command, queue, moment.lane, moment.state) }
    default: break
    }
  }

  private mutating func note(
    _ command: Command, _ operation: OperationID, _ lane: Lane, _ state: State
  ) {
    switch command.verb {
    case .cancel: cancel(operation, state)
    case .start: if entries[operation] == nil { entries[operation] = .entryHand }
    case .setPriority, .setRawPriority:
      if state.operations[operation.index].phase != .new { late.insert(operation) }
    case .removeDependency:
      if let other = command.operands.first { removed[operation, default: []].insert(other) }
    case .observe: observed.insert(operation)
    case .setQuality: graded.insert(operation)
    case .reportExecuting, .reportFinished, .storeFinished:
      if reports[operation] == nil {
        reports[operation] = lane.callback?.point == .start ? .reportInside : .reportAfter
      }
    default: break
    }
  }

  private mutating func note(
    _ command: Command, _ queue: QueueID, _ lane: Lane, _ state: State
  ) {
    pasts.note(command, queue, state)
    switch command.verb {
    case .add, .addGroup, .addGroupWaiting, .addBlock, .addBarrier:
      for operand in command.operands where entries[operand] == nil {
        entries[operand] =
          switch lane.callback?.point {
          case nil: command.verb.isGroupAdd ? .entryGroup : .entryAlone
          case .completion: .entryCompletion
          default: .entryInside
          }
      }
    case .cancelAll:
      for (index, operation) in state.operations.enumerated()
      where Int(operation.owner) == queue.index && operation.flags.contains(.listed) {
        cancel(OperationID(index), state)
      }
    case .resume: resumed.insert(queue)
    case .setUnderlyingQueue: homes[queue] = .homeUnderlying
    case .setQueueQuality: homes[queue] = .homeQuality
    default: break
    }
  }

  private mutating func cancel(_ operation: OperationID, _ state: State) {
    guard cancelled[operation] == nil else { return }
    switch state.operations[operation.index].phase {
    case .new: cancelled[operation] = .cancelledNew
    case .queued, .dispatched: cancelled[operation] = .cancelledQueued
    case .finished: cancelled[operation] = .cancelledFinished
    default: cancelled[operation] = .cancelledRunning
    }
  }

  // MARK: Facts

  /// The facts of a call.
  ///
  /// - Parameters:
  ///   - moment: the call, before it is made.
  ///   - x: the operation that it is about.
  /// - Returns: one fact of each aspect.
  package func facts(at moment: EagerRun.Moment, about x: OperationID) -> FactSet {
    let state = moment.state
    let operation = state.operations[x.index]
    let queue: QueueID? =
      moment.step.command?.queue
      ?? (operation.owner == OperationState.nobody ? nil : QueueID(Int(operation.owner)))
    var facts: FactSet = [
      phase(operation, x), kind(x), dependents(x, state),
      completion(operation), cancelled[x] ?? .cancelledNo, entries[x] ?? .entryNone,
      reports[x] ?? .reportNone,
      observed.contains(x) ? .observedYes : .observedNo,
      dropped.contains(.operation(x)) ? .referenceDropped : .referenceKept,
      late.contains(x)
        ? .priorityLate
        : operation.priority == OperationState.unsetPriority ? .priorityUnset : .priorityEarly,
      graded.contains(x) ? .qualitySet : .qualityUnset,
      waited(x, queue, moment), caller(moment, x, queue),
    ]
    // A start by hand that was refused has left no trace.
    if facts.contains(.phaseNew), facts.contains(.entryHand) {
      facts = facts - [.entryHand] | [.entryNone]
    }
    for fact in depends(operation, x, state) { facts.insert(fact) }
    facts.insert(ready(operation, facts))
    if let queue {
      facts = facts | self.facts(of: queue, besides: x, state)
      facts.insert(pasts.fact(of: queue, for: x, state))
    } else {
      facts =
        facts | [
          .loadNone, .suspendedNot, .limitNone, .barrierNone, .pastNone, .homePlain, .ownerKept,
        ]
    }
    facts.insert(held(operation, facts))
    return facts
  }

  private func phase(_ operation: OperationState, _ x: OperationID) -> Fact {
    switch operation.phase {
    case _ where operation.isFinished: .phaseFinished
    case .new: .phaseNew
    case .queued, .dispatched: .phaseQueued
    case .starting: operation.flags.contains(.executing) ? .phaseExecuting : .phaseStarting
    case .executing, .ended: .phaseExecuting
    case .finished: .phaseFinished
    }
  }

  private func kind(_ x: OperationID) -> Fact {
    let declaration = program[x]
    switch declaration.kind {
    case .block: return declaration.blocks == 1 ? .kindBlock : .kindBlocks
    case .base: return .kindBase
    case .conditional: return .kindConditional
    case .asynchronous: return .kindAsynchronous
    case .flagged: return .kindFlagged
    case .invocation: return .kindInvocation
    case .procedure: return .kindProcedure
    default: return .kindTask
    }
  }

  private func ready(_ operation: OperationState, _ facts: FactSet) -> Fact {
    if !(facts & .started).isEmpty { return .readyPast }
    let isOpen = !(facts & (.open | .secondOpen)).isEmpty
    if operation.flags.contains(.condition) { return isOpen ? .readyDependency : .readyYes }
    return isOpen ? .readyBoth : .readyCondition
  }

  /// What an operation depends on, or depended on: the first by declaration, and of the others one
  /// that is unfinished, if any is.
  private func depends(_ operation: OperationState, _ x: OperationID, _ state: State) -> [Fact] {
    let gone = removed[x] ?? []
    let all = state.operations.indices.filter {
      operation.dependencies.contains($0) || operation.open.contains($0)
        || gone.contains(OperationID($0))
    }
    guard let first = all.first else { return [.dependsNot, .secondNone] }
    guard operation.dependencies.contains(first) || operation.open.contains(first) else {
      return [.dependsRemoved, second(all, operation, state)]
    }
    let dependency = state.operations[first]
    let fact: Fact =
      switch dependency.phase {
      case _ where dependency.isFinished: .dependsFinished
      case _ where dependency.isCancelled: .dependsCancelled
      case .new: .dependsNew
      case .queued, .dispatched:
        dependency.owner == operation.owner && dependency.rank > operation.rank
          ? .dependsLater : .dependsWaiting
      default: .dependsRunning
      }
    return [fact, second(all, operation, state)]
  }

  private func second(_ all: [Int], _ operation: OperationState, _ state: State) -> Fact {
    let others = all.dropFirst().filter(operation.dependencies.contains)
    guard let other = others.first(where: operation.open.contains) ?? others.first else {
      return .secondNone
    }
    switch state.operations[other].phase {
    case _ where state.operations[other].isFinished: return .secondFinished
    case .new, .queued, .dispatched: return .secondWaiting
    default: return .secondRunning
    }
  }

  private func dependents(_ x: OperationID, _ state: State) -> Fact {
    var found = Fact.dependentsNone
    for operation in state.operations where operation.dependencies.contains(x.index) {
      if operation.phase == .queued, operation.open.contains(x.index) { return .dependentsWaiting }
      if operation.phase == .new { found = .dependentsNew }
    }
    return found
  }

  private func completion(_ operation: OperationState) -> Fact {
    if operation.completing > 0 { return .completionRunning }
    if operation.flags.contains(.completed) { return .completionDone }
    return operation.completion == 0 ? .completionNone : .completionSet
  }

  private func facts(of queue: QueueID, besides x: OperationID, _ state: State) -> FactSet {
    let own = state.queues[queue.index]
    var load = Fact.loadEmpty
    var barrier = Fact.barrierNone
    for (index, operation) in state.operations.enumerated()
    where Int(operation.owner) == queue.index && operation.phase != .finished {
      if program.operations[index].kind == .barrier {
        if barrier != .barrierRunning {
          barrier = operation.phase == .queued ? .barrierWaiting : .barrierRunning
        }
      } else if index != x.index, load != .loadRunning {
        load = operation.flags.contains(.slot) ? .loadRunning : .loadWaiting
      }
    }
    if !own.hasFreeSlot { load = .loadFull }
    let limit: Fact =
      switch own.limit {
      case ..<0: .limitNone
      case 0: .limitZero
      case 1: own.slots > 1 ? .limitLowered : .limitOne
      default: Int(own.slots) > own.limit ? .limitLowered : .limitSome
      }
    let isFirst = program[queue].suspended && !resumed.contains(queue)
    return [
      load, barrier, limit,
      own.suspended ? isFirst ? .suspendedFirst : .suspendedLate : .suspendedNot,
      program[queue].isMain ? .homeMain : homes[queue] ?? .homePlain,
      dropped.contains(.queue(queue)) ? .ownerDropped : .ownerKept,
    ]
  }

  private func held(_ operation: OperationState, _ facts: FactSet) -> Fact {
    guard facts.contains(.phaseQueued) else { return .heldNot }
    if !facts.contains(.suspendedNot) { return .heldSuspension }
    if facts.contains(.loadFull) { return .heldLimit }
    if !operation.behind.isEmpty { return .heldBarrier }
    if !operation.flags.contains(.condition) { return .heldCondition }
    return operation.open.isEmpty ? .heldNot : .heldDependency
  }

  private func waited(
    _ x: OperationID, _ queue: QueueID?, _ moment: EagerRun.Moment
  ) -> Fact {
    var found = Fact.waitedNot
    for call in moment.state.calls {
      let command = moment.commands[call.id]
      if command.verb == .wait, command.operation == x { return .waitedOperation }
      if command.verb == .waitAll, command.queue == queue { found = .waitedQueue }
    }
    return found
  }

  private func caller(
    _ moment: EagerRun.Moment, _ x: OperationID, _ queue: QueueID?
  ) -> Fact {
    guard let callback = moment.lane.callback else {
      return isRace(moment.lane, moment.position) ? .callerRace : .callerClient
    }
    switch callback.point {
    case .observer: return .callerObserver
    case .isReady: return .callerGetter
    default: break
    }
    let owner = Int(moment.state.operations[callback.operation.index].owner)
    guard callback.operation == x else {
      return callback.point == .body && owner == queue?.index ? .callerTask : .callerElsewhere
    }
    switch callback.point {
    case .completion: return .callerCompletion
    case .start: return .callerStart
    default: return callback.index > 1 ? .callerBlock : .callerOwn
    }
  }

  /// Whether another client changes something, or lets something end, after the same meeting.
  ///
  /// A client that begins to wait there was waiting before.
  private func isRace(_ lane: Lane, _ position: Int) -> Bool {
    let steps = program.steps(of: lane)
    guard position > 0, steps.indices.contains(position),
      case .meet(let number) = steps[position - 1]
    else { return false }
    return program.clients.contains { other in
      guard other.lane != lane, let place = other.steps.firstIndex(of: .meet(number)),
        place + 1 < other.steps.count
      else { return false }
      if case .open = other.steps[place + 1] { return true }
      guard let command = other.steps[place + 1].command else { return false }
      return !command.verb.isRead && !command.verb.entry.mayBlock
    }
  }
}
