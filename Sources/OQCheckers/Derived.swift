import OQJudging
import OQSpecification

extension Checkers {
  /// Checkers of rules that follow from others: same search, restricted context.
  ///
  /// Twins say the same as their base, so every case is theirs. Each line states which cases of the
  /// bases belong to the rule's context; the words of the context stand in the rule's chapter.
  static let derived: [Checker] = derivedLifecycle + derivedDependencies + derivedQueues

  private static let derivedLifecycle: [Checker] = [
    Checker(
      "OP-3",
      restricting: [
        "DEP-1", "DONE-1", "DONE-2", "DONE-3", "PRIO-3", "CANCEL-1", "CANCEL-3", "CANCEL-5",
      ]),
    Checker("STATE-51", restricting: ["STATE-6"]) { $0.isIn("several blocks") },
    Checker("START-57", restricting: ["START-2"]),
    Checker("START-58", restricting: ["EXEC-1", "EXEC-2"]) { $0.has(.flagged) },
    Checker("CANCEL-6", restricting: ["STATE-5", "STATE-7", "DONE-9"]) { $0.has(.cancelled) },
    Checker("CANCEL-7", restricting: ["DEP-12"]),
    Checker("CANCEL-11", restricting: ["QUEUE-8"]) { $0.has(.cancelled) },
    Checker("CANCEL-15", restricting: ["CANCEL-1", "CANCEL-3", "CANCEL-5"]),
    Checker("CANCEL-52", restricting: ["START-7", "START-8", "START-9", "DONE-2", "DONE-4"]) {
      $0.has(.cancelledInNoQueue)
    },
    Checker("CANCEL-18", restricting: ["KVO-1"]),
    Checker("START-10", restricting: ["KVO-3", "KVO-4"]) { $0.has(.startedByHand) },
    Checker("KVO-9", restricting: ["KVO-1", "KVO-3", "KVO-4"]),
    Checker("ASYNC-6", restricting: ["KVO-11"]),
    Checker("KVO-14", restricting: ["KVO-4"]) { $0.has(.cancelled) },
    Checker("CANCEL-56", restricting: ["CANCEL-2"]) { $0.has(.flagsRead) },
    Checker("DONE-5", restricting: ["STATE-10", "EXEC-2"]) { $0.has(.noCompletionBlock) },
    Checker("BLOCK-4", restricting: ["BLOCK-2"]) { $0.has(.blocksAdded) },
    Checker("BLOCK-6", restricting: ["START-2"]) { $0.isIn("several blocks") },
    Checker("BLOCK-54", restricting: ["BLOCK-1"]) { $0.has(.cancelledWhileExecuting) },
    Checker("BLOCK-55", restricting: ["CANCEL-3"]) { $0.has(.blockAddedAfterCancel) },
    Checker("BLOCK-8", restricting: ["OP-3"]) { $0.isIn("one block", "several blocks") },
    Checker("BLOCK-9", restricting: ["BLOCK-1"]) { $0.has(.joined) },
    Checker("WAIT-54", restricting: ["WAIT-1"]) { $0.has(.waitedUnstarted) },
    Checker("WAIT-55", restricting: ["WAIT-2"]) { $0.has(.waitedInCompletion) },
  ]

  private static let derivedDependencies: [Checker] = [
    Checker("READY-1", restricting: ["DEP-1", "READY-4"]) { !$0.has(.dependentIsConditional) },
    Checker("READY-8", restricting: ["READY-4", "DEP-1"]) {
      $0.has(.hasDependencies) || $0.has(.dependentIsConditional)
    },
    Checker("READY-7", restricting: ["DEP-1"]) { $0.has(.dependentIsConditional) },
    Checker("START-13", restricting: ["READY-3", "DEP-1", "EXEC-1"]) { $0.has(.startedByHand) },
    Checker("DEP-4", restricting: ["DEP-1", "DEP-2"]) { isAcross($0) },
    Checker("DEP-55", restricting: ["DEP-4"]),
    Checker("DEP-5", restricting: ["DEP-1", "DEP-2"]) { $0.has(.largeGraph) },
    Checker("DEP-14", restricting: ["DEP-13"]) { $0.has(.neverReported) },
    Checker("DEP-15", restricting: ["DEP-2"]) { $0.has(.dependencyStartedByHand) },
    Checker("DEP-19", restricting: ["DEP-1"]) { $0.has(.dependentIsMoreUrgent) },
    Checker("DEP-20", restricting: ["DEP-1"]) { $0.has(.chain) },
    Checker("DEP-18", restricting: ["KVO-11"]) { $0.has(.hasDependents) },
    Checker("DEP-54", restricting: ["DEP-12"]),
    Checker("CANCEL-54", restricting: ["ASYNC-13"]) { $0.isIn("cancelled before start") },
    Checker(
      "NONC-1", restricting: ["EXEC-2", "STATE-2", "STATE-4", "STATE-6", "STATE-7"]
    ) { $0.isIn("task") },
    Checker("NONC-2", restricting: ["EXEC-2"]) { $0.isIn("task") },
    Checker("ASYNC-10", restricting: ["STATE-1"]) {
      $0.isIn("asynchronous") && $0.facets.contains(.stateOfExecution)
    },
    Checker("INVOC-2", restricting: ["EXEC-1", "EXEC-2"]) { $0.has(.invocation) },
    Checker("INVOC-3", restricting: ["START-1", "START-2"]) { $0.has(.invocation) },
    Checker("ERR-3", restricting: ["START-4", "START-5", "START-6", "DONE-7", "INVOC-4"]),
  ]

  private static let derivedQueues: [Checker] = [
    Checker("LIMIT-2", restricting: ["LIMIT-1"]) { $0.isIn("limit 1") },
    Checker("LIMIT-3", restricting: ["PRIO-3", "PRIO-4"]) { $0.isIn("limit 1") },
    Checker("QUEUE-6", restricting: ["EXEC-2", "LIMIT-1", "SUSP-1", "WAIT-3", "QUEUE-9"]) {
      $0.has(.bareBlock)
    },
    Checker("QUEUE-13", restricting: ["QUEUE-1"]) { $0.has(.otherQueueIsHeld) },
    Checker("QOS-4", restricting: ["PRIO-3"]) { $0.has(.qualityOfService) },
    Checker("QUEUE-24", restricting: ["PRIO-3", "PRIO-4"]),
    Checker("QUEUE-26", restricting: ["SUSP-51", "LIMIT-51", "QUEUE-1"]) { $0.has(.newQueue) },
    Checker("SUSP-5", restricting: ["SUSP-1", "QUEUE-9"]) { $0.has(.addedWhileSuspended) },
    Checker("PRIO-52", restricting: ["PRIO-7"]),
    Checker("WAIT-52", restricting: ["WAIT-7"]),
    Checker("SUSP-7", restricting: ["QUEUE-1"]) { $0.has(.otherQueueIsSuspended) },
  ]

  /// Whether an edge crosses two queues or has an end that is started by hand.
  private static func isAcross(_ one: Case) -> Bool {
    one.isIn("other queue", "manual") || one.has(.startedByHand)
      || one.has(.dependencyStartedByHand)
  }
}
