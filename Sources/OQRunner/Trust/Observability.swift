import OQCheckers
import OQHistory
import OQSpecification

/// How many of the programs in which a mutant really did something wrong give histories that prove
/// it.
///
/// What was wrong the mutant tells by itself: it is compared with a correct queue that is given the
/// same commands in the same order, in everything that a client with perfect eyes could see. A
/// client sees less: of a call it knows when it was made and when it had returned, and not when it
/// took effect.
package struct Observability: Sendable, Hashable {
  /// Programs of one sort.
  package struct Count: Sendable, Hashable {
    /// Programs that ran.
    package var programs = 0
    /// Those of them in which the mutant did something wrong.
    package var wrong = 0
    /// Those of ``wrong`` whose history violates a rule, or is one that the model does not accept.
    package var proved = 0
    /// Those of ``proved`` whose history violates the rule that the mutant breaks, or one of its
    /// family.
    package var named = 0
    /// Programs whose history is proved wrong although nothing was wrong.
    package var unannounced = 0
    /// What was wrong in those of ``wrong`` that are not ``proved``, and how often.
    package var unproved: [String: Int] = [:]

    /// Nothing counted yet.
    package init() {}

    /// Adds other programs.
    ///
    /// - Parameter other: programs counted elsewhere.
    package mutating func add(_ other: Count) {
      programs += other.programs
      wrong += other.wrong
      proved += other.proved
      named += other.named
      unannounced += other.unannounced
      unproved.merge(other.unproved, uniquingKeysWith: +)
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
  ///   - rule: the rule that the mutant breaks; nil for a correct queue.
  ///   - wrong: what the mutant did wrong first; nil for nothing.
  ///   - blames: what the history violates: rules, or the model alone.
  package mutating func add(
    _ program: Program, breaking rule: RuleID?, wrong: String?, blames: Set<Finding.Blame>
  ) {
    let isProved = !blames.isEmpty
    let family = rule.map { Catalogue.current.family(of: $0) } ?? []
    let isNamed = !blames.isDisjoint(with: family.map { .rule($0) })
    var count = Count()
    count.programs = 1
    if let wrong {
      count.wrong = 1
      count.proved = isProved ? 1 : 0
      count.named = isNamed ? 1 : 0
      if !isProved { count.unproved[wrong] = 1 }
    } else {
      count.unannounced = isProved ? 1 : 0
    }
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
