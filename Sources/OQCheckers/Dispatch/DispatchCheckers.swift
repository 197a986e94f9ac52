import OQHistory
import OQJudging
import OQSpecification

/// The rules by which a dispatch library is judged.
///
/// They read histories about such a library and no others, as the rules on operations read no
/// history about one (``HistoryIndex/isAboutDispatch``).
enum DispatchCheckers {
  /// The checkers, one per rule.
  static let all: [Checker] = [
    firstInFirstOut, serialQueueRunsOne, concurrentQueueDoesNotWait, systemSuppliesThreads,
    asyncNeverDeadlocks, syncWaits, serialQueueIsLock, mainQueueUsesFirstThread, onceAfterGroups,
    primitives, submissionRunsOnce, eventSubmitsHandler, onlyEventsFire, timers, signals,
    descriptors, customEvents,
  ]
}
