import OQHistory
import OQModel
import OQSpecification

/// The rules by which a run goes on: what can happen in a scene, and what it makes of it.
///
/// They are those of the simulator, which chooses one action where the explorer takes all of them.
struct Play {
  /// What can happen next.
  enum Action: Hashable {
    case advance(part: Int)
    case returns(part: Int)
    case read(part: Int, choice: Int)
    case move(Move)
    case enter(part: Int)
  }

  /// What an action shows to a recorder, by places.
  struct Signal: Hashable {
    enum Kind: UInt8 {
      case call, returned, enter, leave, step
    }

    let kind: Kind
    let part: Int
    /// The call, or of a step its place in the lane.
    var number = -1
    /// The number of the outcome of a call.
    var outcome = -1
  }

  let stage: Stage
  /// Outcomes of freedoms that the model does not take.
  let leftOut: Set<Branch>
  private(set) var model: Model
  /// How calls ended, each once; a normal return without a value first, then a rejection.
  private(set) var outcomes: [Outcome] = [.done, .rejected(.raised)]
  private var numbers: [Outcome: Int] = [.done: 0, .rejected(.raised): 1]
  private var moves: [Move] = []

  init(_ stage: Stage, profile: Profile, guards: Guards, leftOut: Set<Branch>) {
    self.stage = stage
    self.leftOut = leftOut
    model = Model(
      stage.program, commands: stage.commands, profile: profile, guards: guards, concurrency: 2)
    model.ownWaits = stage.ownWaits
    model.ownAdds = stage.ownAdds
  }

  /// The scene in which the program begins.
  var opening: Scene { Scene(stage, model) }

  /// Prepares for a scene: where a dependency is made more than once the calls so far matter.
  mutating func come(to scene: Scene) {
    guard stage.hasRepeats else { return }
    for (call, command) in stage.commands.enumerated() where command.verb == .addDependency {
      guard let target = command.operation else { continue }
      let isMade = isMade(call, scene)
      model.commands[call] = isMade ? command : Command(.isFinished, target)
    }
  }

  private func isMade(_ call: Int, _ scene: Scene) -> Bool {
    let part = stage.callers[call]
    return stage.parts[part].cues.prefix(scene.lanes[part].next).contains {
      if case .call(call) = $0 { true } else { false }
    }
  }

  /// Whether every client has come to its end.
  func isOver(_ scene: Scene) -> Bool {
    for part in 0..<stage.clients {
      let lane = scene.lanes[part]
      if lane.isCalling || lane.next < stage.parts[part].cues.count { return false }
    }
    return true
  }

  /// Whether nothing more has to happen.
  ///
  /// - Parameters:
  ///   - scene: any reachable scene.
  ///   - isIdle: whether no lane can go on in it.
  /// - Returns: whether a run may stop here.
  func mayRest(_ scene: Scene, isIdle: Bool) -> Bool {
    isIdle && model.obligation(scene.state) == nil
  }

  /// Collects what can happen next.
  ///
  /// - Parameters:
  ///   - scene: any reachable scene.
  ///   - actions: is replaced.
  /// - Returns: whether no lane can go on.
  mutating func actions(_ scene: Scene, into actions: inout [Action]) -> Bool {
    actions.removeAll(keepingCapacity: true)
    for part in stage.parts.indices { laneActions(part, scene, into: &actions) }
    let isIdle = actions.isEmpty
    for index in scene.state.operations.indices { steps(of: index, scene, into: &actions) }
    return isIdle
  }

  /// Collects what a lane can do next.
  mutating func laneActions(_ part: Int, _ scene: Scene, into actions: inout [Action]) {
    let lane = scene.lanes[part]
    guard lane.presence == .present else { return }
    if lane.isCalling {
      callActions(part, lane, scene, into: &actions)
    } else if lane.next < stage.parts[part].cues.count {
      if isEnabled(stage.parts[part].cues[lane.next], part, scene) {
        actions.append(.advance(part: part))
      }
    } else if part >= stage.clients {
      actions.append(.advance(part: part))
    }
  }

  /// Collects what an implementation can do next with an operation.
  mutating func steps(of index: Int, _ scene: Scene, into actions: inout [Action]) {
    moves.removeAll(keepingCapacity: true)
    model.internalMoves(index, scene.state, into: &moves)
    appendMoves(to: &actions)
    entries(index, scene, into: &actions)
  }

  private func appendMoves(to actions: inout [Action]) {
    for move in moves {
      if let branch = move.branch, leftOut.contains(branch) { continue }
      actions.append(.move(move))
    }
  }

  /// The number of the call that a lane has open.
  func call(of part: Int, _ lane: Scene.Progress) -> Int {
    if lane.isReady, case .untilReads(let call, _) = stage.parts[part].cues[lane.next] {
      return call
    }
    guard case .call(let call) = stage.parts[part].cues[lane.next - 1] else {
      preconditionFailure("a lane with an open call has made it")
    }
    return call
  }

  private mutating func callActions(
    _ part: Int, _ lane: Scene.Progress, _ scene: Scene, into actions: inout [Action]
  ) {
    let number = call(of: part, lane)
    guard let position = scene.state.position(ofCall: number) else { return }
    if model.mayReturn(position, scene.state) { actions.append(.returns(part: part)) }
    guard scene.state.calls[position].stage != .done else { return }
    let command = stage.commands[number]
    if command.verb.isRead {
      let count = model.readings(command, scene.state).count
      for choice in 0..<count { actions.append(.read(part: part, choice: choice)) }
      return
    }
    moves.removeAll(keepingCapacity: true)
    model.effects(of: position, scene.state, into: &moves)
    appendMoves(to: &actions)
  }

  private func isEnabled(_ cue: Stage.Cue, _ part: Int, _ scene: Scene) -> Bool {
    switch cue {
    case .call, .open, .drop: true
    case .hold: stage.parts[part].callback == nil || scene.lanes[part].isOpen
    case .untilBegan(let other): scene.lanes[other].presence != .absent
    case .untilEnded(let other): scene.lanes[other].presence == .gone
    case .untilReads(let call, let value):
      scene.lanes[part].isReady || model.admits(stage.commands[call], value, scene.state)
    case .meet(let meeting):
      !scene.lanes[part].isReady || Int(scene.arrived[meeting]) >= stage.parties[meeting]
    }
  }

  private func entries(_ index: Int, _ scene: Scene, into actions: inout [Action]) {
    let operation = scene.state.operations[index]
    for entrance in stage.entrances[index] {
      let number = entrance.callback.index
      let isDue =
        switch entrance.callback.point {
        case .body:
          operation.phase == .executing
            && (operation.begun[number] < operation.blocks[number]
              || model.guards.contains(.repeatsBody) && number == 1
                && operation.begun == operation.blocks && operation.begun[1] == 1)
        case .completion: operation.due[number] > 0
        case .start: operation.startsDue > 0
        case .isReady: operation.phase == .queued && operation.getters == 0
        case .observer, .registration, .cancellation: false
        }
      guard isDue,
        let part = entrance.parts.first(where: { scene.lanes[$0].presence == .absent })
      else { continue }
      actions.append(.enter(part: part))
    }
  }

  // MARK: What actions do

  /// Performs an action.
  ///
  /// - Parameters:
  ///   - action: one of those of the scene.
  ///   - scene: becomes the scene after it.
  /// - Returns: what a recorder sees of it.
  mutating func perform(_ action: Action, on scene: inout Scene) -> Signal? {
    switch action {
    case .advance(let part): return advance(part, &scene)
    case .returns(let part): return returns(part, &scene)
    case .enter(let part):
      guard let callback = stage.parts[part].callback else { return nil }
      model.enter(callback, &scene.state)
      scene.lanes[part].presence = .present
      return Signal(kind: .enter, part: part)
    case .read(let part, let choice):
      let number = call(of: part, scene.lanes[part])
      guard let position = scene.state.position(ofCall: number) else { return nil }
      let value = model.readings(stage.commands[number], scene.state)[choice]
      scene.lanes[part].outcome = self.number(of: .returned(value))
      scene.state.calls[position].stage = .done
      return nil
    case .move(let move):
      if move.call >= 0, move.answer != .none {
        let part = stage.callers[scene.state.calls[move.call].id]
        scene.lanes[part].outcome = move.answer == .rejected ? 1 : 0
      }
      model.apply(move, to: &scene.state)
      return nil
    }
  }

  private mutating func advance(_ part: Int, _ scene: inout Scene) -> Signal? {
    let next = scene.lanes[part].next
    guard next < stage.parts[part].cues.count else {
      guard let callback = stage.parts[part].callback else { return nil }
      scene.lanes[part].presence = .gone
      model.leave(callback, &scene.state)
      return Signal(kind: .leave, part: part)
    }
    switch stage.parts[part].cues[next] {
    case .call(let call):
      begin(call, part, &scene)
      scene.lanes[part].outcome = 0
      scene.lanes[part].next = next + 1
      return Signal(kind: .call, part: part, number: call)
    case .untilReads(let call, let value) where !scene.lanes[part].isReady:
      begin(call, part, &scene)
      scene.lanes[part].isReady = true
      scene.lanes[part].outcome = number(of: .returned(value))
      if let position = scene.state.position(ofCall: call) {
        scene.state.calls[position].stage = .done
      }
      return Signal(kind: .call, part: part, number: call)
    case .meet(let meeting) where !scene.lanes[part].isReady:
      scene.arrived[meeting] += 1
      scene.lanes[part].isReady = true
      return nil
    case .open(let other): scene.lanes[other].isOpen = true
    case .hold, .untilBegan, .untilEnded, .untilReads, .meet, .drop: break
    }
    scene.lanes[part].next = next + 1
    scene.lanes[part].isReady = false
    return Signal(kind: .step, part: part, number: next)
  }

  /// A lane makes a call; open calls are kept by number.
  private func begin(_ call: Int, _ part: Int, _ scene: inout Scene) {
    model.call(call, &scene.state)
    let made = scene.state.calls.removeLast()
    let place = scene.state.calls.firstIndex { $0.id > call } ?? scene.state.calls.count
    scene.state.calls.insert(made, at: place)
    scene.lanes[part].isCalling = true
  }

  private func returns(_ part: Int, _ scene: inout Scene) -> Signal? {
    let lane = scene.lanes[part]
    let number = call(of: part, lane)
    guard let position = scene.state.position(ofCall: number) else { return nil }
    model.returns(position, rejected: outcomes[lane.outcome].isRejection, &scene.state)
    scene.lanes[part].isCalling = false
    scene.lanes[part].outcome = 0
    return Signal(kind: .returned, part: part, number: number, outcome: lane.outcome)
  }

  private mutating func number(of outcome: Outcome) -> Int {
    if let number = numbers[outcome] { return number }
    numbers[outcome] = outcomes.count
    outcomes.append(outcome)
    precondition(outcomes.count < 1 << 16, "a program has few outcomes of calls")
    return outcomes.count - 1
  }

  /// The event that a signal stands for.
  func event(_ signal: Signal) -> (lane: Lane, kind: Event.Kind) {
    let part = stage.parts[signal.part]
    return switch signal.kind {
    case .call: (part.lane, .call(stage.commands[signal.number]))
    case .returned: (part.lane, .returned(outcomes[signal.outcome]))
    case .enter: (part.lane, .enter)
    case .leave: (part.lane, .leave)
    case .step: (part.lane, .step(part.steps[signal.number]))
    }
  }
}
