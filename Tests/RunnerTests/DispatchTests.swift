import OQAdapters
import OQCheckers
import OQHistory
import OQMutants
import OQPrograms
import OQRunner
import OQSpecification
import OQSubjects
import TestSupport
import Testing

/// The dispatch library of the toolchain, and broken facades over it.
@Suite(.waiting, .limit(minutes: 3)) struct DispatchTests {
  private static let subject = DispatchSubject().description

  private static func judge() throws -> Judge {
    let selection = try Selection(patterns: [], dispatch: subject, profile: .core)
    return Judge(checkers: selection.checkers, profile: .core)
  }

  @Test(arguments: Mutant.all.filter { $0.dispatch != nil }.map(\.name))
  func `a broken facade is found by its rule, and the library does not show it`(
    _ name: String
  ) throws {
    let mutant = try #require(Mutant.named(name))
    let judge = try Self.judge()
    let generator = DispatchGenerator(
      seed: 1, capabilities: Self.subject.capabilities, rules: [mutant.breaks])
    try expectFound(
      mutant.breaks, in: "mutant:\(name)", not: "dispatch", by: judge,
      program: generator.program)
  }

  @Test func `the library keeps every rule, and decides it`() throws {
    let judge = try Self.judge()
    let generator = DispatchGenerator(seed: 3, capabilities: Self.subject.capabilities)
    let executor = try workers("dispatch")
    defer { executor.shutDown() }
    let campaign = Campaign(judge: judge, indices: Indices(programs: 300)) {
      generator.program(at: $0)
    }
    let result = campaign.run(on: [executor])
    #expect(result.fault == nil)
    #expect(result.unusable == nil)
    #expect(result.candidates.map(\.accusation.counterexample.message) == [])
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
    #expect(try Self.judge().judge(history).accusations.isEmpty)
  }

  @Test func `the rules of a library are chosen by its capabilities`() throws {
    let selection = try Selection(patterns: [], dispatch: Self.subject, profile: .core)
    #expect(selection.judged.map(\.id) == DispatchCheckers.all.map(\.rule))
    #expect(selection.judged.filter { !selection.isEnforced($0) }.isEmpty)
    let poor = SubjectDescription(name: "poor", version: "", capabilities: [.threadIdentity])
    #expect(throws: SelectionError.self) {
      try Selection(patterns: ["DISPATCH-1"], dispatch: poor, profile: .core)
    }
    #expect(throws: SelectionError.self) {
      try Selection(patterns: ["DEP-1"], dispatch: Self.subject, profile: .core)
    }
  }
}
