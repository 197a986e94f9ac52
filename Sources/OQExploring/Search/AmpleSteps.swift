import OQHistory
import OQModel
import OQSpecification

/// Steps that can stand for all that can happen: partial-order reduction.
///
/// Such a step is owed, no recorder sees it, and it commutes with whatever others can do before it.
/// So every run has a twin that takes it at once, shows the same, and ends in the same way. That is
/// certain of the steps below where client code inside operations takes no steps of its own, no
/// queue is suspended later, no dependency comes later, and nobody names the operation or reads a
/// list any more.
///
/// Source: Peled, "All from one, one for all: on model checking using representatives", 1993.
struct AmpleSteps {
  private let stage: Stage
  private let lookout: Lookout
  /// Whether no operation can be preferred to another one.
  private let isFlat: Bool
  private let limitsChange: Bool

  /// Nil where nothing is certain.
  init?(_ stage: Stage, _ lookout: Lookout, guards: Guards, leftOut: Set<Branch>) {
    guard guards.isEmpty, leftOut.isEmpty, !stage.hasRepeats, !stage.hasCircle else { return nil }
    guard stage.parts.dropFirst(stage.clients).allSatisfy(\.cues.isEmpty),
      stage.program.operations.allSatisfy({ AmpleSteps.kinds.contains($0.kind) }),
      stage.commands.allSatisfy({ AmpleSteps.verbs.contains($0.verb) })
    else { return nil }
    self.stage = stage
    self.lookout = lookout
    isFlat = Set(stage.program.operations.compactMap(\.priority)).count <= 1
    limitsChange = stage.commands.contains { $0.verb == .setLimit }
  }

  private static let kinds: Set<Program.Kind> = [.task, .base, .closure, .block]
  private static let verbs: Set<Verb> = [
    .add, .addBlock, .addGroup, .addGroupWaiting, .cancel, .cancelAll, .resume, .setLimit, .wait,
    .waitAll, .isFinished, .isCancelled, .isExecuting, .isReady, .isSuspended, .limit,
    .operationCount, .operations,
  ]
  private static let listings: Set<Verb> = [.cancelAll, .operationCount, .operations]

  /// The operations that nobody names any more, as bits; none where a list may still be read.
  ///
  /// To wait for an operation does not count: a wait only needs it to finish.
  func free(_ scene: Scene) -> UInt64 {
    let names = Names(scene, stage, countsWaits: false)
    guard AmpleSteps.listings.isDisjoint(with: names.verbs) else { return 0 }
    return OperationSet.first(stage.program.operations.count).subtracting(names.operations).bits
  }

  /// Moves ample steps of an operation to the front.
  ///
  /// - Parameters:
  ///   - actions: what can happen to the operation.
  ///   - index: its position; nobody names it.
  ///   - state: the state in which it can.
  /// - Returns: how many of the first actions can stand for all.
  func first(_ actions: inout [Play.Action], _ index: Int, _ state: State) -> Int {
    let operation = state.operations[index]
    if operation.phase == .starting { return actions.count }
    guard let place = actions.firstIndex(where: { isAmple($0, operation, state) }) else { return 0 }
    actions.swapAt(0, place)
    return 1
  }

  private func isAmple(
    _ action: Play.Action, _ operation: OperationState, _ state: State
  ) -> Bool {
    switch action {
    case .advance(let part):
      return !lookout.sights.contains {
        if case .end(let callback) = $0 { callback == stage.parts[part].callback } else { false }
      }
    case .move(let move):
      switch move.transition {
      case .release: return !operation.isCancelled
      case .notice: return isFlat && !operation.isCancelled
      case .dispatch:
        let queue = state.queues[Int(operation.owner)]
        return isFlat && !limitsChange && !operation.isCancelled && operation.open.isEmpty
          && queue.limit < 0 && !queue.suspended
      case .startByQueue: return operation.open.isEmpty
      case .endBody: return operation.begun == operation.blocks
      case .clearExecuting, .finish, .unlist, .freeSlot, .complete: return true
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
    if let target = command.operation { operations.insert(target.index) }
    for operand in command.operands.dropFirst(index) { operations.insert(operand.index) }
  }
}
