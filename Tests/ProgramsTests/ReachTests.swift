import OQHistory
import OQModel
import OQPrograms
import OQSpecification
import TestSupport
import Testing

/// What the programs of a campaign lead the model through.
@Suite(.computing) struct ReachTests {
  /// Rules whose situations lead to what other programs seldom or never come to, with the number of
  /// programs and of runs of each; the outcomes of READY-1 are short moments at the end of a
  /// program.
  private static let rare: [(rule: RuleID, programs: Int, runs: UInt64)] = [
    ("READY-1", 24, 40), ("START-59", 24, 10), ("CANCEL-54", 4, 5), ("DEP-14", 24, 10),
    ("QUEUE-56", 12, 10), ("DONE-7", 12, 10), ("QUEUE-52", 6, 10), ("START-52", 6, 10),
    ("DEP-51", 6, 10), ("DEP-9", 12, 10), ("BLOCK-51", 6, 10), ("BLOCK-54", 12, 10),
    ("QUEUE-18", 6, 10), ("START-6", 6, 10), ("DEP-17", 6, 10), ("PRIO-54", 12, 10),
    ("DEP-58", 6, 5), ("WAIT-4", 24, 10), ("EXEC-1", 80, 10),
    ("CANCEL-2", 12, 10), ("CANCEL-12", 12, 10), ("STATE-9", 24, 10), ("CANCEL-5", 24, 10),
    ("LIMIT-52", 24, 20),
  ]

  /// Runs some programs from the middle of a campaign, where they are of usual size.
  private func run(
    _ generator: Generator, runs: UInt64, programs: Int, of rule: RuleID? = nil,
    into reach: inout Reach
  ) {
    let simulator = Simulator(profile: .core, checksInvariants: true)
    let indices = (UInt64(256)..<100_000).lazy.filter {
      rule == nil || generator.targets(at: $0).first == rule
    }
    for index in indices.prefix(programs) {
      let program = generator.program(at: index)
      guard Simulator.fault(program) == nil else { continue }
      for run in 0..<runs { _ = simulator.run(program, seed: mix(index, run), reach: &reach) }
    }
  }

  @Test func `a small campaign takes every transition and every outcome of every freedom`() {
    var reach = Reach()
    let generator = fullGenerator(seed: 1)
    for (rule, programs, runs) in Self.rare {
      run(generator, runs: runs, programs: programs, of: rule, into: &reach)
    }
    run(generator, runs: 1, programs: 400, into: &reach)
    #expect(reach.missingTransitions == [])
    #expect(reach.missingBranches.map(\.name) == [])
  }

  @Test func `what leads to freedoms is in the programs of subjects without observers`() throws {
    for (rule, _, _) in Self.rare {
      #expect(try #require(Catalogue.current[rule]).needs.contains(.kvo) == false, "\(rule)")
    }
  }

  @Test func `without the situations of a kind of operation something is not taken`() {
    let plain = Generator(
      seed: 1,
      vocabulary: Vocabulary(capabilities: [.queueWait], rules: ["DEP-1"]), rules: ["DEP-1"])
    var reach = Reach()
    run(plain, runs: 1, programs: 100, into: &reach)
    #expect(reach.missingTransitions.contains(.addBarrier))
    #expect(reach.missingBranches.contains(.nd35Stays))
  }

  @Test func `outcomes have names for people`() {
    #expect(Branch.nd1First.name == "ND-1 first")
    #expect(Branch.nd25OverriddenStart.name == "ND-25 overridden start")
    #expect(Set(Branch.allCases.map(\.name)).count == Branch.allCases.count)
  }
}
