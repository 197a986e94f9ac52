import OQJudging

extension Checkers {
  /// Checkers of the area DEP.
  static let dependencies: [Checker] = [
    dependenciesFinishFirst, finishedDependenciesRelease, dependencyPointsOneWay,
    cycleNeverBegins, removedDependencyIsNotAwaited, finishedDependencyStaysListed,
    dependenciesAreListed, cancelledDependencyReleases, blockedOperationDoesNotBlock,
    finishedDependencyDoesNotBlock, removalOfNothingHasNoEffect, droppedDependentIsHarmless,
    selfDependencyNeverRuns, lateDependencyDoesNotHarm,
    onlyReportClearsDependency, doubleDependencyIsListed, dependencyInTaskIsWithoutEffect,
  ]
}
