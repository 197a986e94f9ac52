import OQReference

/// When a decision is altered: a condition on the operation or the queue that it is about.
struct Circumstance: Sendable {
  /// The condition, to follow `where`; nil for always.
  let text: String?
  private let condition: @Sendable (State, OperationID?, QueueID?) -> Bool

  /// No condition.
  static let always = Circumstance(text: nil) { _, _, _ in true }

  /// The conditions on an operation.
  static let ofOperations = [
    operation("the operation is cancelled") { $0.isCancelled },
    operation("the operation is in no queue") { $0.owner == nil },
    operation("the operation was started by hand") { $0.isManual },
    operation("the operation was added in a group") { $0.isGrouped },
    operation("the operation was added as a block") { $0.isBare },
    operation("the operation was added by a task") { $0.origin == .body },
    operation("the operation was added by a completion block") { $0.origin == .completion },
    operation("the operation has a dependency") { !$0.dependencies.isEmpty },
    operation("the operation has two dependencies") { $0.dependencies.count > 1 },
    operation("the operation had a dependency that was removed") {
      $0.dependenciesListed > $0.dependencies.count
    },
    operation("the operation has a dependent") { !$0.dependents.isEmpty },
    operation("the operation has two dependents") { $0.dependents.count > 1 },
    operation("the operation has a completion block") { $0.completion != nil },
    operation("the operation has a priority") { $0.priority != 0 },
    operation("the operation is made of blocks") { $0.kind == .block },
    operation("the operation has two blocks") { $0.blocks > 1 },
    operation("the operation overrides isReady") { $0.kind == .conditional },
    operation("the operation overrides start") { $0.kind == .asynchronous },
    operation("the operation executes") { $0.phase == .executing },
    operation("the operation is waited for") { !$0.waiters.isEmpty },
    operation("a start of the operation was refused") { $0.refusals > 0 },
  ]

  /// The conditions on a queue, or on that of an operation.
  static let ofQueues = [
    queue("the queue is suspended") { $0.isSuspended },
    queue("the queue was suspended") { $0.suspensions > 0 },
    queue("the queue is the main queue") { $0.isMain },
    queue("the limit is 1") { $0.limit == 1 },
    queue("the limit is 2 or more") { $0.limit > 1 },
    queue("the limit was once larger") { $0.limit >= 0 && $0.largestLimit > $0.limit },
    queue("the queue is full") { $0.limit >= 0 && $0.slots >= $0.limit },
    queue("the queue has a barrier") { !$0.barriers.isEmpty },
    queue("the queue had a barrier") { $0.barriersAdded > 0 },
    queue("everything in the queue was cancelled") { $0.cancellations > 0 },
    queue("the queue has an underlying queue") { $0.underlying != 0 },
    queue("something of the queue executes") { $0.slots > 0 },
    queue("three operations were added to the queue") { $0.additions >= 3 },
    queue("something of the queue has finished") { $0.finishes > 0 },
    queue("the queue has a quality of service") { $0.quality != .unspecified },
  ]

  private static func operation(
    _ text: String, _ condition: @escaping @Sendable (OperationState) -> Bool
  ) -> Circumstance {
    Circumstance(text: text) { state, x, _ in x.map { condition(state[$0]) } ?? false }
  }

  private static func queue(
    _ text: String, _ condition: @escaping @Sendable (QueueState) -> Bool
  ) -> Circumstance {
    Circumstance(text: text) { state, x, q in
      (q ?? x.flatMap { state[$0].owner }).map { condition(state[$0]) } ?? false
    }
  }

  private init(
    text: String?, _ condition: @escaping @Sendable (State, OperationID?, QueueID?) -> Bool
  ) {
    self.text = text
    self.condition = condition
  }

  /// Whether a decision is altered.
  ///
  /// - Parameters:
  ///   - state: the state in which it is taken.
  ///   - x: the operation that it is about; nil for none.
  ///   - q: the queue that it is about; nil for that of the operation.
  /// - Returns: whether the condition is met.
  func holds(_ state: State, _ x: OperationID? = nil, _ q: QueueID? = nil) -> Bool {
    condition(state, x, q)
  }

  /// The same as a condition on a step of a plan.
  var context: Context {
    Context { state, frame in holds(state, frame.operation, frame.queue) }
  }
}

/// What a decision is about, which says where it can be altered.
enum Topic: Sendable {
  /// An operation, and its queue.
  case operation
  /// A queue.
  case queue
  /// Neither.
  case neither

  /// The circumstances in which a decision about it can be altered.
  var circumstances: [Circumstance] {
    switch self {
    case .operation: [.always] + Circumstance.ofOperations + Circumstance.ofQueues
    case .queue: [.always] + Circumstance.ofQueues
    case .neither: [.always]
    }
  }
}
