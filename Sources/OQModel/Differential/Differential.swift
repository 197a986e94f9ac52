import OQHistory
import OQSpecification

/// Compares the reduced acceptor with the unreduced one on histories of the simulator.
///
/// The two must say the same: both accept a history, or both reject it, the reduced one at the same
/// event or earlier. Both know how every call will end, and the reduced one may find a doomed run
/// dead before the event that shows it.
package struct Differential: Sendable {
  /// The readings of the contract; histories take turns.
  private let profiles: [Profile]
  private let bound: Int

  /// A comparison.
  ///
  /// - Parameters:
  ///   - profiles: the readings of the contract, at least one; histories take turns.
  ///   - bound: most states that an acceptor follows.
  package init(profiles: [Profile] = Profile.allCases, bound: Int) {
    precondition(!profiles.isEmpty, "histories are judged by some reading of the contract")
    self.profiles = profiles
    self.bound = bound
  }

  /// Judges histories of random programs, one in five of them corrupted.
  ///
  /// - Parameters:
  ///   - indices: which histories; history i is the same in every run.
  ///   - seed: the seed of the programs and of the choices.
  ///   - operations: most operations of a program.
  ///   - steps: most steps of a client.
  /// - Returns: counts, and the histories on which something is wrong.
  package func run(
    _ indices: Range<Int>, seed: UInt64, operations: Int, steps: Int
  ) -> Comparison {
    let histories = SmallHistories(seed: seed, operations: operations, steps: steps)
    var comparison = Comparison()
    for index in indices {
      let profile = profiles[index % profiles.count]
      var (legal, choices, _) = histories.draw(index, profile)
      let change = choices.below(5) == 0 ? corrupt(legal, &choices) : nil
      compare(
        change?.history ?? legal, change?.corruption, index: index, profile, &comparison)
    }
    return comparison
  }

  /// Most runs of a program that are told apart, when all its histories are compared.
  private static let mostRuns = 20_000
  /// Most histories of a program, when all of them are compared.
  private static let mostHistories = 20_000

  /// Judges all histories of a program in every reading of the contract, each with a corrupted
  /// sibling.
  ///
  /// - Parameters:
  ///   - program: a program for which ``Simulator/fault(_:)`` is nil.
  ///   - index: what the program is called in findings, and what the corruptions are drawn from.
  ///   - seed: the seed of the corruptions.
  /// - Returns: counts, and the histories on which something is wrong. A program with too many
  ///   histories is counted and left out, in the readings in which it has too many.
  package func exhaust(_ program: Program, index: Int, seed: UInt64) -> Comparison {
    var comparison = Comparison()
    for profile in profiles {
      let graph = HistoryGraph(program, profile: profile, bound: Differential.mostRuns)
      guard let graph, graph.count <= Differential.mostHistories else {
        comparison.cut += 1
        continue
      }
      var choices = SplitMix64(seed: seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
      graph.forEach { history in
        compare(history, nil, index: index, profile, &comparison)
        if let change = corruptSomehow(history, &choices) {
          compare(change.history, change.corruption, index: index, profile, &comparison)
        }
      }
      comparison.exhausted += 1
    }
    return comparison
  }

  /// A corrupted sibling of a history, by the first change that applies, from one that is drawn.
  private func corruptSomehow(
    _ history: History, _ choices: inout SplitMix64
  ) -> (history: History, corruption: Corruption)? {
    let first = choices.below(Corruption.allCases.count)
    for offset in Corruption.allCases.indices {
      let corruption = Corruption.allCases[(first + offset) % Corruption.allCases.count]
      let corrupted = corruption.applied(to: history) { choices.below($0) }
      if let corrupted { return (corrupted, corruption) }
    }
    return nil
  }

  /// A corrupted sibling of a history, or nil where the change that was drawn does not apply.
  private func corrupt(
    _ history: History, _ choices: inout SplitMix64
  ) -> (history: History, corruption: Corruption)? {
    let corruption = Corruption.allCases[choices.below(Corruption.allCases.count)]
    return corruption.applied(to: history) { choices.below($0) }.map { ($0, corruption) }
  }

  private func compare(
    _ history: History, _ corruption: Corruption?, index: Int, _ profile: Profile,
    _ comparison: inout Comparison
  ) {
    let reduced = Acceptor(profile: profile, reduced: true, bound: bound).judge(history)
    let unreduced = Acceptor(profile: profile, reduced: false, bound: bound).judge(history)
    func report(_ fault: Comparison.Finding.Fault) {
      comparison.findings.append(
        Comparison.Finding(
          fault: fault, index: index, profile: profile, history: history, unreduced: unreduced,
          reduced: reduced))
    }
    if let place = corruption.flatMap(Corruption.allCases.firstIndex) {
      comparison.corrupted[place] += 1
      if unreduced.isRejection { comparison.noticed[place] += 1 }
    } else if reduced.isRejection || unreduced.isRejection {
      report(.falseAlarm)
    }
    switch (reduced, unreduced) {
    case (.inconclusive, .inconclusive): comparison.beyondBound += 1
    case (.inconclusive, _): comparison.beyondReducedBound += 1
    case (_, .inconclusive): comparison.beyondUnreducedBound += 1
    case (.accepted, .accepted): comparison.accepted += 1
    case (.rejected(let one, _), .rejected(let other, _)) where one <= other:
      comparison.rejected += 1
    default: report(.disagreement)
    }
  }
}
