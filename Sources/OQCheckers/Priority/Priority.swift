import OQJudging

extension Checkers {
  /// Checkers of the area PRIO.
  static let priority: [Checker] = [
    defaultPriorityIsNormal, priorityIsReadBack, highestPriorityIsChosen,
    readinessBeforePriority, priorityDoesNotPreempt, equalsKeepTheirOrder,
    priorityIsAnAttribute, latePriorityIsHarmless, rawPriorityIsAdjusted,
  ]
}
