import OQHistory
import OQSpecification

/// Makes programs about the dispatch library: a pure function of the seed and the index.
///
/// No program asks for what would deadlock by its own fault: no task waits for a queue that it
/// occupies, and every enter of a group is followed by its leave.
package struct DispatchGenerator: Sendable {
  private let seed: UInt64
  private let situations: [DispatchSituation]
  private let vocabulary: Vocabulary

  /// Makes a generator.
  ///
  /// - Parameters:
  ///   - seed: the seed of the campaign.
  ///   - capabilities: what the subject offers.
  ///   - rules: the rules at whose situations programs aim; empty aims at all.
  package init(seed: UInt64, capabilities: [Capability], rules: [RuleID] = []) {
    self.seed = seed
    let vocabulary = Vocabulary.dispatch(capabilities)
    self.vocabulary = vocabulary
    let all = DispatchSituation.all.filter { situation in
      situation.verbs.allSatisfy { vocabulary.contains($0) }
        && situation.kinds.allSatisfy { vocabulary.contains($0) }
    }
    let aimed = all.filter { !rules.filter($0.rules.contains).isEmpty }
    situations = aimed.isEmpty ? all : aimed
  }

  /// The program with a number.
  ///
  /// - Parameter index: the number of the program, from 0; consecutive ones go round the
  ///   situations.
  /// - Returns: a program without faults; an empty one for a subject that offers nothing of it.
  /// - Complexity: O(steps).
  package func program(at index: UInt64) -> Program {
    guard !situations.isEmpty else { return Program() }
    let situation = situations[Int(index % UInt64(situations.count))]
    var draft = Draft(choices: ChoiceSource(seed: mix(seed, index)), vocabulary: vocabulary)
    situation.write(&draft)
    return draft.program
  }
}
