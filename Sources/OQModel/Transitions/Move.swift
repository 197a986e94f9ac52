/// One step that a state allows: a transition, on what, with which outcome.
package struct Move: Sendable, Hashable {
  /// What a step does to the call that it belongs to.
  package enum Answer: UInt8, Sendable, Hashable {
    /// The call goes on.
    case none
    /// The call will return normally.
    case returned
    /// The call will be rejected.
    case rejected
  }

  /// What happens.
  package let transition: TransitionID
  /// To which operation (its position), or -1.
  package var operation: Int = -1
  /// The second operation, block number or choice that the transition needs, or -1.
  package var other: Int = -1
  /// Position of the open call in the state, or -1 for an internal step.
  package var call: Int = -1
  /// Which effect, where the transition has several; its meaning is the transition's own.
  package var variant = 0
  /// Which of the allowed outcomes of a freedom, where histories can tell them apart.
  package var branch: Branch?
  /// What it does to the call.
  package var answer = Answer.none
}
