import OQHistory
import OQModel
import OQSpecification
import Testing

/// What the section "What is owed" of `Spec/Model.md` lists, one state for each.
@Suite struct ObligationTests {
  private static let text = """
    oqprogram 1
    queue q
    op x completion
    op d
    op s kind=asynchronous
    op b kind=barrier

    """
  private static let (x, d, s, b) = (0, 1, 2, 3)

  /// What is owed in a state, without the name of the operation; nil where nothing is.
  private func owed(
    _ profile: Profile = .core, calls: [Command] = [], _ change: (Model, inout State) -> Void
  ) throws -> String? {
    let program = try Program(parsing: Self.text)
    let model = Model(program, commands: calls, profile: profile)
    var state = model.initial
    change(model, &state)
    return model.obligation(state)
  }

  /// An operation that waits in the queue and is known to be ready.
  private func queue(_ index: Int, _ state: inout State) {
    state.operations[index].phase = .queued
    state.operations[index].owner = 0
    state.operations[index].flags.insert([.listed, .known])
    state.operations[index].levels = 0b11111
  }

  private func finish(_ index: Int, _ state: inout State) {
    state.operations[index].phase = .finished
    state.operations[index].flags.insert(.finished)
  }

  @Test func `steps of a queue are owed`() throws {
    #expect(try owed { _, _ in } == nil)
    #expect(
      try owed { _, state in
        queue(Self.x, &state)
        state.operations[Self.x].flags.remove(.known)
      } == "x: its queue's notice that it is ready")
    #expect(try owed { _, state in queue(Self.x, &state) } == "x: its dispatch")
    #expect(
      try owed { _, state in
        state.operations[Self.x].phase = .dispatched
      } == "x: its start")
    #expect(try owed { _, state in queue(Self.b, &state) } == "b: the barrier block")
    // A finish in silence lets the barrier go ahead, and nothing makes it (ND-8).
    #expect(
      try owed { _, state in
        queue(Self.b, &state)
        state.operations[Self.b].open.insert(Self.s)
        state.operations[Self.s].flags.insert(.finished)
      } == nil)
  }

  @Test func `steps of an operation are owed`() throws {
    func inPhase(_ phase: OperationState.Phase, begun: Int = 0) throws -> String? {
      try owed { _, state in
        state.operations[Self.x].phase = phase
        state.operations[Self.x].begun[1] = begun
      }
    }
    #expect(try inPhase(.starting) == "x: the begin of its body, or its end without one")
    #expect(try inPhase(.executing) == "x: the begin of a block")
    #expect(try inPhase(.executing, begun: 1) == "x: its finish")
    #expect(try inPhase(.ended, begun: 1) == "x: its finish")
    #expect(
      try owed { _, state in
        state.operations[Self.s].phase = .starting
        state.operations[Self.s].startsDue = 1
      } == "s: the call of its start")
  }

  @Test func `what follows the finish is owed`() throws {
    func finished(_ flags: OperationState.Flags) throws -> String? {
      try owed { _, state in
        finish(Self.x, &state)
        state.operations[Self.x].owner = 0
        state.operations[Self.x].flags.insert(flags)
      }
    }
    #expect(try finished([.listed, .completed]) == "x: its removal from the queue")
    #expect(try finished([.slot, .completed]) == "x: the release of its slot")
    #expect(try finished([]) == "x: its completion block")
    #expect(try finished([.completed]) == nil)
    #expect(
      try owed { _, state in
        state.operations[Self.x].open.insert(Self.d)
        finish(Self.d, &state)
      } == "x: its release by d")
    #expect(
      try owed { _, state in
        state.operations[Self.x].open.insert(Self.d)
        state.operations[Self.x].removed.insert(Self.d)
      } == "x: the end of its wait for d")
    for profile in Profile.allCases {
      let heed = try owed(profile) { _, state in
        state.operations[Self.x].open.insert(Self.d)
        state.operations[Self.x].flags.insert(.cancelled)
      }
      #expect(heed == (profile == .reference ? "x: its readiness after the cancel" : nil))
    }
  }

  @Test func `returns are owed, and those of waits when what they wait for has finished`() throws {
    let (x, q) = (OperationID(Self.x), QueueID(0))
    func isOwed(_ command: Command, finishes: Bool) throws -> String? {
      try owed(calls: [command]) { model, state in
        state.operations[Self.x].flags.insert(.completed)
        state.operations[Self.x].owner = 0
        if finishes { finish(Self.x, &state) }
        model.call(0, &state)
      }
    }
    #expect(try isOwed(Command(.cancel, x), finishes: false) == "the return of cancel")
    #expect(try isOwed(Command(.wait, x), finishes: true) == "the return of wait")
    #expect(try isOwed(Command(.wait, x), finishes: false) == nil)
    #expect(try isOwed(Command(.waitAll, q), finishes: true) == "the return of wait-all")
    #expect(try isOwed(Command(.waitAll, q), finishes: false) == nil)
  }

  @Test func `nothing is owed where the program or a freedom says so`() throws {
    /// What is owed where something holds an operation up that would be dispatched.
    func held(_ change: (inout State) -> Void) throws -> String? {
      try owed { _, state in
        queue(Self.x, &state)
        change(&state)
      }
    }
    #expect(try held { $0.queues[0].suspended = true } == nil)
    #expect(try held { $0.queues[0].limit = 0 } == nil)
    #expect(try held { $0.queues[0].exempt = true } == nil)
    // A circle, of one operation.
    #expect(try held { $0.operations[Self.d].dependencies.insert(Self.d) } == nil)
    // An overridden start that a queue called may run under the lock of the queue.
    #expect(try held { $0.operations[Self.s].starts = 1 } == nil)
    // A body occupies the one thread that there is for certain.
    #expect(
      try held {
        $0.operations[Self.d].phase = .executing
        $0.operations[Self.d].begun[1] = 1
        $0.operations[Self.d].running[1] = 1
      } == nil)
    #expect(
      try owed { _, state in
        queue(Self.b, &state)
        state.operations[Self.b].flags.insert(.droppable)
      } == nil)
  }
}
