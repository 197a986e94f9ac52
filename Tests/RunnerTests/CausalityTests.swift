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
  @Test func `has a stage for each event, and a steady failure is decided by none`() throws {
    let executor = try workers("mutant:operation-name-ignored")
    defer { executor.shutDown() }
    let program = try program(
      """
      op a
      client 1
        set-name a 1
        name a
      """)
    let judge = Judge(roster: .operations, profile: .core)
    let trial = Trial([program], isAlone: false)
    let reproduction = try #require(
      try trial.run(on: executor, judge: judge, for: .rule("OP-51")))
    let workshop = Workshop(judge: judge, executor: executor, seed: 1) { true }
    let causality = try workshop.causality(of: reproduction, trial, times: 3)
    let passed = Pins.passed(in: reproduction.history, program)
    #expect(passed.count == 4)
    #expect(causality.stages.map(\.event) == [nil] + passed.map(\.event))
    #expect(causality.stages.allSatisfy { $0.runs == 3 && $0.shown == 3 })
    #expect(causality.decision == nil)
  }
}
