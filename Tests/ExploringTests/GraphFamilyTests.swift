import OQExploring
import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

@Suite(.computing) struct GraphFamilyTests {
  @Test func `has each graph once, whatever its operations are called`() {
    // Without cancels and priorities there is one program for each acyclic graph without names, of
    // which there are 1, 2, 6 and 31 (OEIS A003087), each with six ways to run.
    for (operations, graphs) in [(1, 1), (2, 2), (3, 6), (4, 31)] {
      let family = GraphFamily(operations: operations)
      let plain = family.programs.filter { program in
        program.operations.allSatisfy { $0.priority == nil }
          && !program.allSteps.contains { $0.command?.verb == .cancel }
      }
      #expect(plain.count == graphs * 6)
      #expect(Set(family.programs).count == family.programs.count)
      #expect(family.programs.allSatisfy { Stage.fault($0) == nil })
    }
  }

  @Test func `the simulator has only outcomes that the explorer has`() {
    var reach = Reach()
    for operations in 1...2 {
      let programs = GraphFamily(operations: operations).programs
      for program in programs.enumerated().filter({ $0.offset % 5 == 0 }).map(\.element) {
        let admissible = Admissible([program], .core, bound: 100_000)
        #expect(admissible.result.isComplete)
        #expect(admissible.result.fault == nil)
        #expect(!admissible.outcomes[0].isEmpty)
        for seed in 0..<UInt64(20) {
          let history = Simulator(profile: .core, checksInvariants: true).run(
            program, seed: seed, reach: &reach)
          guard let outcome = admissible.outcome(of: history) else { continue }
          #expect(admissible.outcomes[0].contains(outcome), "\(program.text)")
        }
      }
    }
  }

  @Test func `a chain has one order, and two that are apart have two`() throws {
    let chain = try Program(
      parsing:
        "oqprogram 1\nqueue q\nop a\nop b deps=a\nclient 1\n  add-group q a,b\n  wait-all q\n")
    #expect(Admissible([chain], .core, bound: 100_000).outcomes[0].count == 1)
    let apart = try Program(
      parsing: "oqprogram 1\nqueue q\nop a\nop b\nclient 1\n  add-group q a,b\n  wait-all q\n")
    #expect(Admissible([apart], .core, bound: 100_000).outcomes[0].count == 2)
  }
}
