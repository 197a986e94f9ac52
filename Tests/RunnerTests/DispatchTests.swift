import OQAdapters
import OQCheckers
import OQContracts
import OQHistory
import OQJudging
import OQMutants
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import OQSubjects
import TestSupport
import Testing

/// The dispatch library of the toolchain, and broken facades over it.
@Suite(.waiting, .limit(minutes: 3)) struct DispatchTests {
  private static let subject = DispatchSubject().description

  private static func judge() throws -> Judge {
    let selection = try Selection(
      patterns: [], contract: .dispatch, subject: subject, profile: .core)
    return Judge(selection, asksModel: false)
  }

  @Test(arguments: Mutant.all.filter { $0.dispatch != nil }.map(\.name))
  func `a broken facade is found by its rule, and the library does not show it`(
    _ name: String
  ) throws {
    let mutant = try #require(Mutant.named(name))
    let judge = try Self.judge()
    let judged = JudgedSubject(.driven(DispatchSubject()))
    let generator = judged.generator(
      seed: 1, try judged.selection([mutant.breaks.description], .core))
    try expectFound(
      mutant.breaks, in: "mutant:\(name)", not: "dispatch", by: judge,
      program: generator.program)
  }

  @Test func `the library keeps every rule, and decides it`() throws {
    let judge = try Self.judge()
    let judged = JudgedSubject(.driven(DispatchSubject()))
    let generator = judged.generator(seed: 3, try judged.selection([], .core))
    let executor = try workers("dispatch")
    defer { executor.shutDown() }
    let campaign = Campaign(judge: judge, indices: Indices(programs: 300)) {
      generator.program(at: $0)
    }
    let result = campaign.run(on: [executor])
    #expect(result.fault == nil)
    #expect(result.unusable == nil)
    #expect(result.sightings.map(\.violation.counterexample.message) == [])
    for (checker, tally) in zip(judge.checkers, result.tallies) {
      #expect(tally.exercised > 0, "\(checker.rule)")
    }
  }

  @Test func `a timer that nobody cancels comes to rest, and is not blamed`() throws {
    let program = try Program(
      parsing: """
        oqprogram 1
        queue q serial
        op s kind=repeating-timer
        client 1
          activate q s
          until end s.cancellation
        """)
    let executor = try workers("dispatch")
    defer { executor.shutDown() }
    let history = try executor.executeQuickly(program).history
    #expect(HistoryIndex(history).stalledAt != nil)
    #expect(try Self.judge().judge(history).violations.isEmpty)
  }

  @Test func `the rules of a library are chosen by its capabilities`() throws {
    let selection = try Selection(
      patterns: [], contract: .dispatch, subject: Self.subject, profile: .core)
    #expect(selection.judged.map(\.id) == Roster.dispatch.checkers.map(\.rule))
    #expect(selection.judged.filter { !selection.isEnforced($0) }.isEmpty)
    let poor = SubjectDescription(name: "poor", version: "", capabilities: [.threadIdentity])
    let none = try Selection(
      patterns: ["DISPATCH-1"], contract: .dispatch, subject: poor, profile: .core)
    #expect(none.judged.isEmpty)
    #expect(none.notApplicable.map(\.reason) == ["needs dispatch"])
    #expect(throws: SelectionError.self) {
      try Selection(patterns: ["DEP-1"], contract: .dispatch, subject: Self.subject, profile: .core)
    }
  }
}
