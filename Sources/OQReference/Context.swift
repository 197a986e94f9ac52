/// A condition on a step: when it is performed.
package struct Context: Sendable {
  /// Whether the condition holds for a performance.
  package let holds: @Sendable (State, Frame) -> Bool

  /// A condition of any kind.
  ///
  /// - Parameter holds: a pure function of the state and of what the plan is about.
  package init(_ holds: @escaping @Sendable (State, Frame) -> Bool) { self.holds = holds }

  /// A condition on the plan's operation; false where the plan is about none.
  ///
  /// - Parameter holds: a pure function of the operation.
  /// - Returns: the condition.
  package static func operation(
    _ holds: @escaping @Sendable (OperationState) -> Bool
  ) -> Context {
    Context { state, frame in frame.operation.map { holds(state[$0]) } ?? false }
  }

  /// A condition on the plan's queue, or else on the owner of its operation; false without one.
  ///
  /// - Parameter holds: a pure function of the queue.
  /// - Returns: the condition.
  package static func queue(_ holds: @escaping @Sendable (QueueState) -> Bool) -> Context {
    Context { state, frame in
      let owner = frame.operation.flatMap { state[$0].owner }
      return (frame.queue ?? owner).map { holds(state[$0]) } ?? false
    }
  }

  /// The operation is cancelled.
  package static let cancelled = operation(\.isCancelled)
  /// The operation belongs to a queue.
  package static let queued = operation { $0.owner != nil }
  /// The operation was started by hand.
  package static let manual = operation(\.isManual)
  /// The operation executes.
  package static let executing = operation { $0.phase == .executing }
  /// The operation executes or has executed.
  package static let executed = operation(\.hasExecuted)
  /// The operation overrides `start` and reports its own state.
  package static let selfReporting = operation { $0.kind == .asynchronous }
  /// The operation has dependencies.
  package static let dependent = operation { !$0.dependencies.isEmpty }
  /// Other operations depend on this one.
  package static let awaited = operation { !$0.dependents.isEmpty }
  /// The operation was added as a member of a group.
  package static let grouped = operation(\.isGrouped)
  /// The queue is suspended.
  package static let suspended = queue(\.isSuspended)
  /// The queue is the main queue.
  package static let main = queue(\.isMain)
  /// The command is given from inside a body.
  package static let fromBody = Context { $1.origin == .body }
  /// The command is given from inside a completion block.
  package static let fromCompletion = Context { $1.origin == .completion }

  /// The queue has this limit.
  ///
  /// - Parameter count: the limit; -1 for none.
  /// - Returns: the condition.
  package static func limit(_ count: Int) -> Context { queue { $0.limit == count } }

  /// The operation is, among those that finish in the world, the first, second, third … of every
  /// `period`; counted from the finish of the operation on, false before.
  ///
  /// - Parameter period: at least 1.
  /// - Returns: the condition.
  package static func everyFinish(_ period: Int) -> Context {
    operation { $0.finishNumber > 0 && $0.finishNumber % period == 0 }
  }

  /// Both conditions.
  package static func && (left: Context, right: Context) -> Context {
    Context { left.holds($0, $1) && right.holds($0, $1) }
  }

  /// At least one of the conditions.
  package static func || (left: Context, right: Context) -> Context {
    Context { left.holds($0, $1) || right.holds($0, $1) }
  }

  /// The opposite condition.
  package static prefix func ! (context: Context) -> Context {
    Context { !context.holds($0, $1) }
  }
}
