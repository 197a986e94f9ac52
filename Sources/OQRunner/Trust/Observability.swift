import OQCheckers
import OQHistory
import OQSpecification

/// How many of the programs in which a mutant took a wrong decision give histories that prove it.
///
/// The mutant tells by itself where a mutated decision differed from the correct one. That it did
/// does not mean that anything came of it: a queue asked with nothing to dispatch, say, may decide
/// wrongly for nothing. So the share that is proved is a lower bound of what could be proved.
package struct Observability: Sendable, Hashable {
  /// Programs of one sort.
  package struct Count: Sendable, Hashable {
    /// Programs that ran.
    package var programs = 0
    /// Those of them in which a decision differed from the correct one.
    package var wrong = 0
    /// Those of ``wrong`` whose history violates the rule that the mutant breaks, or one of its
    /// family.
    package var proved = 0
    /// Those of ``wrong`` whose history violates any rule.
    package var noticed = 0
    /// Programs whose history violates the family of the rule although no decision differed.
    package var unannounced = 0

    /// Nothing counted yet.
    package init() {}

    /// Adds other programs.
    ///
    /// - Parameter other: programs counted elsewhere.
    package mutating func add(_ other: Count) {
      programs += other.programs
      wrong += other.wrong
      proved += other.proved
      noticed += other.noticed
      unannounced += other.unannounced
    }

    /// The share of wrong programs that is proved, from 0 to 1; nil if none was wrong.
    package var share: Double? { wrong > 0 ? Double(proved) / Double(wrong) : nil }
  }

  /// Programs in which some callback is held until the program opens it.
  package var gated = Count()
  /// All others.
  package var ungated = Count()

  /// Nothing measured yet.
  package init() {}

  /// Adds a program.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - rule: the rule that the mutant breaks.
  ///   - isWrong: whether a decision differed from the correct one.
  ///   - accused: the rules that the history violates.
  package mutating func add(
    _ program: Program, breaking rule: RuleID, isWrong: Bool, accused: Set<RuleID>
  ) {
    let isProved = !accused.isDisjoint(with: Catalogue.current.family(of: rule))
    var count = Count()
    count.programs = 1
    count.wrong = isWrong ? 1 : 0
    count.proved = isWrong && isProved ? 1 : 0
    count.noticed = isWrong && !accused.isEmpty ? 1 : 0
    count.unannounced = !isWrong && isProved ? 1 : 0
    if program.isGated { gated.add(count) } else { ungated.add(count) }
  }

  /// Adds what was measured elsewhere.
  ///
  /// - Parameter other: other programs.
  package mutating func add(_ other: Observability) {
    gated.add(other.gated)
    ungated.add(other.ungated)
  }
}

extension Program {
  /// Whether some callback is held until the program opens it.
  fileprivate var isGated: Bool { scripts.contains { $0.steps.contains(.hold) } }
}
