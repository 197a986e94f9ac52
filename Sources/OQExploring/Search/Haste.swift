import OQHistory
import OQModel
import OQSpecification

/// What may be left out where only begins and their order count, and all operations end.
///
/// More steps are ample then. An operation that has finished, or was dispatched without a limit, is
/// in nobody's way; so is one of the lowest priority that is added, or known to be ready. A call
/// and a return change nothing that a queue looks at. A cancel first looks whether its operation
/// has finished; since a cancel that comes too late has no effect, it may look at once. A resume
/// only allows more. What is left to chance is when a cancel takes effect, when a queue gets to
/// know of an operation of high priority, whom a limited queue chooses, and when bodies begin.
///
/// In profile reference a queue of limit 1 also looks at cancelled and added operations (PRIO-52).
struct Haste {
  /// By operation: whether none is certainly ranked below it.
  let isLowest: [Bool]
  private let stage: Stage

  private static let verbs: Set<Verb> = [.add, .addGroup, .cancel, .resume, .wait, .waitAll]

  /// Nil where that is not certain.
  init?(_ stage: Stage, _ lookout: Lookout, _ profile: Profile) {
    let isInOrder = profile == .reference && stage.program.queues.contains { $0.limit == 1 }
    let added = stage.commands.filter(\.verb.isAdd).flatMap(\.operands)
    guard !isInOrder, stage.clients == 1, Set(added).count == added.count,
      stage.commands.allSatisfy({ Haste.verbs.contains($0.verb) }),
      stage.parts[0].cues.allSatisfy({ if case .call = $0 { true } else { false } }),
      lookout.sights.allSatisfy({ if case .begin = $0 { true } else { false } })
    else { return nil }
    self.stage = stage
    let priorities = stage.program.operations.map(\.priority)
    isLowest = priorities.map { one in
      guard let one else { return true }
      return !priorities.contains { other in other.map { $0.rawValue < one.rawValue } ?? false }
    }
  }

  /// Moves a step of the client that can stand for all that can happen to the front.
  ///
  /// - Parameters:
  ///   - actions: what the client can do.
  ///   - state: the state in which it can.
  /// - Returns: how many of the first actions can stand for all.
  func first(ofClient actions: inout [Play.Action], _ state: State) -> Int {
    guard let place = actions.firstIndex(where: { isAmple($0, state) }) else { return 0 }
    actions.swapAt(0, place)
    return 1
  }

  private func isAmple(_ action: Play.Action, _ state: State) -> Bool {
    switch action {
    case .advance, .returns: return true
    case .move(let move):
      switch move.transition {
      case .setSuspended: return true
      case .cancel:
        let operation = state.operations[move.operation]
        return !Model.isStore(move) || operation.isFinished
          || operation.phase >= .executing && operation.begun == operation.blocks
      case .add, .addGroup:
        guard move.operation >= 0 else { return true }
        let operation = state.operations[move.operation]
        return Model.isEnqueue(move) && (isLowest[move.operation] || !operation.open.isEmpty)
      default: return false
      }
    case .enter, .read: return false
    }
  }

  /// Moves what an operation that starts can do to the front; a pulse of isExecuting is no begin.
  ///
  /// - Parameter actions: what can happen to the operation.
  /// - Returns: how many of the first actions can stand for all.
  func first(ofStart actions: inout [Play.Action]) -> Int {
    let isPulse = { (action: Play.Action) in
      if case .move(let move) = action { move.branch == .nd4Pulse } else { false }
    }
    return actions.partition(by: isPulse)
  }
}
