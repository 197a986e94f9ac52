import OQJudging

extension Checkers {
  /// Checkers of the area QUEUE.
  static let queue: [Checker] = [
    readyOperationIsStarted, listHasUnfinished, finishedOperationLeaves, countIsRight,
    executingOperationStaysListed, listKeepsOrder, emptyGroupReturns, queueKeepsOperationsAlive,
    secondAddIsHarmless, othersAreNotHeldBack, everyFormSetsGoing, waitingGroupOutlastsMembers,
    groupAddReturns, queueIsConcurrent, lateAddIsHarmless, addIsAlwaysPossible,
    otherQueueDoesNotTakeIt, invalidMemberIsHarmless, droppedQueueGoesOn, barrierSeparates,
    progressCountsFinished, underlyingQueueRuns,
    queuePropertiesAreAnnounced,
    queueIsCurrentInside, noQueueIsCurrentOutside,
  ]
}
