import OQReference
import OQSpecification

extension Mutant {
  /// Mutants of properties on which no order depends.
  static let properties = [
    Mutant(
      "queue-without-name", breaks: "OP-51",
      "a queue that was given no name has an empty one"
    ) {
      $0.reads.queueName = { state, q in state[q].name ?? "" }
    },
    Mutant(
      "operation-name-ignored", breaks: "OP-51",
      "setting the name of an operation has no effect"
    ) {
      $0.namePlan = $0.namePlan.without(.setName)
    },
    Mutant(
      "rounds-away-from-normal", breaks: "PRIO-51",
      "an integer between two levels becomes the one further from normal"
    ) {
      $0.adjustPriority = { _, value in
        let valid = Guards.adjustPriority(value)
        return abs(value) > 8 || valid == value ? valid : valid + (value > 0 ? 4 : -4)
      }
    },
    Mutant(
      "raw-priority-cut-at-high", breaks: "PRIO-51", grade: .rare,
      "an integer above veryHigh becomes high"
    ) {
      $0.adjustPriority = { _, value in value > 8 ? 4 : Guards.adjustPriority(value) }
    },
    Mutant(
      "completion-block-kept", breaks: "DONE-51", profile: .reference,
      "the completion block stays installed when it runs"
    ) {
      $0.finishPlan = $0.finishPlan.without(.takeCompletion)
    },
    Mutant(
      "quality-setter-ignored", breaks: "QOS-1",
      "setting the quality of service of an operation has no effect"
    ) {
      $0.qualityPlan = $0.qualityPlan.without(.setQuality)
    },
    Mutant(
      "quality-before-priority", breaks: "QOS-4",
      "a queue chooses by the quality of service first, where an operation has one"
    ) {
      $0.choose = { state, q in
        let ready = state[q].readyMembers
        let best = ready.map { state[$0].quality }.max()
        return ready.first { state[$0].quality == best }
      }
    },
    Mutant(
      "add-overwrites-quality", breaks: "QOS-51",
      "an add gives the operation the quality of service of the queue"
    ) {
      $0.addPlan = $0.addPlan.adding(.inheritQuality)
      $0.memberPlan = $0.memberPlan.adding(.inheritQuality)
    },
    Mutant(
      "progress-counts-cancelled-twice", breaks: "QUEUE-57",
      "the finish of a cancelled operation counts as two units of progress"
    ) {
      $0.finishPlan = $0.finishPlan.adding(.countProgress, onlyWhen: .cancelled)
    },
    Mutant(
      "progress-forgets-blocks", breaks: "QUEUE-57",
      "the finish of a block operation counts as no unit of progress"
    ) {
      $0.countsProgress = { state, x in
        Guards.countsProgress(state, x) && state[x].kind != .block
      }
    },
    Mutant(
      "underlying-queue-ignored", breaks: "QUEUE-58",
      "operations do not run on the underlying queue of their queue"
    ) {
      $0.executor = { _, _ in 0 }
    },
    Mutant(
      "underlying-queue-set-while-parked", breaks: "QUEUE-58",
      "the underlying queue can be changed while operations are listed"
    ) {
      $0.underlyingCheck = { _, _ in .accept }
    },
  ]
}
