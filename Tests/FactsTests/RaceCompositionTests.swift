import OQFacts
import OQHistory
import OQModel
import OQPrograms
import OQSpecification
import TestSupport
import Testing

/// What composed programs do beside a call, after it, and again.
@Suite(.computing) struct RaceCompositionTests {
  private static let composition = Composition(.full)

  private func programs(_ cell: Cell, _ count: UInt64 = 120) -> [Program] {
    (0..<count).map { ordinal in
      var draft = Draft(choices: ChoiceSource(seed: mix(1, ordinal)), vocabulary: .full)
      Self.composition.write(&draft, cell, plain: false)
      return draft.program
    }
  }

  /// What each client does right after a meeting with another one.
  private func races(_ program: Program) -> [[Step]] {
    let steps = program.clients.map { client in
      zip(client.steps, client.steps.dropFirst()).compactMap { step, next in
        if case .meet(1) = step { next } else { nil }
      }
    }
    return steps.filter { !$0.isEmpty }
  }

  @Test func `a call meets the end of what the operation depends on`() {
    let found = programs(Cell(.add, [.callerRace, .phaseNew, .dependsRunning])).filter { program in
      let steps = races(program).joined()
      return steps.contains { if case .open = $0 { true } else { false } }
        && steps.contains { $0.command?.verb == .add }
    }
    #expect(!found.isEmpty)
    for program in found { #expect(EagerRun.fault(program) == nil, "\(program.text)") }
  }

  @Test func `two clients give an operation execution blocks, as many as the model counts`() {
    let programs = programs(Cell(.addExecutionBlock, [.callerRace, .phaseNew]))
    #expect(
      programs.contains { program in
        program.clients.count { client in
          client.steps.count { $0.command?.verb == .addExecutionBlock } > 1
        } > 1
      })
    for program in programs {
      #expect(EagerRun.fault(program) == nil, "\(program.text)")
      var run = EagerRun(program)
      run.finish { _ in }
      #expect(run.unfinishedLanes == [], "\(program.text)")
    }
  }

  @Test func `what is harmless is repeated at times, by both clients`() {
    let most = programs(Cell(.setName, [.callerRace])).map { program in
      program.clients.map { $0.steps.count { $0.command?.verb == .setName } }.max() ?? 0
    }
    #expect(most.contains { $0 >= 8 } && most.contains { $0 < 8 })
    // What a class says of itself is said once.
    for program in programs(Cell(.reportFinished, [.callerRace])) {
      for client in program.clients {
        #expect(client.steps.count { $0.command?.verb == .reportFinished } < 8)
      }
    }
  }

  @Test func `what was added is added to another queue, and that queue is looked at`() {
    #expect(
      programs(Cell(.add, [.callerClient, .phaseNew])).contains { program in
        let commands = program.clients.flatMap(\.steps).compactMap(\.command)
        return commands.contains { add in
          add.verb == .add
            && commands.contains {
              $0.verb == .add && $0.operands == add.operands && $0.queue != add.queue
            }
            && commands.contains { $0.verb == .operationCount && $0.queue == add.queue }
        }
      })
  }

  @Test func `something is added while a barrier is inside`() {
    #expect(
      programs(Cell(.setUnderlyingQueue, [.barrierRunning, .loadEmpty])).contains { program in
        guard let client = program.clients.first,
          let call = client.steps.firstIndex(where: { $0.command?.verb == .setUnderlyingQueue }),
          let queue = client.steps[call].command?.queue,
          let add = client.steps[call...].firstIndex(where: {
            $0.command?.verb == .add && $0.command?.queue == queue
          }),
          let open = client.steps.firstIndex(where: {
            if case .open(let gate) = $0 {
              program[gate.operation].kind == .barrier
            } else {
              false
            }
          })
        else { return false }
        return add < open
      })
  }

  @Test func `each subject with classes of its own has both of their reports`() {
    let vocabulary = Vocabulary(
      capabilities: [.customAsync, .manualStart], rules: ["ASYNC-12", "DEP-2"])
    #expect(vocabulary.contains(.reportExecuting))
    #expect(vocabulary.contains(.reportFinished))
  }
}
