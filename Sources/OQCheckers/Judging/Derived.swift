import OQSpecification

extension Checkers {
  /// Checkers of rules that follow from others: same search, restricted context.
  ///
  /// Twins say the same as their base, so every case is theirs. Each line states which cases of the
  /// bases belong to the rule's context; the words of the context stand in the rule's chapter.
  static let derived: [Checker] = [
    Checker("LIMIT-2", restricting: ["LIMIT-1"]) { $0.isIn("limit 1") },
    Checker("LIMIT-3", restricting: ["PRIO-3", "PRIO-4"]) { $0.isIn("limit 1") },
    Checker("STATE-51", restricting: ["STATE-6"]) { $0.isIn("several blocks") },
    Checker("BLOCK-6", restricting: ["START-2"]) { $0.isIn("several blocks") },
    Checker("QUEUE-24", restricting: ["PRIO-3", "PRIO-4"]),
    Checker("START-57", restricting: ["START-2"]),
    Checker("DEP-54", restricting: ["DEP-12"]),
    Checker("CANCEL-54", restricting: ["ASYNC-13"]) { $0.isIn("cancelled before start") },
    Checker(
      "NONC-1", restricting: ["EXEC-2", "STATE-2", "STATE-4", "STATE-6", "STATE-7"]
    ) { $0.isIn("task") },
    Checker("NONC-2", restricting: ["EXEC-2"]) { $0.isIn("task") },
    Checker("ASYNC-10", restricting: ["STATE-1"]) {
      $0.isIn("asynchronous") && $0.facets.contains(.stateOfExecution)
    },
    Checker("ERR-3", restricting: ["START-4", "START-5", "START-6"]),
  ]
}
