/// The state of one queue in the model.
package struct QueueState: Sendable, Hashable {
  /// The value of ``credit`` while the suspending call has not returned.
  package static let unbounded: UInt8 = .max

  /// The concurrency limit, -1 for none.
  package var limit: Int = -1
  /// Whether it is suspended.
  package var suspended = false
  /// How many more operations may begin although it is suspended (ND-14).
  package var credit: UInt8 = 0
  /// The operations that may do so.
  package var eligible = OperationSet()
  /// How many operations have been added so far.
  package var added: UInt8 = 0
  /// How many operations hold a slot.
  package var slots: UInt8 = 0
  /// Whether a manual start of one of its operations took effect: it owes nothing more (ND-24).
  package var exempt = false

  /// A new queue.
  package init() {}

  /// Whether a slot is free.
  package var hasFreeSlot: Bool { limit < 0 || Int(slots) < limit }
}

/// A call that has not returned yet.
package struct CallState: Sendable, Hashable {
  /// How far the call has come.
  package enum Stage: UInt8, Sendable, Hashable {
    /// It has not taken effect.
    case pending
    /// It has taken part of its effect, or waits for something.
    case underway
    /// A group add with an invalid element, which will be rejected.
    case condemned
    /// It may return.
    case done
  }

  /// Position among the calls of the history, by call ticket.
  package let id: Int
  /// How far it has come.
  package var stage = Stage.pending
  /// What an add has seen of its operation's readiness: 0 nothing yet, 1 not ready, 2 ready.
  package var sample: UInt8 = 0
  /// How many elements of a group have been treated.
  package var index: UInt8 = 0
  /// Operations that it still has to treat or to wait for.
  package var todo = OperationSet()
  /// Operations that it found unfinished and is about to mark as cancelled.
  package var checked = OperationSet()
  /// Operations whose add had returned when it was called (profile reference).
  package var after = OperationSet()

  /// A call that has just been made.
  package init(id: Int) { self.id = id }
}

/// One state of the model: what an implementation may look like inside.
///
/// Integers throughout; two states are the same if all of them are.
package struct State: Sendable, Hashable {
  /// By position of declaration.
  package var operations: [OperationState]
  /// By position of declaration.
  package var queues: [QueueState]
  /// Open calls, by id.
  package var calls: [CallState] = []
  /// Operations whose add has returned (profile reference, else empty).
  package var returnedAdds = OperationSet()

  /// Becomes a copy of another state of the same program, in the memory that it has.
  ///
  /// - Parameter other: a state with as many operations and queues.
  /// - Complexity: O(operations + queues + open calls).
  mutating func assign(_ other: State) {
    for index in other.operations.indices { operations[index] = other.operations[index] }
    for index in other.queues.indices { queues[index] = other.queues[index] }
    calls.removeAll(keepingCapacity: true)
    calls.append(contentsOf: other.calls)
    returnedAdds = other.returnedAdds
  }

  /// Operations that have reported finished.
  package var finished: OperationSet {
    var set = OperationSet()
    for index in operations.indices where operations[index].isFinished { set.insert(index) }
    return set
  }

  /// Position of an open call in ``calls``.
  ///
  /// - Parameter id: the call's position in the history.
  /// - Returns: nil if it is not open.
  /// - Complexity: O(open calls).
  package func position(ofCall id: Int) -> Int? { calls.firstIndex { $0.id == id } }
}
