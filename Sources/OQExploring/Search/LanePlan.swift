import OQHistory
import OQModel
import OQSpecification

/// What the next actions of a lane depend on, beside the harness.
struct LanePlan {
  var part: Int
  /// Whether they may depend on anything.
  var isOpaque = false
  /// Only steps on this operation are meant; -1 for all.
  var subject = -1
  /// An operation whose whole state matters, or -1.
  var operation = -1
  /// Whether queues matter.
  var usesQueues = false
  /// Operations of which it matters whether they have finished.
  var finished: UInt64 = 0
  /// Operations of which it matters whether they can be added.
  var invalid: UInt64 = 0
  /// A queue whose list matters, or -1.
  var listing = -1
  /// Whether of that list only those matter that have not finished.
  var isUnfinished = false

  init(_ part: Int) { self.part = part }
}

/// Tells the plans of lanes from the harness of a scene.
struct LanePlanner {
  private let stage: Stage
  private let hasBarriers: Bool

  init(_ stage: Stage) {
    self.stage = stage
    hasBarriers = stage.program.operations.contains { $0.kind == .barrier }
  }

  /// The plans of a lane, none where it waits for nothing and can do nothing.
  ///
  /// - Parameters:
  ///   - part: the lane, which has steps.
  ///   - scene: a scene; operations and queues in it are not looked at.
  ///   - play: tells which call is open.
  /// - Returns: one plan, or one for each operation that the call treats.
  func plans(_ part: Int, _ scene: Scene, _ play: Play) -> [LanePlan] {
    let lane = scene.lanes[part]
    guard lane.presence == .present else { return [] }
    var plan = LanePlan(part)
    if lane.isCalling {
      guard let position = scene.state.position(ofCall: play.call(of: part, lane)) else {
        return []
      }
      return plans(scene.state.calls[position], plan)
    }
    let cues = stage.parts[part].cues
    guard lane.next < cues.count else {
      guard let callback = stage.parts[part].callback else { return [] }
      plan.operation = callback.operation.index
      return [plan]
    }
    switch cues[lane.next] {
    case .call(let call):
      let command = stage.commands[call]
      if command.verb == .waitAll, let queue = command.queue {
        plan.listing = queue.index
        plan.isUnfinished = true
      }
    case .open(let other), .untilBegan(let other), .untilEnded(let other):
      if stage.parts[other].cues.isEmpty, let callback = stage.parts[other].callback {
        plan.operation = callback.operation.index
      }
    case .untilReads(let call, _) where !lane.isReady: read(stage.commands[call], &plan)
    case .untilReads, .hold, .meet, .drop: break
    }
    return [plan]
  }

  private func plans(_ call: CallState, _ first: LanePlan) -> [LanePlan] {
    var plan = first
    let command = stage.commands[call.id]
    let target = command.operation?.index ?? -1
    if call.stage == .done {
      plan.isOpaque = command.verb == .suspend
      return [plan]
    }
    switch command.verb {
    case .wait: plan.finished = 1 << UInt64(target)
    case .waitAll: plan.finished = call.todo.bits
    case .addGroupWaiting where call.stage == .underway: plan.finished = call.todo.bits
    case .add, .addBlock, .addGroup, .addGroupWaiting: add(call, command, &plan)
    case .cancelAll:
      guard call.stage == .pending else {
        return call.todo.map { index in
          var plan = first
          plan.subject = index
          plan.operation = index
          return plan
        }
      }
      plan.isOpaque = hasBarriers
      plan.listing = command.queue?.index ?? -1
    case .suspend, .resume, .setLimit: plan.usesQueues = true
    case .start:
      plan.operation = target
      plan.usesQueues = true
    case .cancel, .setPriority, .setRawPriority, .setCompletion, .addExecutionBlock,
      .setCondition, .notifyReady, .reportExecuting, .reportFinished, .storeFinished,
      .notifyFinished:
      plan.operation = target
    default:
      if command.verb.isRead { read(command, &plan) } else { plan.isOpaque = true }
    }
    return [plan]
  }

  private func add(_ call: CallState, _ command: Command, _ plan: inout LanePlan) {
    plan.isOpaque = hasBarriers
    let elements = command.operands
    guard Int(call.index) < elements.count else { return }
    plan.operation = elements[Int(call.index)].index
    plan.usesQueues = true
    for element in elements.dropFirst(Int(call.index) + 1) {
      plan.invalid |= 1 << UInt64(element.index)
    }
  }

  private func read(_ command: Command, _ plan: inout LanePlan) {
    switch (command.target, command.verb) {
    case (.queue, .isSuspended), (.queue, .limit), (.queue, .isMain): plan.usesQueues = true
    case (.queue(let queue), .operationCount) where !hasBarriers: plan.listing = queue.index
    case (.operation(let operation), _) where !hasBarriers: plan.operation = operation.index
    default: plan.isOpaque = true
    }
  }
}
