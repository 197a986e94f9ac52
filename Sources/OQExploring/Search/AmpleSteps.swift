import OQHistory
import OQModel
import OQSpecification

/// Steps that can stand for all that can happen: partial-order reduction.
///
/// Such a step is owed, no recorder sees it, and it commutes with whatever others can do before it.
/// So every run has a twin that takes it at once, shows the same, and ends in the same way. That is
/// certain of the steps below where client code inside operations takes no steps of its own, no
/// queue is suspended later, no dependency comes later, and nobody names the operation or reads a
/// list any more. A cancel that is still to come leaves some of them certain, too.
///
/// Source: Peled, "All from one, one for all: on model checking using representatives", 1993.
struct AmpleSteps {
  private let stage: Stage
  private let lookout: Lookout
  /// Whether no operation can be preferred to another one.
  private let isFlat: Bool
  private let limitsChange: Bool
  /// What may be left out beside, where only begins count.
  let haste: Haste?

  /// Operations as bits.
  struct Freedom {
    /// Nobody names them any more.
    var free: UInt64 = 0
    /// They will be cancelled, and nobody names them otherwise.
    var doomed: UInt64 = 0
  }

  /// How many of the first actions of an operation can stand for all.
  struct Count {
    /// Where nobody names it.
    var free = 0
    /// Where it may be cancelled.
    var doomed = 0
  }

  /// Nil where nothing is certain.
  init?(
    _ stage: Stage, _ lookout: Lookout, _ profile: Profile, guards: Guards, leftOut: Set<Branch>,
    isHasty: Bool
  ) {
    guard guards.isEmpty, leftOut.isEmpty, !stage.hasRepeats, !stage.hasCircle else { return nil }
    guard stage.parts.dropFirst(stage.clients).allSatisfy(\.cues.isEmpty),
      stage.program.operations.allSatisfy({ AmpleSteps.kinds.contains($0.kind) }),
      stage.commands.allSatisfy({ AmpleSteps.verbs.contains($0.verb) })
    else { return nil }
    self.stage = stage
    self.lookout = lookout
    isFlat = Set(stage.program.operations.compactMap(\.priority)).count <= 1
    limitsChange = stage.commands.contains { $0.verb == .setLimit }
    haste = isHasty ? Haste(stage, lookout, profile) : nil
  }

  private static let kinds: Set<Program.Kind> = [.task, .base, .closure, .block]
  private static let verbs: Set<Verb> = [
    .add, .addBlock, .addGroup, .addGroupWaiting, .cancel, .cancelAll, .resume, .setLimit, .wait,
    .waitAll, .isFinished, .isCancelled, .isExecuting, .isReady, .isSuspended, .limit,
    .operationCount, .operations,
  ]
  private static let listings: Set<Verb> = [.cancelAll, .operationCount, .operations]

  /// What is still to come for the operations of a scene; nothing is known where a list may still
  /// be read.
  ///
  /// To wait for an operation does not count: a wait only needs it to finish.
  func freedom(_ scene: Scene) -> Freedom {
    let all = OperationSet.first(stage.program.operations.count)
    let names = Names(scene, stage, countsWaits: false)
    guard AmpleSteps.listings.isDisjoint(with: names.verbs) else { return Freedom() }
    return Freedom(
      free: all.subtracting(names.operations).subtracting(names.cancelled).bits,
      doomed: names.cancelled.subtracting(names.operations).bits)
  }

  /// Moves ample steps of an operation to the front.
  ///
  /// - Parameters:
  ///   - actions: what can happen to the operation.
  ///   - index: its position.
  ///   - state: the state in which it can.
  /// - Returns: how many of the first actions can stand for all.
  func first(_ actions: inout [Play.Action], _ index: Int, _ state: State) -> Count {
    let operation = state.operations[index]
    if operation.phase == .starting {
      return Count(free: haste?.first(ofStart: &actions) ?? actions.count)
    }
    if let place = actions.firstIndex(where: { isAmple($0, operation, state, isDoomed: true) }) {
      actions.swapAt(0, place)
      return Count(free: 1, doomed: 1)
    }
    if let place = actions.firstIndex(where: { isAmple($0, operation, state, isDoomed: false) }) {
      actions.swapAt(0, place)
      return Count(free: 1)
    }
    return Count()
  }

  private func isAmple(
    _ action: Play.Action, _ operation: OperationState, _ state: State, isDoomed: Bool
  ) -> Bool {
    switch action {
    case .advance(let part):
      return !lookout.sights.contains {
        if case .end(let callback) = $0 { callback == stage.parts[part].callback } else { false }
      }
    case .move(let move):
      switch move.transition {
      case .release: return haste != nil || !operation.isCancelled && !isDoomed
      case .notice:
        if let haste { return haste.isLowest[move.operation] }
        return isFlat && !operation.isCancelled && !isDoomed
      case .dispatch:
        let queue = state.queues[Int(operation.owner)]
        return (haste != nil || isFlat && !isDoomed) && !limitsChange && !operation.isCancelled
          && operation.open.isEmpty && queue.limit < 0 && !queue.suspended
      case .flush: return haste != nil && !isDoomed
      case .startByQueue: return operation.open.isEmpty
      case .endBody: return operation.begun == operation.blocks
      case .finish: return haste != nil || !isDoomed
      case .clearExecuting, .unlist, .freeSlot, .complete: return true
      default: return false
      }
    case .enter, .read, .returns: return false
    }
  }
}

/// What the steps that are still to come, and open calls, are about.
struct Names {
  /// Operations that they name.
  private(set) var operations = OperationSet()
  /// Operations that they cancel.
  private(set) var cancelled = OperationSet()
  /// What they call.
  private(set) var verbs: Set<Verb> = []

  /// - Parameters:
  ///   - scene: a scene; its operations and queues are not looked at.
  ///   - stage: its stage.
  ///   - countsWaits: whether to wait for an operation is to name it.
  init(_ scene: Scene, _ stage: Stage, countsWaits: Bool) {
    for (place, part) in stage.parts.enumerated() where scene.lanes[place].presence != .gone {
      for cue in part.cues.dropFirst(scene.lanes[place].next) {
        switch cue {
        case .call(let call), .untilReads(let call, _):
          note(stage.commands[call], from: 0, countsWaits)
        case .open(let other), .untilBegan(let other), .untilEnded(let other):
          if let callback = stage.parts[other].callback {
            operations.insert(callback.operation.index)
          }
        case .hold, .meet, .drop: continue
        }
      }
    }
    for call in scene.state.calls {
      note(stage.commands[call.id], from: Int(call.index), countsWaits)
    }
  }

  private mutating func note(_ command: Command, from index: Int, _ countsWaits: Bool) {
    verbs.insert(command.verb)
    if command.verb == .wait, !countsWaits { return }
    if let target = command.operation {
      if command.verb == .cancel {
        cancelled.insert(target.index)
      } else {
        operations.insert(target.index)
      }
    }
    for operand in command.operands.dropFirst(index) { operations.insert(operand.index) }
  }
}
