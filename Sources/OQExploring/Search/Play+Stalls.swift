import OQHistory
import OQModel

extension Play {
  /// Why lanes wait in vain in a scene in which nothing is owed.
  ///
  /// The first reason that applies is taken; more than one may.
  func stall(_ scene: Scene) -> Stall {
    let state = scene.state
    if hasCircle(state) { return .circle }
    for part in stage.parts.indices where scene.lanes[part].presence == .present {
      let lane = scene.lanes[part]
      guard lane.next < stage.parts[part].cues.count, !lane.isCalling else { continue }
      if case .hold = stage.parts[part].cues[lane.next], !lane.isOpen { return .held }
    }
    if state.queues.contains(where: \.suspended) { return .suspended }
    if state.queues.contains(where: { $0.limit == 0 }) { return .limit }
    if state.queues.contains(where: \.exempt) { return .byHand }
    return operationStall(state) ?? .optional
  }

  private func operationStall(_ state: State) -> Stall? {
    for (index, operation) in state.operations.enumerated() {
      if operation.hasRepeated { return .repeated }
      // A dependency on itself counts and need not be listed (DEP-57).
      if operation.open.contains(index) { return .circle }
      if operation.flags.contains(.droppable) { return .barrier }
      for other in operation.open where state.operations[other].phase == .new {
        return .unstarted
      }
      if operation.phase == .queued, model.kinds[index] == .conditional { return .condition }
      if model.overridesStart(index), operation.isStarted, operation.phase != .finished {
        return .unreported
      }
    }
    if state.operations.contains(where: { $0.phase == .new && !$0.isFinished }) { return .outside }
    return nil
  }

  private func hasCircle(_ state: State) -> Bool {
    var tangled = OperationSet.first(state.operations.count)
    while !tangled.isEmpty {
      var waiting = OperationSet()
      for index in tangled
      where !state.operations[index].dependencies.intersection(tangled).isEmpty {
        waiting.insert(index)
      }
      if waiting == tangled { return true }
      tangled = waiting
    }
    return false
  }

  /// Whether some lane waits for the end of an operation or of everything in a queue.
  ///
  /// To wait for a value or for client code is the program's own risk.
  func isBound(_ scene: Scene) -> Bool {
    scene.state.calls.contains { call in
      [.wait, .waitAll, .addGroupWaiting].contains(stage.commands[call.id].verb)
    }
  }
}
