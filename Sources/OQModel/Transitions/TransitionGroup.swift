/// Who takes a transition, and when: the parts of the table in `Spec/Model.md`.
package enum TransitionGroup: Sendable, Hashable, CaseIterable {
  case operationCommand, queueCommand, queueStep, operationStep, finishStep, observation

  /// As a title, in the singular.
  package var title: String {
    switch self {
    case .operationCommand: "command on an operation"
    case .queueCommand: "command on a queue"
    case .queueStep: "step of a queue"
    case .operationStep: "step of an operation"
    case .finishStep: "step after the finish"
    case .observation: "observation"
    }
  }
}

extension TransitionID {
  /// The part of the table to which the transition belongs.
  package var group: TransitionGroup {
    switch self {
    case .create, .addDependency, .removeDependency, .setCondition, .notifyReady, .setPriority,
      .setCompletion, .addExecutionBlock, .cancel, .startManually, .report:
      .operationCommand
    case .add, .addGroup, .addBarrier, .setSuspended, .setLimit, .cancelAll: .queueCommand
    case .notice, .forget, .dispatch, .flush, .startByQueue, .runBarrier, .endBarrier,
      .dropBarrier:
      .queueStep
    case .checkCancelled, .skipBody, .beginBody, .endBody, .clearExecuting, .finish, .heed:
      .operationStep
    case .release, .unlist, .freeSlot, .complete: .finishStep
    case .read, .wait, .waitAll, .runBlock, .runCompletion, .runStart, .returns: .observation
    }
  }
}
