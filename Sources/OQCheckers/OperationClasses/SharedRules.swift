import OQHistory
import OQJudging
import OQSpecification

/// The rules that a class of operations keeps together with its host: those of any queue, as far as
/// they hold for every correct class.
///
/// They are judged in histories in which clients use the class as they may, no work has been left
/// out, the process has not died, and nothing has come to rest while client code is held: a class
/// may have a single thread. Work may fail if that concerns nobody else, except where a rule speaks
/// of what a class may do then. What an operation was given is judged until it may have
/// changed that itself. Where a rule places something after the work or before the finish, nobody
/// cancels and no client starts an operation: a class may report the finish of a cancelled
/// operation at once.
package enum SharedRules {
  /// Rules that say nothing of a class, with the reason.
  package typealias Reasons = [(reason: String, rules: [RuleID])]

  /// The checkers of the rules that are not the class's own.
  ///
  /// - Parameters:
  ///   - own: the rules by which the class is judged by itself.
  ///   - nature: what the class overrides.
  /// - Returns: one checker per rule.
  static func checkers(beside own: [Checker], _ nature: OperationNature) -> [Checker] {
    let hosting = nature == .asynchronous ? hosting : []
    let left = Set((own + hosting).map(\.rule)).union(reasons(nature).flatMap(\.rules))
    return hosting
      + Roster.operations.checkers.filter { !left.contains($0.rule) }.map { checker in
        let isPlain =
          if ranked.contains(checker.rule) {
            isRanked
          } else if settings.contains(checker.rule) {
            isSettled
          } else if prompt.contains(checker.rule) {
            isUsedWell
          } else {
            isPlain
          }
        let seesErrors = !afterErrors.flatMap(\.rules).contains(checker.rule)
        let seesCancels = nature == .main || cancelled.contains(checker.rule)
        return checker.within { index in
          (seesErrors || !index.hasEscapedError) && (seesCancels || index.isUncancelled)
            && isPlain(index)
        }
      }
  }

  /// Whether clients use the class as they may, no work may have been left out, what has failed
  /// concerns nobody else, and nothing is held at rest.
  static func isPlain(_ index: HistoryIndex) -> Bool {
    isUsedWell(index) && index.holdsNothingAtRest
  }

  /// The same, whatever is held at rest.
  private static func isUsedWell(_ index: HistoryIndex) -> Bool {
    index.entersOnce && index.keepsErrorsToThemselves && !index.mayHaveLeftWorkOut
      && !index.isCutByDeath
  }

  /// The same where every operation was given its priority, which a class may set otherwise.
  private static func isRanked(_ index: HistoryIndex) -> Bool {
    isPlain(index) && index.classOperations.allSatisfy { $0.declaration.priority != nil }
  }

  /// The same where nothing is read that a class may have changed.
  private static func isSettled(_ index: HistoryIndex) -> Bool {
    isPlain(index) && index.readsSettingsInTime
  }

  /// Rules on what an operation was given.
  private static let settings: Set<RuleID> = [
    "DEP-10", "DEP-11", "DEP-51", "OP-51", "PRIO-2",
  ]

  /// Rules on calls that wait for nothing: a class with a single thread answers them, too.
  private static let prompt: Set<RuleID> = ["CANCEL-4", "CANCEL-9", "OP-6"]

  /// Rules that compare priorities and not readiness.
  private static let ranked: Set<RuleID> = ["PRIO-8"]

  /// Rules that hold of a class that overrides start whoever cancels.
  private static let cancelled: Set<RuleID> = [
    "CANCEL-4", "CANCEL-5", "CANCEL-7", "CANCEL-9", "CANCEL-10",
    "CANCEL-11", "CANCEL-13", "CANCEL-15", "CANCEL-52", "DEP-12", "DEP-54", "OP-6",
    "OP-52", "QUEUE-8", "START-7", "START-9", "WAIT-55",
  ]

  /// Why rules say nothing of a class once work has failed.
  package static let afterErrors: Reasons = [
    (
      "a class may cancel an operation itself whose work has failed",
      [
        "CANCEL-2", "CANCEL-3", "CANCEL-4", "CANCEL-5", "CANCEL-6", "CANCEL-7", "CANCEL-8",
        "CANCEL-9", "CANCEL-10", "CANCEL-11", "CANCEL-13", "CANCEL-15", "CANCEL-52", "CANCEL-53",
        "CANCEL-56", "DEP-12", "DEP-54", "START-7", "START-9", "SUSP-53",
      ]
    )
  ]

  /// Why rules say nothing of a class.
  static func reasons(_ nature: OperationNature) -> Reasons {
    always + (nature == .asynchronous ? overridingStart : overridingMain)
  }

  private static let always: Reasons = [
    (
      "speaks of operations of another kind",
      [
        "BLOCK-1", "BLOCK-2", "BLOCK-3", "BLOCK-4", "BLOCK-6", "BLOCK-8", "BLOCK-9", "BLOCK-51",
        "BLOCK-52", "BLOCK-53", "BLOCK-54", "BLOCK-55", "INVOC-1", "INVOC-2", "INVOC-3", "INVOC-4",
        "INVOC-5", "INVOC-51", "INVOC-52", "INVOC-53", "INVOC-54", "OP-2", "START-58", "START-59",
        "ASYNC-13", "ASYNC-52", "KVO-54", "KVO-55", "CANCEL-54", "DEP-14",
        "KVO-10",
      ]
    ),
    (
      "a class may have a readiness of its own",
      [
        "DEP-3", "PRIO-3", "PRIO-4", "PRIO-9", "LIMIT-3", "QUEUE-24", "READY-3", "READY-4",
        "READY-5", "READY-8", "READY-51", "STATE-52",
        "START-13",
      ]
    ),
    (
      "a class may set its own priority, service level or name",
      [
        "PRIO-1", "PRIO-7", "PRIO-52", "QOS-4",
        "QOS-51",
      ]
    ),
    (
      "a class may work on threads of its own",
      ["THREAD-1", "START-1", "QUEUE-22", "QUEUE-23", "QUEUE-57", "QUEUE-58", "MAIN-52"]
    ),
    (
      "no client adds or starts an operation of a class twice",
      [
        "QUEUE-17", "QUEUE-18", "QUEUE-51", "QUEUE-52", "START-5", "START-6", "START-52",
        "START-55",
      ]
    ),
    ("nothing but the error is specified once work has failed", ["ERR-1", "ERR-3", "ERR-51"]),
  ]

  private static let overridingMain: Reasons = [
    ("speaks of operations of another kind", ["DEP-13", "LIMIT-5", "ASYNC-12"])
  ]

  private static let overridingStart: Reasons = [
    (
      "speaks of the inherited start",
      [
        "START-2", "START-3", "START-4", "START-8", "START-10", "START-51", "START-53",
        "START-56", "START-57", "STATE-2", "STATE-4", "NONC-1", "NONC-2", "SUSP-55",
      ]
    ),
    (
      "a class may report its states one after the other",
      ["STATE-1", "STATE-5", "STATE-7", "CANCEL-6", "KVO-13"]
    ),
    (
      "a class may finish at once when it is cancelled",
      ["CANCEL-2", "CANCEL-3", "CANCEL-8", "CANCEL-53", "CANCEL-56"]
    ),
    (
      "no program waits for a whole queue, which Foundation does by looking again and again",
      ["WAIT-3", "WAIT-4", "WAIT-51", "WAIT-52", "SUSP-54"]
    ),
  ]
}

extension HistoryIndex {
  /// Whether the process has died: no call of an operation is rejected in this way.
  fileprivate var isCutByDeath: Bool { if case .crashed = ending { true } else { false } }

  /// Whether no client code is held where nothing moves any more.
  fileprivate var holdsNothingAtRest: Bool {
    guard case .quiescent = ending else { return true }
    return operations.allSatisfy { record in
      (record.bodies + record.completions + record.starts).allSatisfy { $0.end != nil }
    }
  }
}
