import OQHistory
import OQJudging
import OQModel
import OQSpecification

/// Looks for rules that accuse legal histories.
///
/// Every history of the simulator is legal, so whatever a checker objects to in one is a false
/// alarm. Planned programs come near few of the odd corners of the contract; small programs that
/// give any command at any time come near all of them.
package struct AlarmSearch: Sendable {
  /// Most runs of a program that are told apart, when all its histories are judged.
  private static let mostRuns = 20_000
  /// Most histories of a program, when all of them are judged.
  private static let mostHistories = 20_000

  private let profiles: [Profile]
  private let panel: Panel

  /// A search.
  ///
  /// - Parameters:
  ///   - checkers: the rules to judge by, at most one checker per rule; all whose violations show
  ///     whatever the subject if left out.
  ///   - roster: the roster that they belong to.
  ///   - profiles: the readings of the contract, at least one; histories take turns.
  package init(
    checkers: [Checker]? = nil, of roster: Roster, profiles: [Profile] = Profile.allCases
  ) {
    precondition(!profiles.isEmpty, "histories are judged by some reading of the contract")
    self.profiles = profiles
    panel = Panel(checkers ?? roster.ofAnySubject, of: roster)
  }

  /// Judges one history each of random programs.
  ///
  /// - Parameters:
  ///   - indices: which programs; program i and its history are the same in every run.
  ///   - seed: the seed of the programs and of the choices.
  ///   - operations: most operations of a program.
  ///   - steps: most steps of a client.
  /// - Returns: counts, and the false alarms.
  /// - Complexity: that of the simulator and the checkers, per program.
  package func run(
    _ indices: Range<Int>, seed: UInt64, operations: Int, steps: Int
  ) -> AlarmCount {
    let histories = SmallHistories(seed: seed, operations: operations, steps: steps)
    var count = AlarmCount()
    for index in indices {
      let profile = profiles[index % profiles.count]
      if let history = histories.history(at: index, profile) {
        judge(history, index, profile, &count)
      }
    }
    return count
  }

  /// Judges all histories of a program, in every reading of the contract.
  ///
  /// - Parameters:
  ///   - program: a program for which ``Simulator/fault(_:)`` is nil.
  ///   - index: what the program is called in alarms.
  /// - Returns: counts, and the false alarms. A program with too many histories is counted and left
  ///   out, in the readings in which it has too many.
  package func exhaust(_ program: Program, index: Int) -> AlarmCount {
    var count = AlarmCount()
    for profile in profiles {
      let graph = HistoryGraph(program, profile: profile, bound: AlarmSearch.mostRuns)
      guard let graph, graph.count <= AlarmSearch.mostHistories else {
        count.cut += 1
        continue
      }
      graph.forEach { judge($0, index, profile, &count) }
    }
    return count
  }

  private func judge(
    _ history: History, _ index: Int, _ profile: Profile, _ count: inout AlarmCount
  ) {
    count.judged += 1
    let judgements = panel.judge(HistoryIndex(history), profile: profile)
    for (checker, judgement) in zip(panel.checkers, judgements) {
      if judgement.decided > 0 { count.decided[checker.rule, default: 0] += 1 }
      guard let violation = judgement.counterexamples.first else { continue }
      count.note(
        AlarmCount.Alarm(
          rule: checker.rule, message: violation.message, index: index, profile: profile,
          history: history))
    }
  }
}
