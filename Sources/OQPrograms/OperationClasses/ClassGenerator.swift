import OQHistory
import OQSpecification

/// Makes programs that use operations of a class as clients and queues may: a pure function of the
/// seed and the index.
///
/// Every operation of kind *task* is an object of the class; there are no other operations. No
/// operation is started twice, none waits for the work of another one except through a dependency,
/// so that classes with a single thread come to an end, too.
package struct ClassGenerator: Sendable {
  private let seed: UInt64
  private let situations: [ClassSituation]

  /// Makes a generator.
  ///
  /// - Parameters:
  ///   - seed: the seed of the campaign.
  ///   - nature: what the class overrides.
  ///   - rules: the rules at whose situations programs aim; empty aims at all.
  package init(seed: UInt64, nature: OperationNature, rules: [RuleID] = []) {
    self.seed = seed
    let all = ClassSituation.all.filter { $0.natures.contains(nature) }
    let aimed = all.filter { !rules.filter($0.rules.contains).isEmpty }
    situations = aimed.isEmpty ? all : aimed
  }

  /// The program with a number.
  ///
  /// - Parameter index: the number of the program, from 0; consecutive ones go round the
  ///   situations.
  /// - Returns: a program without faults.
  /// - Complexity: O(steps).
  package func program(at index: UInt64) -> Program {
    let situation = situations[Int(index % UInt64(situations.count))]
    var draft = Draft(choices: ChoiceSource(seed: mix(seed, index)), vocabulary: .full)
    situation.write(&draft)
    return draft.program
  }
}
