import OQCheckers
import OQDriver
import OQHistory
import OQJudging
import OQModel
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import TestSupport
import Testing

/// Programs that record bodies only, in workers: what is left in their histories still convicts.
@Suite(.limit(minutes: 2))
struct UnrecordedCallTests {
  private func violated(_ history: History) -> [RuleID] {
    let index = HistoryIndex(history)
    return Roster.operations.checkers.filter { !$0.judge(index).counterexamples.isEmpty }.map(
      \.rule)
  }

  @Test func `a wait that never returns is known to have been called`() throws {
    let executor = try workers("mutant:signal-wakes-one-waiter")
    defer { executor.shutDown() }
    let program = try Program(
      parsing: """
        oqprogram 1 record=bodies
        queue q
        op x
        in x: hold
        client 1
          add q x
          until begin x
          meet 1
          wait x
        client 2
          meet 1
          wait x
        client 3
          meet 1
          open x
        """)
    // Whoever opens the gate may be faster than both waits, often on a busy machine.
    var blamed: Set<RuleID> = []
    for _ in 0..<500 {
      let history = try executor.executeQuickly(program).history
      let index = HistoryIndex(history)
      blamed.formUnion(violated(history))
      if index.stalledAt == nil { continue }
      let open = index.calls.filter { $0.returned == nil }
      #expect(open.map(\.command.verb) == [.wait], "\(history)")
      #expect(index.calls.count == 3, "\(history)")
      break
    }
    #expect(blamed.contains("WAIT-2"))
  }

  @Test func `a death in a call that was not recorded may be its answer`() throws {
    for (misdeed, isBlamed) in [("trap", false), ("segfault", true)] {
      let executor = try workers("hostile:\(misdeed)")
      defer { executor.shutDown() }
      let program = try Program(
        parsing: """
          oqprogram 1 record=bodies
          queue q
          op a kind=closure
          op b
          client 1
            add-block q a
            until begin a
            cancel-all q
            add q b
          """)
      let history = try executor.execute(program).history
      let judge = Judge(
        roster: .operations, profile: .core, model: Judge.model(profile: .core))
      #expect(
        judge.judge(history).violations.map(\.blame) == (isBlamed ? [.crash] : []), "\(history)")
    }
  }

  @Test(
    arguments: [
      ("executing-counts-as-finished", "DEP-1"), ("task-runs-twice", "EXEC-1"),
      ("limit-plus-one", "LIMIT-1"), ("completion-twice", "DONE-2"),
      ("finished-operations-accumulate", "QUEUE-8"), ("release-without-wake-up", "DEP-2"),
    ] as [(String, RuleID)])
  func `a mutant is killed although no call is recorded`(name: String, rule: RuleID) throws {
    let executor = try workers("mutant:\(name)")
    defer { executor.shutDown() }
    let generator = Generator(seed: 1, vocabulary: .full, rules: [rule])
    var blamed: Set<RuleID> = []
    for index in UInt64(0)..<200 where !blamed.contains(rule) {
      var program = generator.program(at: index)
      program.settings.recording = .bodies
      blamed.formUnion(violated(try executor.executeQuickly(program).history))
    }
    #expect(blamed.contains(rule), "\(blamed.sorted())")
  }

  @Test func `the reference queue is blamed for nothing`() throws {
    let executor = try workers("reference")
    defer { executor.shutDown() }
    let generator = Generator(seed: 3, vocabulary: .full, rules: Generator.rules)
    let judge = Judge(
      roster: .operations, profile: .core, model: Judge.model(profile: .core))
    for index in UInt64(0)..<200 {
      var program = generator.program(at: index)
      program.settings.recording = .bodies
      let history = try executor.executeQuickly(program).history
      let violations = judge.judge(history).violations
      #expect(violations.isEmpty, "program \(index): \(violations)\n\(history)")
    }
  }
}
