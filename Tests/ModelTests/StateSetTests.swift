import OQHistory
import OQModel
import OQSpecification
import Testing

@Suite struct StateSetTests {
  /// Two queues and two operations, or eleven: the two ways in which states are written.
  static func program(operations: Int) throws -> Program {
    let names = (0..<operations).map { "op x\($0)\n" }.joined()
    return try Program(parsing: "oqprogram 1\nqueue q limit=2\nqueue r\n\(names)client 1\n")
  }

  /// States that differ from a new one in one variable each.
  static func variations(_ state: State) -> [State] {
    let inOperations: [(inout OperationState) -> Void] = [
      { $0.phase = .executing }, { $0.owner = 1 }, { $0.rank = 200 }, { $0.priority = 4 },
      { $0.levels = 0b11111 }, { $0.completion = 3 }, { $0.completing = 255 },
      { $0.getters = .max }, { $0.starts = 7 }, { $0.startsDue = 9 },
      { $0.dependencies.insert(1) }, { $0.twice.insert(0) }, { $0.open.insert(1) },
      { $0.hasRepeated = true }, { $0.removed.insert(1) }, { $0.behind.insert(1) },
      { $0.after.insert(1) },
      { $0.blocks[4] = 15 }, { $0.begun[1] = 2 }, { $0.running[2] = 1 }, { $0.due[3] = 1 },
    ]
    let inQueues: [(inout QueueState) -> Void] = [
      { $0.limit = 5 }, { $0.limit = .max }, { $0.suspended = true }, { $0.credit = 255 },
      { $0.eligible.insert(1) }, { $0.added = 3 }, { $0.slots = 4 }, { $0.exempt = true },
    ]
    let inCalls: [(inout CallState) -> Void] = [
      { $0.stage = .done }, { $0.sample = 2 }, { $0.index = 9 }, { $0.todo.insert(1) },
      { $0.checked.insert(1) }, { $0.after.insert(1) }, { $0 = CallState(id: 70_000) },
    ]
    var states = [state]
    for bit in 0..<UInt16(16) {
      states.append(state)
      states[states.count - 1].operations[1].flags.formSymmetricDifference(
        OperationState.Flags(rawValue: 1 << bit))
    }
    for (place, change) in inOperations.enumerated() {
      states.append(state)
      change(&states[states.count - 1].operations[place % 2])
    }
    for change in inQueues {
      states.append(state)
      change(&states[states.count - 1].queues[1])
    }
    for change in inCalls {
      states.append(state)
      change(&states[states.count - 1].calls[1])
    }
    states.append(state)
    states[states.count - 1].returnedAdds.insert(1)
    return states
  }

  @Test(arguments: [2, 11])
  func `keeps every variable apart and gives it back`(operations: Int) throws {
    let program = try Self.program(operations: operations)
    var initial = Model(program, profile: .core).initial
    initial.calls = [CallState(id: 0), CallState(id: 1)]
    let states = Self.variations(initial)
    var set = StateSet(StateCode(program, commands: []))
    let fresh = states.map { set.insert($0) }
    #expect(!fresh.contains(false))
    #expect(set.count == states.count)
    let repeated = states.map { set.insert($0) }
    #expect(!repeated.contains(true))
    #expect(set.count == states.count)
    var loaded = initial
    for (position, state) in states.enumerated() {
      set.load(position, into: &loaded)
      #expect(loaded == state)
    }
  }

  @Test func `grows, and forgets what it held`() throws {
    let program = try Self.program(operations: 2)
    let initial = Model(program, profile: .core).initial
    var set = StateSet(StateCode(program, commands: []))
    for round in 0..<2 {
      for number in 0..<1_000 {
        var state = initial
        state.queues[0].limit = number * 64 + round
        set.insert(state)
      }
      #expect(set.count == 1_000)
      set.removeAll()
      #expect(set.isEmpty)
    }
  }
}
