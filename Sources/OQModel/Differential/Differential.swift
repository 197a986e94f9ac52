import OQHistory
import OQSpecification

/// Compares the reduced acceptor with the unreduced one on histories of the simulator.
package struct Differential: Sendable {
  /// What a comparison found.
  package struct Report: Sendable, Hashable {
    /// Histories judged by both acceptors.
    package var compared = 0
    /// Histories that one of them could not decide.
    package var undecided = 0
    /// Simulator histories that an acceptor rejects, with its message: false alarms.
    package var falseAlarms: [String] = []
    /// Histories on which the acceptors differ, with both answers.
    package var disagreements: [String] = []
    /// Corrupted histories per kind of corruption, and how many of them the unreduced one rejects.
    package var corruptions = [Int](repeating: 0, count: Corruption.allCases.count)
    /// See ``corruptions``.
    package var rejections = [Int](repeating: 0, count: Corruption.allCases.count)

    /// Nothing compared yet.
    package init() {}
  }

  private let profile: Profile
  private let bound: Int
  private let operations: Int
  private let steps: Int

  /// A comparison.
  ///
  /// - Parameters:
  ///   - profile: the reading of the contract.
  ///   - bound: most states that an acceptor follows.
  ///   - operations: most operations of a program.
  ///   - steps: most steps of a client.
  package init(profile: Profile, bound: Int = 20_000, operations: Int = 3, steps: Int = 6) {
    self.profile = profile
    self.bound = bound
    self.operations = operations
    self.steps = steps
  }

  /// Judges histories of random programs, one in five of them corrupted.
  ///
  /// - Parameters:
  ///   - indices: which programs; program i is the same in every run.
  ///   - seed: the seed of the programs and of the choices.
  /// - Returns: counts, and the histories that should not exist.
  package func run(_ indices: Range<Int>, seed: UInt64) -> Report {
    var report = Report()
    for index in indices { compare(index, seed, &report) }
    return report
  }

  private func compare(_ index: Int, _ seed: UInt64, _ report: inout Report) {
    var choices = SplitMix64(seed: seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
    let program = SmallProgram.make(
      seed: choices.next(), operations: operations, steps: steps)
    var reach = Reach()
    let legal = Simulator(profile: profile).run(program, seed: choices.next(), reach: &reach)
    var history = legal
    var corruption: Corruption?
    if choices.below(5) == 0 {
      let kind = Corruption.allCases[choices.below(Corruption.allCases.count)]
      if let corrupted = kind.applied(to: legal, { choices.below($0) }) {
        history = corrupted
        corruption = kind
      }
    }
    let reduced = Acceptor(profile: profile, reduced: true, bound: bound).judge(history)
    let unreduced = Acceptor(profile: profile, reduced: false, bound: bound).judge(history)
    report.compared += 1
    if let corruption, let place = Corruption.allCases.firstIndex(of: corruption) {
      report.corruptions[place] += 1
      if unreduced.isRejection { report.rejections[place] += 1 }
    } else if reduced.isRejection || unreduced.isRejection {
      report.falseAlarms.append("index \(index): \(unreduced)\n\(reduced)\n\(history.text)")
    }
    note(reduced, unreduced, history, index, &report)
  }

  private func note(
    _ reduced: Acceptance, _ unreduced: Acceptance, _ history: History, _ index: Int,
    _ report: inout Report
  ) {
    switch (reduced, unreduced) {
    case (.inconclusive, _), (_, .inconclusive): report.undecided += 1
    case (.accepted, .accepted): break
    // Both know how each call will end. The reduced acceptor may find a doomed branch dead earlier.
    case (.rejected(let one, _), .rejected(let other, _)) where one <= other: break
    default:
      report.disagreements.append("index \(index): \(unreduced)\n\(reduced)\n\(history.text)")
    }
  }
}
