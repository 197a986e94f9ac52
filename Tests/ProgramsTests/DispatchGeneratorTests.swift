import OQHistory
import OQPrograms
import OQSpecification
import Testing

@Suite struct DispatchGeneratorTests {
  private static let capabilities: [Capability] = [
    .dispatch, .currentQueue, .sources, .timerSource, .signalSource, .descriptorSource,
    .customSource,
  ]

  private func programs(_ seed: UInt64, _ capabilities: [Capability]) -> [Program] {
    let repertoire = Repertoire.dispatch
    let vocabulary = repertoire.vocabulary(capabilities, rules: repertoire.rules)
    let generator = Generator(
      seed: seed, vocabulary: vocabulary, rules: repertoire.rules, repertoire: repertoire)
    return (UInt64(0)..<300).map { generator.program(at: $0) }
  }

  @Test func `programs follow from seed and index, and are without faults`() throws {
    let programs = programs(7, Self.capabilities)
    #expect(programs == self.programs(7, Self.capabilities))
    #expect(programs != self.programs(8, Self.capabilities))
    for program in programs {
      #expect(try Program(parsing: program.text) == program)
      #expect(program.isAboutDispatch)
    }
  }

  @Test func `only what the subject offers occurs`() {
    for program in programs(1, [.dispatch]) {
      let needs = program.allSteps.compactMap(\.command).flatMap(\.verb.entry.needs)
      #expect(Set(needs).isSubset(of: [.dispatch]))
      #expect(program.operations.filter(\.kind.isSource).isEmpty)
    }
    #expect(Set(programs(1, [])) == [Program()])
  }

  @Test func `every verb of the library is used`() {
    var used: Set<Verb> = []
    for program in programs(1, Self.capabilities) {
      for step in program.allSteps {
        switch step {
        case .command(let command), .until(.reads(let command, _)): used.insert(command.verb)
        default: break
        }
      }
    }
    #expect(Verb.allCases.filter { $0.isDispatch && !used.contains($0) } == [])
  }

  @Test func `objects of every kind are used by programs that know no rule, too`() {
    let repertoire = Repertoire.dispatch
    let vocabulary = repertoire.vocabulary(Self.capabilities, rules: repertoire.rules)
    let generator = Generator(seed: 1, vocabulary: vocabulary, rules: [], repertoire: repertoire)
    let programs = (UInt64(0)..<2000).map { generator.program(at: $0) }
    let used = Set(programs.flatMap(\.operations).map(\.kind))
    let kinds: Set<Program.Kind> = [
      .semaphore, .once, .group, .addingSource, .combiningSource, .replacingSource, .readSource,
      .signalSource, .timer, .repeatingTimer,
    ]
    #expect(kinds.subtracting(used) == [])
    for program in programs { #expect(faults(program) == [], "\(program.text)") }
  }

  @Test func `composed programs reach all pairs of facts of each call`() {
    let repertoire = Repertoire.dispatch
    let vocabulary = repertoire.vocabulary(Self.capabilities, rules: repertoire.rules)
    let generator = Generator(
      seed: 3, vocabulary: vocabulary, rules: repertoire.rules, repertoire: repertoire)
    var reached: [Verb: UInt128] = [:]
    for index in UInt64(0)..<1_800 {
      let made = generator.generate(at: index)
      #expect((made.reached != nil) == (generator.composed(at: index) != nil))
      if let facts = made.reached { reached[facts.verb, default: 0] |= facts.facts }
      #expect(faults(made.program) == [], "\(made.program.text)")
    }
    let grids = Repertoire.dispatchGrids(vocabulary)
    #expect(
      grids.map(\.verb) == [
        .async, .sync, .asyncBarrier, .asyncAfter, .asyncGroup, .groupNotify, .groupWait,
        .waitSignal, .once, .trigger, .cancelSource,
      ])
    for grid in grids {
      var possible: UInt128 = 0
      grid.forEach { possible |= grid.reached($0).facts }
      #expect(reached[grid.verb] == possible, "\(grid.verb)")
    }
  }

  /// The programs of a table, by the choices that together have all pairs of its facts.
  private func programs(_ verb: Verb) throws -> [Program] {
    let repertoire = Repertoire.dispatch
    let capabilities = Self.capabilities + [.mainQueue]
    let vocabulary = repertoire.vocabulary(capabilities, rules: repertoire.rules)
    let generator = Generator(
      seed: 3, vocabulary: vocabulary, rules: repertoire.rules, repertoire: repertoire)
    return (UInt64(0)..<3_000).lazy.map { generator.generate(at: $0) }
      .filter { $0.reached?.verb == verb }.map(\.program)
  }

  /// What a program does with a group, call by call.
  private func calls(_ program: Program, _ verbs: Verb...) -> [Command] {
    program.allSteps.compactMap(\.command).filter { verbs.contains($0.verb) }
  }

  @Test func `several wait for a group at once, again, and from inside of tasks`() throws {
    let notified = try programs(.groupNotify)
    #expect(notified.contains { calls($0, .groupNotify).count > 2 })
    #expect(notified.contains { program in program.queues.contains(where: \.isMain) })
    // Left by the last, entered again, and asked for once more.
    #expect(
      notified.contains { program in
        let verbs = calls(program, .groupEnter, .groupLeave, .groupNotify).map(\.verb)
        return verbs.starts(with: [.groupEnter, .groupNotify, .groupLeave, .groupEnter])
      })
    let awaited = try programs(.groupWait)
    #expect(
      awaited.contains { program in
        program.scripts.contains { script in
          script.lane.callback != nil && script.steps.contains { $0.command?.verb == .groupWait }
        }
      })
    #expect(awaited.contains { calls($0, .groupWait).count > 2 })
  }

  @Test func `a semaphore keeps two signals, and three wait for one`() throws {
    let programs = try programs(.waitSignal)
    #expect(
      programs.contains {
        calls($0, .signal, .waitSignal).prefix(2).allSatisfy { $0.verb == .signal }
      })
    #expect(programs.contains { calls($0, .waitSignal).count == 3 })
    for program in programs {
      // Every wait gets its signal.
      #expect(calls(program, .signal).count >= calls(program, .waitSignal).count, "\(program.text)")
    }
  }

  @Test func `a source is cancelled by its own handler, and has events from two senders`() throws {
    let cancelled = try programs(.cancelSource)
    #expect(
      cancelled.contains { program in
        program.scripts.contains { script in
          guard let callback = script.lane.callback else { return false }
          return script.steps.contains {
            $0.command == Command(.cancelSource, callback.operation)
          }
        }
      })
    let triggered = try programs(.trigger)
    #expect(
      triggered.contains { program in
        program.clients.count { $0.steps.contains { $0.command?.verb == .trigger } } == 2
      })
  }

  @Test func `what waits for a queue is no block of it`() {
    for program in programs(5, Self.capabilities + [.mainQueue]) {
      for script in program.scripts {
        guard let callback = script.lane.callback, callback.point == .body else { continue }
        let homes = program.allSteps.compactMap(\.command).filter {
          $0.operands.last == callback.operation
        }.compactMap(\.queue)
        for command in script.steps.compactMap(\.command) where command.verb == .sync {
          #expect(!homes.contains { $0 == command.queue }, "\(program.text)")
        }
      }
    }
  }
}
