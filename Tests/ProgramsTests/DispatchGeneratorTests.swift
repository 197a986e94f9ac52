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
}
