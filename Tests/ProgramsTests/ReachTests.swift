import OQHistory
import OQModel
import OQPrograms
import OQSpecification
import Testing

/// What the programs of a campaign lead the model through.
struct ReachTests {
  /// A campaign of a few seconds that takes everything: programs of one seed, some runs of each.
  private func reach(_ generator: Generator, programs: UInt64, runs: UInt64) -> Reach {
    var reach = Reach()
    let simulator = Simulator(profile: .core)
    for index in 256..<(256 + programs) {
      let program = generator.program(at: index)
      guard Simulator.fault(program) == nil else { continue }
      for run in 0..<runs {
        _ = simulator.run(program, seed: mix(index, run), reach: &reach)
      }
    }
    return reach
  }

  @Test func `a small campaign takes every transition and every outcome of every freedom`() {
    let reach = reach(fullGenerator(seed: 1), programs: 3_000, runs: 2)
    #expect(reach.missingTransitions == [])
    #expect(reach.missingBranches.map(\.name) == [])
  }

  @Test func `without the scenarios of a kind of operation something is not taken`() {
    let plain = Generator(
      seed: 1,
      vocabulary: Vocabulary(capabilities: [.queueWait], rules: ["DEP-1"]), rules: ["DEP-1"])
    let reach = reach(plain, programs: 100, runs: 1)
    #expect(reach.missingTransitions.contains(.addBarrier))
    #expect(reach.missingBranches.contains(.nd35Stays))
  }

  @Test func `outcomes have names for people`() {
    #expect(Branch.nd1First.name == "ND-1 first")
    #expect(Branch.nd25OverriddenStart.name == "ND-25 overridden start")
    #expect(Set(Branch.allCases.map(\.name)).count == Branch.allCases.count)
  }
}
