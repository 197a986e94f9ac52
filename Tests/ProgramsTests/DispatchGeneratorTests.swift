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

  @Test func `composed programs reach all pairs of facts of each way of submitting`() {
    let repertoire = Repertoire.dispatch
    let vocabulary = repertoire.vocabulary(Self.capabilities, rules: repertoire.rules)
    let generator = Generator(
      seed: 3, vocabulary: vocabulary, rules: repertoire.rules, repertoire: repertoire)
    var reached: [Verb: UInt128] = [:]
    for index in UInt64(0)..<600 {
      let made = generator.generate(at: index)
      #expect((made.reached != nil) == (generator.composed(at: index) != nil))
      if let facts = made.reached { reached[facts.verb, default: 0] |= facts.facts }
      #expect(faults(made.program) == [], "\(made.program.text)")
    }
    let grids = Repertoire.dispatchGrids(vocabulary)
    #expect(grids.map(\.verb) == [.async, .sync, .asyncBarrier, .asyncAfter, .asyncGroup])
    for grid in grids {
      var possible: UInt128 = 0
      grid.forEach { possible |= grid.reached($0).facts }
      #expect(reached[grid.verb] == possible, "\(grid.verb)")
    }
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
