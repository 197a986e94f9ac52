import OQJudging

extension Checkers {
  /// Checkers of the area READY.
  static let readiness: [Checker] = [
    notReadyWhileDependencyUnfinished, readyOnceDependenciesFinish, readinessIsNotLost,
    falseConditionKeepsWaiting, announcedConditionLeadsToStart, overriddenReadinessIsAnnounced,
  ]
}
