import OQCheckers
import OQHistory
import OQJudging
import OQModel
import OQPrograms
import OQSite
import OQSpecification
import TestSupport
import Testing

/// What a monitor proves by facts that the model has, the model proves too: a violation of a rule
/// of both oracles is a history that the acceptor rejects, at the last event of the proof or
/// before.
@Suite(.computing) struct OracleAgreementTests {
  @Test(arguments: Case.all.filter(\.isRejectedByBoth))
  func `the acceptor rejects what a rule of both oracles rejects`(_ one: Case) {
    let disagreement = disagreement(
      on: one.history, checkers: [one.rule].compactMap(Roster.operations.checker(of:)), one.profile)
    #expect(disagreement == nil)
  }

  @Test func `the oracles agree on histories of models with a broken guard`() {
    let generator = Generator(seed: 31, vocabulary: .full, rules: Generator.rules)
    var reach = Reach()
    var violated: Set<RuleID> = []
    for (name, fault) in Guards.all {
      let simulator = Simulator(profile: .core, guards: fault)
      for index in UInt64(0)..<60 {
        let program = generator.program(at: index)
        guard Simulator.fault(program) == nil else { continue }
        let history = simulator.run(program, seed: index, reach: &reach)
        let facts = HistoryIndex(history)
        let checkers = Roster.operations.checkers.filter { checker in
          isOfBoth(checker.rule) && !checker.judge(facts).counterexamples.isEmpty
        }
        guard !checkers.isEmpty else { continue }
        violated.formUnion(checkers.map(\.rule))
        let disagreement = disagreement(on: history, checkers: checkers, .core)
        #expect(disagreement == nil, "\(name), program \(index)")
      }
    }
    #expect(violated.count > 15, "many rules are compared: \(violated.sorted())")
  }

  /// How the acceptor contradicts a monitor, or nil.
  private func disagreement(
    on history: History, checkers: [Checker], _ profile: Profile
  ) -> String? {
    let acceptance = Acceptor(profile: profile, bound: 3_000, concurrency: history.bodies)
      .judge(history)
    let facts = HistoryIndex(history)
    for checker in checkers {
      for violation in checker.judge(facts, profile: profile).counterexamples {
        let last = violation.events.last ?? 0
        switch acceptance {
        case .inconclusive: continue
        case .rejected(let ticket, _) where ticket <= last: continue
        case .accepted, .rejected:
          return "\(checker.rule): \(violation.message)\nacceptor: \(acceptance)\n\(history)"
        }
      }
    }
    return nil
  }
}

private func isOfBoth(_ rule: RuleID) -> Bool { Catalogue.current[rule]?.oracle == .both }

extension Case {
  fileprivate var isRejectedByBoth: Bool {
    guard case .reject = expectation else { return false }
    return isOfBoth(rule)
  }
}
