/// A world of operations and queues of the reference implementation.
///
/// Operations of different worlds have nothing to do with each other. Keep the world as long as
/// anything in it is wanted: when it is released, it is torn down.
package final class ReferenceWorld: Sendable {
  /// A task of an operation.
  ///
  /// It gets its operation, so that it need not keep it alive.
  ///
  /// An error that it throws leaves the start that runs it; a queue takes no notice.
  package typealias Body = @Sendable (ReferenceOperation) throws -> Void

  let engine: Engine

  /// An empty world.
  ///
  /// - Parameters:
  ///   - behavior: every decision; the correct queue by default.
  ///   - pacing: how promptly the world acts.
  ///   - pool: the threads; several worlds can share a pool. By default a pool of its own.
  ///   - witness: is told of moments, under the lock of the world: it must not call into the world.
  package init(
    behavior: Behavior = .standard, pacing: Pacing = .prompt, pool: WorkerPool? = nil,
    witness: (@Sendable (Moment) -> Void)? = nil
  ) {
    engine = Engine(
      behavior: behavior, pool: pool ?? WorkerPool(growth: pacing.growth), pacer: Pacer(pacing),
      witness: witness)
  }

  deinit { tearDown() }

  /// Makes a queue with the default settings.
  ///
  /// - Returns: a queue that is not suspended and has no limit.
  package func makeQueue() -> ReferenceQueue {
    ReferenceQueue(engine: engine)
  }

  /// Makes an operation with one task.
  ///
  /// - Parameter body: the task; without one the operation finishes as soon as it is started.
  /// - Returns: an operation in no queue.
  package func makeOperation(_ body: Body? = nil) -> ReferenceOperation {
    ReferenceOperation(engine: engine, kind: .plain, blocks: body.map { [Task($0)] } ?? [])
  }

  /// Makes a block operation.
  ///
  /// - Parameter blocks: any number; they run one after another in this order.
  /// - Returns: an operation in no queue, to which blocks can be added.
  package func makeBlockOperation(_ blocks: [Body] = []) -> ReferenceOperation {
    ReferenceOperation(engine: engine, kind: .block, blocks: blocks.map(Task.init))
  }

  /// Makes an operation with one task whose readiness also asks a condition, false at first.
  ///
  /// - Parameters:
  ///   - getter: is called whenever somebody reads ``ReferenceOperation/isReady``.
  ///   - body: the task.
  /// - Returns: an operation in no queue; `setCondition` and `notifyReady` are for it.
  package func makeConditionalOperation(
    getter: @escaping @Sendable () -> Void = {}, _ body: @escaping Body
  ) -> ReferenceOperation {
    ReferenceOperation(
      engine: engine, kind: .conditional, blocks: [Task(body)], getter: getter)
  }

  /// Makes an operation with a start of the client's.
  ///
  /// - Parameter start: is called once the operation is started, also if it was cancelled. The
  ///   operation is over only when the client reports it, before or after `start` returns.
  /// - Returns: an operation in no queue; `reportExecuting`, `reportFinished`, `storeFinished` and
  ///   `notifyFinished` are for it.
  package func makeAsynchronousOperation(start: @escaping Body) -> ReferenceOperation {
    ReferenceOperation(engine: engine, kind: .asynchronous, blocks: [Task(start)])
  }

  /// Makes an operation with one task that says that it is asynchronous, and is not.
  ///
  /// - Parameter body: the task.
  /// - Returns: an operation in no queue.
  package func makeFlaggedOperation(_ body: @escaping Body) -> ReferenceOperation {
    ReferenceOperation(engine: engine, kind: .flagged, blocks: [Task(body)])
  }

  /// Ends everything that is under way: no operation is started by a queue any more, every wait
  /// returns whatever it waited for, and the queues let their operations go.
  ///
  /// Bodies that run are not touched. Idempotent.
  package func tearDown() {
    engine.lock()
    engine.tearDown()
    engine.unlock()
  }
}
