import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area KVO about what observers are told.
  static let observers = [
    Mutant(
      "cancel-unannounced", breaks: "KVO-1", "a cancel stores the flag and tells no observer"
    ) {
      $0.cancelPlan = $0.cancelPlan.without(.announce(.isCancelled))
    },
    Mutant(
      "cancel-announced-too-early", breaks: "KVO-1",
      "the observers of isCancelled are called before the flag is stored"
    ) {
      $0.cancelPlan = $0.cancelPlan.moving(.announce(.isCancelled), before: .markCancelled)
    },
    Mutant(
      "cancel-announced-twice", breaks: "KVO-1", "one cancel calls the observers twice"
    ) {
      $0.cancelPlan = $0.cancelPlan.doubling(.announce(.isCancelled))
    },
    Mutant(
      "asynchrony-not-observable", breaks: "KVO-2", "an observer of isAsynchronous is refused"
    ) {
      $0.observationCheck = { $1 == .isAsynchronous ? .reject(.notObservable) : .accept }
    },
    Mutant(
      "begin-unannounced", breaks: "KVO-3", "isExecuting is raised and no observer is told"
    ) {
      $0.beginPlan = $0.beginPlan.without(.announce(.isExecuting))
    },
    Mutant(
      "end-unannounced", breaks: "KVO-3", "isExecuting is lowered and no observer is told"
    ) {
      $0.finishPlan = $0.finishPlan.without(.announce(.isExecuting))
    },
    Mutant(
      "begin-announced-too-early", breaks: "KVO-3",
      "the observers of isExecuting are called before it is raised"
    ) {
      $0.beginPlan = $0.beginPlan.moving(.announce(.isExecuting), before: .setExecuting)
    },
    Mutant(
      "end-unannounced-by-hand", breaks: "KVO-3",
      "the end of a start by hand is not announced to observers of isExecuting"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.manual, .announce(.isExecuting))
    },
    Mutant(
      "finish-unannounced", breaks: "KVO-4",
      "the default start raises isFinished and no observer is told"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(.selfReporting, .announce(.isFinished))
    },
    Mutant(
      "finish-announced-too-early", breaks: "KVO-4",
      "the observers of isFinished are called before it is raised"
    ) {
      $0.finishPlan = $0.finishPlan.moving(.announce(.isFinished), before: .setFinished)
    },
    Mutant(
      "finish-announced-twice", breaks: "KVO-4", "one finish calls the observers twice"
    ) {
      $0.finishPlan = $0.finishPlan.doubling(.announce(.isFinished))
    },
    Mutant(
      "cancelled-finish-unannounced", breaks: "KVO-4",
      "the finish of a cancelled operation is not announced"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!.cancelled, .announce(.isFinished))
    },
    Mutant(
      "end-announced-too-early", breaks: "KVO-13",
      "the observers of isExecuting are called for the end before it is lowered"
    ) {
      $0.finishPlan = $0.finishPlan.moving(.announce(.isExecuting), before: .clearExecuting)
    },
  ]
}
