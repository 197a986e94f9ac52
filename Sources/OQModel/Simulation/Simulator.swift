import OQHistory
import OQSpecification

/// Runs programs on the model itself: one legal history per choice of steps, without threads.
package struct Simulator: Sendable {
  private let profile: Profile
  private let guards: Guards
  private let concurrency: Int
  private let checksInvariants: Bool

  /// A simulator for one reading of the contract.
  ///
  /// - Parameters:
  ///   - profile: the reading of the contract.
  ///   - guards: guards broken on purpose; with any, histories are wrong.
  ///   - concurrency: bodies that certainly begin while others are held, at least 1.
  ///   - checksInvariants: whether a step that breaks an invariant of the model ends the process;
  ///     with broken guards none is checked.
  package init(
    profile: Profile, guards: Guards = [], concurrency: Int = 2, checksInvariants: Bool = false
  ) {
    self.checksInvariants = checksInvariants && guards.isEmpty
    self.profile = profile
    self.guards = guards
    self.concurrency = concurrency
  }

  /// Why a program cannot be simulated, or nil.
  ///
  /// - Returns: a sentence naming the bound of the model that it exceeds, or nil.
  package static func fault(_ program: Program) -> String? {
    let commands = program.allSteps.compactMap { step in
      switch step {
      case .command(let command), .until(.reads(let command, _)): command
      default: nil
      }
    }
    if let command = commands.first(where: \.verb.isBesideModel) {
      return "the verb \(command.verb.entry.name)"
    }
    // The model allows observers and has none: nobody would be called.
    if commands.contains(where: \.verb.isObservation) { return "observers" }
    return Model.fault(program, commands: commands)
  }

  /// Runs a program with choices drawn from a seed.
  ///
  /// - Parameters:
  ///   - program: a program for which ``fault(_:)`` is nil.
  ///   - seed: the same seed gives the same history.
  ///   - reach: what was taken is counted here.
  /// - Returns: a history that ends with `ended`, or with `quiescent` and `stalled` where lanes
  ///   wait for what nobody owes.
  /// - Complexity: O(steps × operations²).
  package func run(_ program: Program, seed: UInt64, reach: inout Reach) -> History {
    var generator = SplitMix64(seed: seed)
    return run(program, reach: &reach) { generator.below($0) }
  }

  /// Runs a program with choices made by the caller.
  ///
  /// - Parameters:
  ///   - program: a program for which ``fault(_:)`` is nil.
  ///   - reach: what was taken is counted here.
  ///   - choose: given how many steps are possible, at least 1, returns which is taken, from 0.
  /// - Returns: a history, as ``run(_:seed:reach:)`` does.
  package func run(
    _ program: Program, reach: inout Reach, choose: (Int) -> Int
  ) -> History {
    if let fault = Simulator.fault(program) { preconditionFailure("beyond the model: \(fault)") }
    var run = Run(
      program,
      model: Model(program, profile: profile, guards: guards, concurrency: concurrency),
      reach: reach)
    while run.step(choose) {
      if checksInvariants, let broken = run.violatedInvariant {
        preconditionFailure("an invariant of the model: \(broken)")
      }
    }
    reach = run.reach
    return History(of: program, events: run.events)
  }
}

/// A run of the simulator: the state of the model, and that of the harness around it.
struct Run {
  /// An invariant of the model that its state breaks; nil where it breaks none.
  var violatedInvariant: String? { model.violatedInvariant(state) }

  /// A lane that is at work.
  struct LaneState {
    let lane: Lane
    let steps: [Step]
    var next = 0
    /// The open call, or -1.
    var call = -1
    /// How the open call will end, once it has taken effect.
    var outcome = Outcome.done
    /// Whether the lane has arrived at the meeting that it waits for, or has read what it waits
    /// for.
    var isReady = false
  }

  /// What can happen next.
  enum Action {
    case lane(Int)
    case returns(Int)
    case read(Int)
    case move(Move)
    case enter(Callback)
  }

  let program: Program
  var model: Model
  var state: State
  var reach: Reach
  var lanes: [LaneState]
  var events: [Event] = []
  var actions: [Action] = []
  private var moves: [Move] = []
  var opened: Set<Callback> = []
  var began: Set<Callback> = []
  var left: Set<Callback> = []
  var entries: [Callback: Int] = [:]
  // Looked up only.
  var threadPriorities: [OperationID: Int] = [:]
  var arrived: [Int: Int] = [:]
  private let parties: [Int: Int]
  var dispatches: [Int] = []

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - model: the model of the program.
  ///   - reach: what has been reached.
  ///   - meeting: a meeting to which one more lane comes than the program says.
  init(_ program: Program, model: Model, reach: Reach, keeping meeting: Int? = nil) {
    self.program = program
    self.model = model
    self.reach = reach
    state = model.initial
    lanes = program.clients.map { LaneState(lane: $0.lane, steps: $0.steps) }
    var parties: [Int: Int] = [:]
    for script in program.scripts {
      var named: Set<Int> = []
      for case .meet(let number) in script.steps where named.insert(number).inserted {
        parties[number, default: 0] += 1
      }
    }
    if let meeting { parties[meeting, default: 0] += 1 }
    self.parties = parties
    for _ in program.operations { self.reach.note(.create) }
  }

  /// Records an event under the next ticket.
  mutating func record(_ lane: Lane?, _ kind: Event.Kind) {
    events.append(Event(events.count + 1, lane, kind))
  }

  /// Takes one step.
  ///
  /// - Parameter choose: given how many steps are possible, returns which is taken.
  /// - Returns: false once the history is complete.
  mutating func step(_ choose: (Int) -> Int) -> Bool {
    if isOver, choose(4) == 0 { return end(.ended) }
    let mayRest = collect()
    if actions.isEmpty || mayRest && choose(2) == 0 { return rest() }
    perform(actions[choose(actions.count)], choose)
    return true
  }

  /// Whether every client has come to its end.
  var isOver: Bool { !lanes.contains { $0.lane.callback == nil && !isThrough($0) } }

  /// Collects in ``actions`` what can happen next.
  ///
  /// - Returns: whether it is also possible that nothing happens any more, although something can.
  mutating func collect() -> Bool {
    actions.removeAll(keepingCapacity: true)
    collectLanes()
    let isIdle = actions.isEmpty
    collectModel()
    return isIdle && !actions.isEmpty && !isOver && model.obligation(state) == nil
  }

  /// Nothing happens any more.
  mutating func rest() -> Bool {
    if isOver { return end(.ended) }
    precondition(
      !model.guards.isEmpty || model.obligation(state) == nil,
      "the model is stuck although it owes something")
    record(nil, .quiescent(Quiescence(threads: 1, canaries: 1)))
    return end(.stalled)
  }

  mutating func end(_ kind: Event.Kind) -> Bool {
    record(nil, kind)
    noteEnd()
    return false
  }

  private func isThrough(_ lane: LaneState) -> Bool {
    lane.next == lane.steps.count && lane.call < 0
  }

  // MARK: What can happen

  private mutating func collectLanes() {
    for position in lanes.indices {
      let lane = lanes[position]
      if lane.call >= 0 {
        collectCall(position)
      } else if lane.next < lane.steps.count {
        if isEnabled(lane.steps[lane.next], lane) { actions.append(.lane(position)) }
      } else if lane.lane.callback != nil {
        actions.append(.lane(position))
      }
    }
  }

  private mutating func collectCall(_ position: Int) {
    guard let call = state.position(ofCall: lanes[position].call) else { return }
    if model.mayReturn(call, state) { actions.append(.returns(position)) }
    guard state.calls[call].stage != .done else { return }
    if model.commands[lanes[position].call].verb.isRead {
      // A read asks the getter before it has a value.
      guard let getter = getter(askedBy: model.commands[lanes[position].call]) else {
        actions.append(.read(position))
        return
      }
      if entries[getter] == nil { actions.append(.enter(getter)) }
      return
    }
    moves.removeAll(keepingCapacity: true)
    model.effects(of: call, state, into: &moves)
    for move in moves { actions.append(.move(move)) }
  }

  private mutating func collectModel() {
    moves.removeAll(keepingCapacity: true)
    for index in state.operations.indices {
      model.internalMoves(index, state, into: &moves)
      collectEntries(index)
    }
    for move in moves { actions.append(.move(move)) }
  }

  private mutating func collectEntries(_ index: Int) {
    let operation = state.operations[index]
    let id = OperationID(index)
    if operation.phase == .executing {
      for number in operation.blocks.numbers(beyond: operation.begun) {
        actions.append(.enter(Callback(id, index: number)))
      }
      let again = Callback(id)
      if !model.guards.isEmpty, model.mayEnter(again, state), operation.begun == operation.blocks {
        actions.append(.enter(again))
      }
    }
    if !operation.due.isEmpty {
      for number in operation.due.numbers(beyond: BlockCounts()) {
        actions.append(.enter(Callback(id, .completion, index: number)))
      }
    }
    if operation.startsDue > 0 { actions.append(.enter(Callback(id, .start))) }
    if model.kinds[index] == .conditional, operation.phase == .queued, operation.getters == 0 {
      let getter = Callback(id, .isReady)
      if entries[getter, default: 0] < 2 { actions.append(.enter(getter)) }
    }
  }

  /// The overridden getter that a read asks, where it has something to do and has not ended.
  func getter(askedBy command: Command) -> Callback? {
    guard command.verb == .isReady, let operation = command.operation else { return nil }
    let getter = Callback(operation, .isReady)
    guard !left.contains(getter) else { return nil }
    return program.scripts.contains { $0.lane == .callback(getter) } ? getter : nil
  }

  func isEnabled(_ step: Step, _ lane: LaneState) -> Bool {
    switch step {
    case .command, .open, .drop: true
    case .hold: lane.lane.callback.map(opened.contains) ?? true
    case .until(.began(let callback)): began.contains(callback)
    case .until(.ended(let callback)): left.contains(callback)
    case .until(.reads(let command, let value)):
      lane.isReady || model.admits(command, value, state)
    case .meet(let number):
      !lane.isReady || arrived[number, default: 0] >= parties[number, default: 0]
    }
  }

  // MARK: What happens

  mutating func perform(_ action: Action, _ choose: (Int) -> Int) {
    switch action {
    case .lane(let position): advance(position)
    case .returns(let position): returns(position)
    case .read(let position): read(position, choose)
    case .enter(let callback): enter(callback)
    case .move(let move):
      noteMove(move)
      let id = move.call >= 0 ? state.calls[move.call].id : -1
      let before = reach.isCounting ? phasesAndLoads(move) : nil
      model.apply(move, to: &state)
      if let before { noteChanges(move, before) }
      if move.answer != .none, let position = lanes.firstIndex(where: { $0.call == id }) {
        lanes[position].outcome = move.answer == .rejected ? .rejected(.raised) : .done
      }
    }
  }

  mutating func advance(_ position: Int) {
    let lane = lanes[position]
    guard lane.next < lane.steps.count else {
      leave(position)
      return
    }
    let step = lane.steps[lane.next]
    switch step {
    case .command(let command):
      call(command, position)
      lanes[position].next += 1
      return
    case .until(.reads(let command, let value)) where !lane.isReady:
      call(command, position)
      lanes[position].isReady = true
      lanes[position].outcome = .returned(value)
      state.calls[state.calls.count - 1].stage = .done
      return
    case .meet(let number) where !lane.isReady:
      arrived[number, default: 0] += 1
      lanes[position].isReady = true
      return
    case .open(let callback): opened.insert(callback)
    case .hold, .until, .meet, .drop: break
    }
    record(lane.lane, .step(step))
    lanes[position].next += 1
    lanes[position].isReady = false
  }

  mutating func call(_ command: Command, _ position: Int) {
    let id = model.commands.count
    model.commands.append(command)
    if command.isInOwnCompletion(on: lanes[position].lane) { model.ownWaits.insert(id) }
    if command.isAddInCompletion(on: lanes[position].lane) { model.ownAdds.insert(id) }
    record(lanes[position].lane, .call(command))
    lanes[position].call = id
    if command.verb == .setThreadPriority, let operation = command.operation {
      threadPriorities[operation] = command.integer
    }
    lanes[position].outcome = .done
    model.call(id, &state)
  }

  mutating func returns(_ position: Int) {
    guard let call = state.position(ofCall: lanes[position].call) else { return }
    noteReturn(call)
    let outcome = lanes[position].outcome
    model.returns(call, rejected: outcome.isRejection, &state)
    record(lanes[position].lane, .returned(outcome))
    lanes[position].call = -1
  }

  mutating func read(_ position: Int, _ choose: (Int) -> Int) {
    guard let call = state.position(ofCall: lanes[position].call) else { return }
    let value = value(
      of: model.commands[lanes[position].call], on: lanes[position].lane, choose)
    lanes[position].outcome = .returned(value)
    state.calls[call].stage = .done
  }

  mutating func enter(_ callback: Callback) {
    noteEnter(callback)
    model.enter(callback, &state)
    let count = entries[callback, default: 0] + 1
    entries[callback] = count
    let entry = Callback(
      callback.operation, callback.point, index: callback.index, occurrence: count)
    began.insert(entry)
    record(.callback(entry), .enter)
    let steps = count == 1 ? program.steps(of: .callback(callback)) : []
    lanes.append(LaneState(lane: .callback(entry), steps: steps))
  }

  mutating func leave(_ position: Int) {
    let lane = lanes.remove(at: position)
    guard let callback = lane.lane.callback else { return }
    record(lane.lane, .leave)
    left.insert(callback)
    model.leave(callback, &state)
  }
}
