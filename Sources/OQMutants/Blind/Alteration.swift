import OQReference

/// A way in which one decision of ``Behavior`` is taken otherwise, wherever a circumstance holds.
struct Alteration: Sendable {
  /// The decision: the name of a member.
  let member: String
  /// How it is taken otherwise, to follow the name.
  let text: String
  /// What the decision is about.
  let topic: Topic
  /// Makes the edit.
  let apply: @Sendable (inout Behavior, Circumstance) -> Void

  /// Every alteration of every decision, in a fixed order.
  static let all: [Alteration] =
    plans.flatMap(alterations) + answers + admissions + lists + choices + reads + placements

  init(
    _ member: String, _ text: String, _ topic: Topic,
    apply: @escaping @Sendable (inout Behavior, Circumstance) -> Void
  ) {
    self.member = member
    self.text = text
    self.topic = topic
    self.apply = apply
  }

  // MARK: Plans

  typealias PlanPath = any WritableKeyPath<Behavior, Plan> & Sendable

  private static let plans: [(name: String, topic: Topic, path: PlanPath)] = [
    ("addPlan", .operation, \.addPlan), ("groupPlan", .queue, \.groupPlan),
    ("memberPlan", .operation, \.memberPlan), ("dispatchPlan", .operation, \.dispatchPlan),
    ("queueStartPlan", .operation, \.queueStartPlan),
    ("manualStartPlan", .operation, \.manualStartPlan),
    ("beginPlan", .operation, \.beginPlan), ("endPlan", .operation, \.endPlan),
    ("skipPlan", .operation, \.skipPlan), ("finishPlan", .operation, \.finishPlan),
    ("conditionPlan", .operation, \.conditionPlan),
    ("notifyReadyPlan", .operation, \.notifyReadyPlan),
    ("reportExecutingPlan", .operation, \.reportExecutingPlan),
    ("storeFinishedPlan", .operation, \.storeFinishedPlan),
    ("cancelPlan", .operation, \.cancelPlan), ("cancelAllPlan", .queue, \.cancelAllPlan),
    ("addDependencyPlan", .operation, \.addDependencyPlan),
    ("removeDependencyPlan", .operation, \.removeDependencyPlan),
    ("dependencyAnnouncements", .operation, \.dependencyAnnouncements),
    ("priorityPlan", .operation, \.priorityPlan),
    ("threadPriorityPlan", .operation, \.threadPriorityPlan),
    ("completionPlan", .operation, \.completionPlan),
    ("addBlockPlan", .operation, \.addBlockPlan), ("suspendPlan", .queue, \.suspendPlan),
    ("resumePlan", .queue, \.resumePlan), ("limitPlan", .queue, \.limitPlan),
    ("namePlan", .operation, \.namePlan), ("qualityPlan", .operation, \.qualityPlan),
    ("queueNamePlan", .queue, \.queueNamePlan),
    ("queueQualityPlan", .queue, \.queueQualityPlan),
    ("progressPlan", .queue, \.progressPlan), ("underlyingPlan", .queue, \.underlyingPlan),
    ("addBarrierPlan", .queue, \.addBarrierPlan),
    ("beginBarrierPlan", .queue, \.beginBarrierPlan),
    ("endBarrierPlan", .queue, \.endBarrierPlan), ("waitPlan", .neither, \.waitPlan),
  ]

  private static func alterations(
    _ name: String, _ topic: Topic, _ path: PlanPath
  ) -> [Alteration] {
    Behavior.standard[keyPath: path].steps.map { step in
      let text = "\(step)".replacing("OQReference.Property.", with: "")
      return Alteration(name, "leaves out \(text)", topic) { behavior, circumstance in
        let plan = behavior[keyPath: path]
        behavior[keyPath: path] = plan.onlyWhen(!circumstance.context, step)
      }
    }
  }
}
