import OQReference

/// Alterations of accessors, and of where client code runs.
extension Alteration {
  private typealias OfOperation<Value> =
    any WritableKeyPath<Behavior, Reads.OfOperation<Value>> & Sendable
  private typealias OfQueue<Value> = any WritableKeyPath<Behavior, Reads.OfQueue<Value>> & Sendable

  /// Another answer of an accessor of an operation.
  private static func operation<Value>(
    _ member: String, _ text: String, _ path: OfOperation<Value>,
    _ other: @escaping @Sendable (Value) -> Value
  ) -> Alteration {
    Alteration("reads.\(member)", text, .operation) { behavior, circumstance in
      let old = behavior[keyPath: path]
      behavior[keyPath: path] = { state, x, reader in
        let value = old(state, x, reader)
        return circumstance.holds(state, x) ? other(value) : value
      }
    }
  }

  /// Another answer of an accessor of a queue.
  private static func queue<Value>(
    _ member: String, _ text: String, _ path: OfQueue<Value>,
    _ other: @escaping @Sendable (Value) -> Value
  ) -> Alteration {
    Alteration("reads.\(member)", text, .queue) { behavior, circumstance in
      let old = behavior[keyPath: path]
      behavior[keyPath: path] = { state, q in
        let value = old(state, q)
        return circumstance.holds(state, nil, q) ? other(value) : value
      }
    }
  }

  /// Alterations of accessors.
  static let reads: [Alteration] =
    [false, true].flatMap { answer in
      let text = answer ? "is true" : "is false"
      return [
        operation("isReady", text, \.reads.isReady) { _ in answer },
        operation("isExecuting", text, \.reads.isExecuting) { _ in answer },
        operation("isFinished", text, \.reads.isFinished) { _ in answer },
        operation("isCancelled", text, \.reads.isCancelled) { _ in answer },
        operation("isAsynchronous", text, \.reads.isAsynchronous) { _ in answer },
        queue("isSuspended", text, \.reads.isSuspended) { _ in answer },
      ]
    }
    + Shortening.allCases.flatMap { short in
      [
        operation("dependencies", short.rawValue, \.reads.dependencies) { short.rest(of: $0) },
        queue("operations", short.rawValue, \.reads.operations) { short.rest(of: $0) },
      ]
    } + [
      operation("dependencies", "is reversed", \.reads.dependencies) { $0.reversed() },
      queue("operations", "is reversed", \.reads.operations) { $0.reversed() },
      operation("priority", "is one step lower", \.reads.priority) { max($0 - 4, -8) },
      operation("threadPriority", "is lower", \.reads.threadPriority) { $0 / 2 },
      operation("completion", "is nil", \.reads.completion) { _ in nil },
      operation("result", "is none", \.reads.result) { _ in .none },
      operation("blockCount", "is one more", \.reads.blockCount) { $0 + 1 },
      operation("blockCount", "is one less", \.reads.blockCount) { max($0 - 1, 0) },
      operation("name", "is nil", \.reads.name) { _ in nil },
      operation("quality", "is unspecified", \.reads.quality) { _ in .unspecified },
      queue("queueName", "is nil", \.reads.queueName) { _ in nil },
      queue("queueQuality", "is unspecified", \.reads.queueQuality) { _ in .unspecified },
      queue("progress", "is one more", \.reads.progress) { $0 + 1 },
      queue("progress", "is one less", \.reads.progress) { max($0 - 1, 0) },
      queue("underlying", "is 0", \.reads.underlying) { _ in 0 },
      queue("operationCount", "is one more", \.reads.operationCount) { $0 + 1 },
      queue("operationCount", "is one less", \.reads.operationCount) { max($0 - 1, 0) },
      queue("limit", "is one more", \.reads.limit) { $0 + 1 },
      queue("limit", "is none", \.reads.limit) { _ in -1 },
    ]

  private static func placement<Value: Sendable>(
    _ member: String, _ text: String, _ path: any WritableKeyPath<Placement, Value> & Sendable,
    _ value: Value
  ) -> Alteration {
    Alteration("placement.\(member)", text, .neither) { behavior, _ in
      behavior.placement[keyPath: path] = value
    }
  }

  /// Alterations of where client code runs and of what keeps objects alive.
  static let placements: [Alteration] = [
    placement("completion", "is under the lock", \.completion, .underLock),
    placement("body", "is under the lock", \.body, .underLock),
    placement("tasks", "is the dispatching thread", \.tasks, .dispatcher),
    placement("tasks", "is a waiting thread", \.tasks, .waiter),
    placement("main", "is a loop that a task does not wake", \.main, .loopUnlessFromTask),
    placement("main", "is the caller", \.main, .caller),
    placement("main", "is a thread of the pool", \.main, .pool),
    placement("mainQueue", "is a new one each time", \.mainQueue, .fresh),
    placement("starts", "is a thread of the pool", \.starts, .pool),
    placement("operations", "is weak", \.operations, .weak),
    placement("dependencies", "is weak", \.dependencies, .weak),
    placement("drop", "cancels", \.drop, .cancels),
  ]
}
