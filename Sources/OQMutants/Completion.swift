import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of the area DONE.
  static let completion = [
    Mutant(
      "completion-before-main", breaks: "DONE-1",
      "the completion block runs before the task"
    ) {
      $0.beginPlan = $0.beginPlan
        .adding(.takeCompletion, before: .setExecuting).adding(.complete, before: .setExecuting)
    },
    Mutant(
      "completion-after-first-block", breaks: "DONE-1",
      "the completion block runs when the first of several blocks has returned"
    ) {
      let isFirst = Context.operation { $0.blocks > 1 && $0.blocksEnded == 1 }
      let plan: Plan = [.takeCompletion, .complete]
      $0.blockPlan = plan.onlyWhen(isFirst, .takeCompletion).onlyWhen(isFirst, .complete)
    },
    Mutant(
      "completion-on-cancel-and-on-finish", breaks: "DONE-2",
      "the completion block of a cancelled operation runs twice"
    ) {
      $0.finishPlan = $0.finishPlan.adding(.complete, onlyWhen: .cancelled)
    },
    Mutant(
      "completion-twice", breaks: "DONE-2",
      "the completion block runs twice"
    ) {
      $0.finishPlan = $0.finishPlan.doubling(.complete)
    },
    Mutant(
      "completion-only-when-queued", breaks: "DONE-3",
      "the completion block of an operation in no queue does not run"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(.queued, .complete)
    },
    Mutant(
      "completion-skipped-when-cancelled", breaks: "DONE-4",
      "the completion block of a cancelled operation in a queue does not run"
    ) {
      $0.finishPlan = $0.finishPlan.onlyWhen(!(.cancelled && .queued), .complete)
    },
    Mutant(
      "completion-before-finished-flag", breaks: "DONE-9",
      "the completion block runs before isFinished is raised"
    ) {
      $0.finishPlan = $0.finishPlan
        .moving(.takeCompletion, before: .setFinished).moving(.complete, before: .setFinished)
    },
  ]
}
