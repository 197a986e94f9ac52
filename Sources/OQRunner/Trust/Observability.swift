import OQHistory
import OQReport
import OQSpecification

/// How many of the programs in which a mutant really did something wrong give histories that prove
/// it.
///
/// What was wrong shows in the exact history: the same program, the same run, but every call stands
/// where it took effect, and every task reaches from where the mutant began to run it to where it
/// had. Rules and model judge it, as they judge the history that the harness has recorded. A client
/// sees less: of a call it knows when it was made and when it had returned, and of a task its first
/// and its last statement.
package struct Observability: Sendable, Hashable {
  /// What an exact history shows.
  package enum Truth: Sendable, Hashable {
    /// Some legal run has it.
    case right
    /// It violates a rule, or is one that the model does not accept.
    case wrong(Finding.Blame)
    /// The model has too many runs that may be it.
    case beyondBound
  }

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
    /// Programs whose history is proved wrong although the exact one is not.
    package var unannounced = 0
    /// Programs of whose exact history nobody can say whether it is right.
    package var beyondBound = 0
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
      beyondBound += other.beyondBound
      unproved.merge(other.unproved, uniquingKeysWith: +)
    }

    /// The share of wrong programs that is proved, from 0 to 1; nil if none was wrong.
    package var share: Double? { wrong > 0 ? Double(proved) / Double(wrong) : nil }
  }

  /// A program in which something was wrong, and whose history does not prove it.
  package struct Example: Sendable, Hashable {
    /// What was wrong.
    package let wrong: String
    /// What was seen of it.
    package let history: History
    /// The exact history, which shows it.
    package let exact: History
  }

  /// Most programs that are kept as examples.
  private static let keptExamples = 3

  /// Programs in which some callback is held until the program opens it.
  package var gated = Count()
  /// All others.
  package var ungated = Count()
  /// Some of the programs whose histories do not prove what was wrong, the first ones.
  package private(set) var examples: [Example] = []

  /// Nothing measured yet.
  package init() {}

  /// Adds a program.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - history: what was seen of it.
  ///   - exact: the exact history.
  ///   - rule: the rule that the mutant breaks; nil for a correct queue.
  ///   - blames: what the history violates: rules, or the model alone.
  ///   - truth: what the exact history shows.
  package mutating func add(
    _ program: Program, _ history: History, exact: History, breaking rule: RuleID?,
    blames: Set<Finding.Blame>, truth: Truth
  ) {
    let isProved = !blames.isEmpty
    let family = rule.map { Catalogue.current.family(of: $0) } ?? []
    let isNamed = !blames.isDisjoint(with: family.map { .rule($0) })
    var count = Count()
    count.programs = 1
    switch truth {
    case .right: count.unannounced = isProved ? 1 : 0
    case .beyondBound where !isProved: count.beyondBound = 1
    case .beyondBound: (count.wrong, count.proved, count.named) = (1, 1, isNamed ? 1 : 0)
    case .wrong(let blame):
      count.wrong = 1
      count.proved = isProved ? 1 : 0
      count.named = isNamed ? 1 : 0
      if !isProved {
        count.unproved["\(blame)"] = 1
        keep([Example(wrong: "\(blame)", history: history, exact: exact)])
      }
    }
    if program.isGated { gated.add(count) } else { ungated.add(count) }
  }

  /// Adds what was measured elsewhere.
  ///
  /// - Parameter other: other programs.
  package mutating func add(_ other: Observability) {
    gated.add(other.gated)
    ungated.add(other.ungated)
    keep(other.examples)
  }

  private mutating func keep(_ more: [Example]) {
    examples += more.prefix(Observability.keptExamples - examples.count)
  }
}

extension Program {
  /// Whether some callback is held until the program opens it.
  fileprivate var isGated: Bool { scripts.contains { $0.steps.contains(.hold) } }
}
