import OQModel
import OQSpecification

/// What an answer rests on: a rule or freedom without which it is another one.
package struct Decision: Sendable, Hashable {
  /// The rule or freedom, such as `CANCEL-3` or `ND-12`.
  package let address: String
  /// What was left out, in words.
  package let what: String
  /// The answer without it.
  package let reply: Reading.Reply

  /// Leaves each guard of the model out in turn, and each outcome of a freedom that runs take.
  ///
  /// - Parameters:
  ///   - question: the place of a question that is asked in the reading.
  ///   - reading: the answer with everything in place.
  ///   - file: the file.
  ///   - bound: most states of each exploration.
  /// - Returns: what changes the answer, rules first.
  /// - Complexity: an exploration for each guard and each outcome.
  package static func all(
    _ question: Int, _ reading: Reading, _ file: AskFile, bound: Int
  ) -> [Decision] {
    guard let reply = reading.replies[question], reply != .undecided else { return [] }
    var decisions: [Decision] = []
    func compare(_ address: String, _ what: String, _ other: Reading) {
      guard let changed = other.replies[question], changed != reply, changed != .undecided
      else { return }
      if let place = decisions.firstIndex(where: { $0.address == address }) {
        guard decisions[place].reply != changed else { return }
      }
      decisions.append(Decision(address: address, what: what, reply: changed))
    }
    for (name, guards) in Guards.all where file.stage.isConcerned(by: guards) {
      compare(
        Guards.rule(of: guards), "with the broken guard \(name)",
        Reading(file, reading.profile, guards: guards, bound: bound))
    }
    for branch in Branch.allCases where reading.result.branches.contains(branch) {
      compare(
        "ND-\(branch.freedom)", "without the outcome \(branch.outcome)",
        Reading(file, reading.profile, leftOut: [branch], bound: bound))
    }
    return decisions
  }
}
