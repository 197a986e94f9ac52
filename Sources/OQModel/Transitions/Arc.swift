/// One way by which a transition takes an operation from one phase to another: an arrow of the
/// state diagram.
package struct Arc: Sendable, Hashable {
  /// The phase before.
  package let from: OperationState.Phase
  /// The transition.
  package let transition: TransitionID
  /// The phase after.
  package let to: OperationState.Phase

  /// An arrow.
  package init(
    _ from: OperationState.Phase, _ transition: TransitionID, _ to: OperationState.Phase
  ) {
    self.from = from
    self.transition = transition
    self.to = to
  }

  /// Every arrow, in the order of the transitions.
  ///
  /// Barriers, which are no operations, are left out. The list equals the set of changes of phase
  /// that the simulator makes.
  package static let all: [Arc] = [
    Arc(.new, .cancel, .finished),
    Arc(.new, .startManually, .starting),
    Arc(.queued, .startManually, .starting),
    Arc(.dispatched, .startManually, .starting),
    Arc(.starting, .report, .finished),
    Arc(.new, .add, .queued),
    Arc(.new, .addGroup, .queued),
    Arc(.queued, .dispatch, .dispatched),
    Arc(.queued, .flush, .starting),
    Arc(.dispatched, .startByQueue, .starting),
    Arc(.starting, .skipBody, .ended),
    Arc(.starting, .beginBody, .executing),
    Arc(.executing, .endBody, .ended),
    Arc(.ended, .finish, .finished),
  ]

  /// What must be the case besides, in a few words for the diagram, or nil.
  package var condition: String? {
    switch (transition, from) {
    case (.cancel, _): "in no queue: ND-21"
    case (.startManually, .queued), (.startManually, .dispatched): "from a queue: ND-24"
    case (.report, _): "overridden start"
    case (.flush, _), (.skipBody, _): "cancelled"
    default: nil
    }
  }
}

/// How much of its limit a queue uses.
package enum Load: Sendable, Hashable, CaseIterable {
  /// No operation holds a slot, and one is free.
  case idle
  /// Operations hold slots, and one is free.
  case busy
  /// No slot is free.
  case full

  /// What is true of a queue under it, in a few words.
  package var meaning: String {
    switch self {
    case .idle: "no slot held"
    case .busy: "some slots held"
    case .full: "no slot free"
    }
  }
}

extension QueueState {
  /// How much of its limit the queue uses.
  package var load: Load { !hasFreeSlot ? .full : slots == 0 ? .idle : .busy }
}

/// One way by which a transition changes the load of a queue.
package struct LoadArc: Sendable, Hashable {
  /// The load before.
  package let from: Load
  /// The transition.
  package let transition: TransitionID
  /// The load after.
  package let to: Load

  /// An arrow.
  package init(_ from: Load, _ transition: TransitionID, _ to: Load) {
    self.from = from
    self.transition = transition
    self.to = to
  }

  /// Every arrow, in the order of the loads.
  ///
  /// The list equals the set of changes of load that the simulator makes.
  package static let all: [LoadArc] = [
    LoadArc(.idle, .dispatch, .busy),
    LoadArc(.idle, .dispatch, .full),
    LoadArc(.idle, .setLimit, .full),
    LoadArc(.busy, .freeSlot, .idle),
    LoadArc(.busy, .dispatch, .full),
    LoadArc(.busy, .setLimit, .full),
    LoadArc(.full, .freeSlot, .idle),
    LoadArc(.full, .setLimit, .idle),
    LoadArc(.full, .freeSlot, .busy),
    LoadArc(.full, .setLimit, .busy),
  ]
}
