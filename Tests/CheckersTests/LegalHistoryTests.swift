import OQCheckers
import OQHistory
import OQJudging
import OQModel
import OQPrograms
import OQSpecification
import TestSupport
import Testing

/// Histories of the model are legal, whatever the program: no checker may object to one.
@Suite(.computing) struct LegalHistoryTests {
  @Test(arguments: [Profile.core, .reference])
  func `no checker objects to a history of the model`(_ profile: Profile) {
    let generator = Generator(seed: 11, vocabulary: .full, rules: Generator.rules)
    let simulator = Simulator(profile: profile, checksInvariants: true)
    var reach = Reach()
    var stalls = 0
    for index in UInt64(0)..<120 {
      let program = generator.program(at: index)
      for variant in [program, thinned(program, index)] where Simulator.fault(variant) == nil {
        let history = simulator.run(variant, seed: index, reach: &reach)
        let facts = HistoryIndex(history)
        if facts.stalledAt != nil { stalls += 1 }
        for checker in Roster.operations.checkers {
          let violation = checker.judge(facts, profile: profile).counterexamples.first
          #expect(violation == nil, "\(checker.rule) in program \(index):\n\(history)")
        }
      }
    }
    #expect(stalls > 10, "rules about progress are judged where programs stall")
  }

  /// The program without some of its steps: gates stay closed and queues suspended, so that it
  /// stalls.
  private func thinned(_ program: Program, _ index: UInt64) -> Program {
    var program = program
    var number = SplitMix64(seed: index)
    for script in program.scripts.indices {
      program.scripts[script].steps.removeAll { _ in number.next() % 4 == 0 }
    }
    program.scripts.removeAll { $0.steps.isEmpty }
    return program
  }
}
