import OQHistory
import OQSpecification

/// The rules by which a dispatch library is judged.
///
/// They read histories about such a library and no others, as the rules on operations read no
/// history about one (``HistoryIndex/isAboutDispatch``).
package enum DispatchCheckers {
  /// The checkers, by rule id; one per rule.
  package static let all: [Checker] = [
    firstInFirstOut, serialQueueRunsOne, concurrentQueueDoesNotWait, systemSuppliesThreads,
    asyncNeverDeadlocks, syncWaits, serialQueueIsLock, mainQueueUsesFirstThread, onceAfterGroups,
    primitives, eventSubmitsHandler, onlyEventsFire, timers, signals, descriptors, customEvents,
  ].sorted { $0.rule < $1.rule }

  /// The checker of a rule, if it has one.
  ///
  /// - Parameter rule: any rule id.
  /// - Returns: the checker, or nil for rules without one.
  /// - Complexity: O(number of checkers).
  package static func checker(of rule: RuleID) -> Checker? { all.first { $0.rule == rule } }
}
