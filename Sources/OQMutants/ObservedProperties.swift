import OQReference
import OQSpecification

extension Mutant {
  /// Mutants about what observers are told of settings, readiness, dependencies and queues.
  static let observedProperties = [
    Mutant(
      "readiness-unannounced-after-depend", breaks: "KVO-5",
      "a change of the dependencies is announced, and the change of readiness that follows is not"
    ) {
      $0.dependencyAnnouncements = $0.dependencyAnnouncements.without(.announce(.isReady))
    },
    Mutant(
      "readiness-unannounced-after-finish", breaks: "KVO-5",
      "a finish that makes a dependent ready is not announced to observers of its isReady"
    ) {
      $0.finishPlan = $0.finishPlan.without(.announceReleased)
    },
    Mutant(
      "dependencies-unannounced", breaks: "KVO-6",
      "the list of dependencies changes and no observer is told"
    ) {
      $0.dependencyAnnouncements = $0.dependencyAnnouncements.without(.announce(.dependencies))
    },
    Mutant(
      "dependencies-announced-too-early", breaks: "KVO-6",
      "the observers of dependencies are called before the list changes"
    ) {
      let early = Step.announce(.dependencies)
      $0.addDependencyPlan = $0.addDependencyPlan.adding(early, before: .listDependency)
      $0.dependencyAnnouncements = $0.dependencyAnnouncements.without(early)
    },
    Mutant(
      "priority-unannounced", breaks: "KVO-7", "the priority is stored and no observer is told"
    ) {
      $0.priorityPlan = $0.priorityPlan.without(.announce(.queuePriority))
    },
    Mutant(
      "completion-block-unannounced", breaks: "KVO-8",
      "the completion block is stored and no observer is told"
    ) {
      $0.completionPlan = $0.completionPlan.without(.announce(.completionBlock))
    },
    Mutant(
      "reported-execution-unannounced", breaks: "KVO-11",
      "a class with its own start reports that it executes and tells no observer"
    ) {
      $0.reportExecutingPlan = $0.reportExecutingPlan.without(.announce(.isExecuting))
    },
    Mutant(
      "reported-finish-unannounced", breaks: "KVO-11",
      "a class with its own start reports its finish to the queue and to no observer"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.selfReporting, .announce(.isFinished))
    },
    Mutant(
      "removal-from-list-unannounced", breaks: "QUEUE-59",
      "a finished operation leaves the list and the observers of the queue are not told"
    ) {
      $0.finishPlan = $0.finishPlan.without(.announce(.operations))
        .without(.announce(.operationCount))
    },
    Mutant(
      "addition-unannounced", breaks: "QUEUE-59",
      "an operation comes on the list and the observers of the queue are not told"
    ) {
      $0.addPlan = $0.addPlan.without(.announce(.operations)).without(.announce(.operationCount))
    },
    Mutant(
      "limit-unannounced", breaks: "QUEUE-59", "the limit is stored and no observer is told"
    ) {
      $0.limitPlan = $0.limitPlan.without(.announce(.maxConcurrentOperationCount))
    },
    Mutant(
      "suspension-unannounced", breaks: "QUEUE-59",
      "a queue is suspended and no observer is told"
    ) {
      $0.suspendPlan = $0.suspendPlan.without(.announce(.isSuspended))
    },
    Mutant(
      "condition-changes-silently", breaks: "READY-6",
      "the queue learns that a condition has changed, the observers of isReady do not"
    ) {
      $0.notifyReadyPlan = $0.notifyReadyPlan.without(.announce(.isReady))
    },
  ]
}
