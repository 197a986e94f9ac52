import OQCheckers
import OQHistory
import OQJudging
import OQModel
import OQPrograms
import OQSite
import OQSpecification
import TestSupport
import Testing

/// What is not recorded may have happened at any time: a history with less in it proves less.
@Suite(.computing) struct UnrecordedCallTests {
  private static let panel = Panel(Roster.operations.ofAnySubject, of: .operations)

  @Test(arguments: [Profile.core, .reference])
  func `no oracle objects to a legal history whose calls were not recorded`(_ profile: Profile) {
    let generator = Generator(seed: 23, vocabulary: .full, rules: Generator.rules)
    let simulator = Simulator(profile: profile, checksInvariants: true)
    let acceptor = Acceptor(profile: profile, bound: 300, concurrency: 2)
    var reach = Reach()
    var accepted = 0
    for index in UInt64(0)..<150 {
      let program = generator.program(at: index)
      guard Simulator.fault(program) == nil else { continue }
      let history = simulator.run(program, seed: index, reach: &reach).withUnrecordedCalls
      let facts = HistoryIndex(history)
      for (checker, judgement) in zip(
        Roster.operations.ofAnySubject, Self.panel.judge(facts, profile: profile))
      {
        let violation = judgement.counterexamples.first
        #expect(violation == nil, "\(checker.rule) in program \(index):\n\(history)")
      }
      let acceptance = acceptor.judge(history)
      #expect(!acceptance.isRejection, "\(acceptance) in program \(index):\n\(history)")
      if acceptance == .accepted { accepted += 1 }
    }
    #expect(accepted > 30, "the acceptor decides most of them")
  }

  @Test func `no legal history of a broken model is blamed after its calls are forgotten`() {
    let generator = Generator(seed: 29, vocabulary: .full, rules: Generator.rules)
    var reach = Reach()
    var kept: Set<RuleID> = []
    for (name, fault) in Guards.all {
      let simulator = Simulator(profile: .core, guards: fault)
      for index in UInt64(0)..<40 {
        let program = generator.program(at: index)
        guard Simulator.fault(program) == nil else { continue }
        let complete = simulator.run(program, seed: index, reach: &reach)
        let blamed = violated(complete.withUnrecordedCalls, .core)
        guard !blamed.isEmpty else { continue }
        kept.formUnion(blamed)
        #expect(
          !violated(complete, .core).isEmpty,
          "\(name), program \(index): \(blamed)\n\(complete)\n\(complete.withUnrecordedCalls)")
      }
    }
    #expect(kept.count > 5, "violations that need no records of calls survive: \(kept.sorted())")
  }

  @Test(arguments: Case.all)
  func `no legal case is blamed after its calls are forgotten`(_ one: Case) {
    let blamed = violated(one.history.withUnrecordedCalls, one.profile)
    #expect(
      blamed.isEmpty || !violated(one.history, one.profile).isEmpty,
      "\(blamed)\n\(one.history.withUnrecordedCalls)")
  }

  /// The rules that a history violates.
  ///
  /// Which of them is blamed for a missing event may change where the order of calls is not known;
  /// whether one is must not.
  private func violated(_ history: History, _ profile: Profile) -> [RuleID] {
    let facts = HistoryIndex(history)
    let judgements = Self.panel.judge(facts, profile: profile)
    return zip(Roster.operations.ofAnySubject, judgements).filter { !$1.counterexamples.isEmpty }
      .map(
        \.0.rule)
  }
}
