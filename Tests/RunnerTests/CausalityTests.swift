import OQCheckers
import OQHistory
import OQJudging
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import TestSupport
import Testing

@Suite struct `A causality curve` {
  private func curve(_ shown: [Int]) -> Causality {
    Causality(
      shown.enumerated().map { position, shown in
        Causality.Stage(event: position == 0 ? nil : position, shown: shown, runs: 100)
      })
  }

  @Test func `names the event with the largest rise`() {
    let decision = curve([2, 30, 31, 96, 100]).decision
    #expect(decision?.stage.event == 3)
    #expect(decision?.before.shown == 31)
  }

  @Test func `names the first of equal rises`() {
    #expect(curve([0, 50, 100]).decision?.stage.event == 1)
  }

  @Test(arguments: [[0, 10, 20, 30], [100, 100, 100], [90, 40, 10], [], [50]])
  func `names none where nothing rises by a quarter`(_ shown: [Int]) {
    #expect(curve(shown).decision == nil)
  }
}

@Suite(.limit(minutes: 3)) struct `The causality of a failure` {
  // The mutant starts c before a, and threads of the queue race for whose task begins first.
  @Test func `shows where the whole order is followed`() throws {
    let executor = try workers("mutant:priority-ignored")
    defer { executor.shutDown() }
    let program = try program(
      """
      queue q limit=2 suspended
      op a priority=high
      op b priority=high
      op c priority=normal
      client 1
        add q b
        add q c
        add q a
        resume q
      """)
    let judge = Judge(roster: .operations, profile: .core)
    let trial = Trial([program], isAlone: false)
    var shown: Reproduction?
    for _ in 0..<200 where shown == nil {
      shown = try trial.run(on: executor, judge: judge, for: .rule("PRIO-3"))
    }
    let reproduction = try #require(shown)
    let workshop = Workshop(judge: judge, executor: executor, seed: 1) { true }
    let causality = try workshop.causality(of: reproduction, trial, times: 20)
    let passed = Pins.passed(in: reproduction.history, program)
    #expect(causality.stages.map(\.event) == [nil] + passed.map(\.event))
    #expect(causality.stages.allSatisfy { $0.runs == 20 })
    let last = try #require(causality.stages.last)
    #expect(last.shown > 0)
  }
}
