import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

@Suite(.computing) struct SimulatorTests {
  static let chain = """
    oqprogram 1
    queue q limit=1 suspended
    op d
    op x deps=d priority=high completion
      in x: hold
    client 1
      add q x
      undepend x d
      resume q
      until begin x
      open x
      wait-all q
    """

  static let priorities = """
    oqprogram 1
    queue q limit=1 suspended
    op x priority=low
    op y priority=high
    client 1
      add-group q x,y
      resume q
      wait-all q
    """

  @Test func `the same seed gives the same bytes, another seed another history`() throws {
    let program = try Program(parsing: Self.chain)
    var reach = Reach()
    let simulator = Simulator(profile: .reference, checksInvariants: true)
    let first = simulator.run(program, seed: 7, reach: &reach).text
    #expect(simulator.run(program, seed: 7, reach: &reach).text == first)
    let others = (0..<20).map { simulator.run(program, seed: $0, reach: &reach).text }
    #expect(Set(others).count > 10)
  }

  @Test func `a program runs to its end, through gates and waits`() throws {
    let program = try Program(parsing: Self.chain)
    var reach = Reach()
    for seed in 0..<50 {
      let history = Simulator(profile: .reference, checksInvariants: true).run(
        program, seed: UInt64(seed), reach: &reach)
      #expect(history.events.last?.kind == .ended)
      let index = HistoryIndex(history)
      #expect(index.operations[1].bodies.count == 1)
      #expect(index.queues[0].calls(.waitAll).first?.succeeded == true)
    }
  }

  @Test func `a program that waits for what nobody owes ends stalled`() throws {
    let program = try Program(
      parsing: "oqprogram 1\nqueue q suspended\nop x\nclient 1\n  add q x\n  wait-all q\n")
    var reach = Reach()
    let history = Simulator(profile: .core, checksInvariants: true).run(
      program, seed: 1, reach: &reach)
    #expect(history.events.last?.kind == .stalled)
    #expect(Acceptor(profile: .core).judge(history) == .accepted)
  }

  @Test func `clients meet`() throws {
    let program = try Program(
      parsing: """
        oqprogram 1
        queue q
        op x
        client 1
          add q x
          meet 1
        client 2
          meet 1
          is-finished x
        """)
    var reach = Reach()
    for seed in 0..<20 {
      let history = Simulator(profile: .core, checksInvariants: true).run(
        program, seed: UInt64(seed), reach: &reach)
      let index = HistoryIndex(history)
      let read = try #require(index.calls.first { $0.command.verb == .isFinished })
      let add = try #require(index.queues[0].adds.first)
      #expect(add.returned(before: read.called))
    }
  }

  @Test func `every transition and every branch of every freedom is reached`() throws {
    var reach = Reach()
    for profile in [Profile.core, .guide, .reference] {
      for seed in 0..<UInt64(800) {
        _ = Simulator(profile: profile, checksInvariants: true).run(
          SmallProgram.make(seed: seed, operations: 3, steps: 8), seed: seed, reach: &reach)
      }
    }
    for text in RareBranches.programs {
      let program = try Program(parsing: text)
      for seed in 0..<UInt64(60) {
        _ = Simulator(profile: .core, checksInvariants: true).run(
          program, seed: seed, reach: &reach)
      }
    }
    #expect(reach.missingTransitions.isEmpty)
    #expect(reach.missingBranches == [])
    #expect(reach.arcs.subtracting(Arc.all) == [], "changes of phase without an arrow")
    #expect(Set(Arc.all).subtracting(reach.arcs) == [], "arrows that no run takes")
    #expect(reach.loadArcs.subtracting(LoadArc.all) == [], "changes of load without an arrow")
    #expect(Set(LoadArc.all).subtracting(reach.loadArcs) == [], "arrows that no run takes")
  }

  @Test func `the model keeps its invariants`() {
    // The simulator asserts every invariant after every step.
    var reach = Reach()
    for seed in 0..<UInt64(150) {
      let program = SmallProgram.make(seed: seed, operations: 5, steps: 10)
      let history = Simulator(profile: .core, checksInvariants: true).run(
        program, seed: seed, reach: &reach)
      #expect(!history.events.isEmpty)
    }
  }

  @Test(arguments: Guards.all.indices)
  func `a broken guard makes histories that the acceptor rejects`(position: Int) throws {
    let (name, guards) = Guards.all[position]
    let contest = try Program(parsing: Self.priorities)
    var reach = Reach()
    var isRejected = false
    for seed in 0..<UInt64(600) where !isRejected {
      let program = seed % 8 == 7 ? contest : SmallProgram.make(seed: seed)
      let history = Simulator(profile: .core, guards: guards).run(
        program, seed: seed, reach: &reach)
      isRejected = Acceptor(profile: .core, bound: 500).judge(history).isRejection
    }
    #expect(isRejected, "\(name)")
  }

  @Test func `each invariant notices the state that breaks it`() throws {
    let program = try Program(parsing: "oqprogram 1\nqueue q\nop x\n")
    let model = Model(program, profile: .core)
    #expect(model.violatedInvariant(model.initial) == nil)
    func broken(_ change: (inout OperationState) -> Void) -> String {
      var state = model.initial
      change(&state.operations[0])
      return model.violatedInvariant(state).map { String($0.prefix { $0 != ":" }) } ?? "none"
    }
    #expect(broken { $0.begun[1] = 2 } == "EXEC-1")
    #expect(broken { $0.running[1] = 1 } == "EXEC-1")
    #expect(broken { $0.flags.insert([.executing, .finished]) } == "STATE-7")
    #expect(broken { $0.flags.insert(.finished) } == "STATE-6")
    #expect(
      broken {
        $0.phase = .ended
        $0.flags.insert(.passed)
        $0.begun[1] = 1
        $0.running[1] = 1
      } == "STATE-6")
    #expect(broken { $0.begun[1] = 1 } == "STATE-2")
    #expect(
      broken {
        $0.phase = .executing
        $0.begun[1] = 1
      } == "CANCEL-3")
    #expect(
      broken {
        $0.phase = .finished
        $0.flags.insert(.finished)
      } == "EXEC-2")
    #expect(broken { $0.due[1] = 1 } == "DONE-1")
    #expect(
      broken {
        $0.phase = .starting
        $0.open.insert(0)
      } == "DEP-1")
    var leaking = model.initial
    leaking.queues[0].slots = 1
    #expect(model.violatedInvariant(leaking)?.hasPrefix("LIMIT-4") == true)
    var allowing = model.initial
    allowing.queues[0].credit = 1
    #expect(model.violatedInvariant(allowing)?.hasPrefix("SUSP-1") == true)
  }
}
