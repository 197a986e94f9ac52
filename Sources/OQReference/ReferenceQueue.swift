/// An operation queue.
///
/// Every member can be called from any thread, also from bodies and completion blocks.
///
/// The queue keeps its operations alive until they have finished, and itself until the last of them
/// has.
package final class ReferenceQueue: Sendable {
  /// The name of the queue in its world.
  package let id: QueueID
  let engine: Engine

  init(engine: Engine) {
    self.engine = engine
    engine.lock()
    id = engine.state.insertQueue()
    engine.heldQueues.append(nil)
    engine.unlock()
  }

  deinit { engine.drop(id) }

  // MARK: Adding

  /// Adds an operation.
  ///
  /// - Parameter operation: an operation of the same world that was neither added nor started.
  /// - Throws: `Misuse` if the operation was added or started before.
  package func addOperation(_ operation: ReferenceOperation) throws(Misuse) {
    engine.enter()
    defer { engine.unlock() }
    let x = operation.id
    guard try engine.admits(engine.ask({ $0.addCheck }, x, id)) else { return }
    engine.hold(operation, in: self)
    var frame = Frame()
    frame.operation = x
    frame.queue = id
    frame.origin = engine.origin
    engine.perform(engine.behavior.addPlan, &frame)
    guard engine.behavior.awaitsAdded(engine.state, x) else { return }
    engine.wait(for: .operation(x), from: frame.origin)
  }

  /// Adds operations, in order.
  ///
  /// - Parameters:
  ///   - operations: operations of the same world; all of them are added, or none.
  ///   - waitUntilFinished: whether to return only after all of them have finished.
  /// - Throws: `Misuse` if one of them was added or started before, or occurs twice.
  package func addOperations(
    _ operations: [ReferenceOperation], waitUntilFinished: Bool
  ) throws(Misuse) {
    engine.enter()
    defer { engine.unlock() }
    let members = operations.map(\.id)
    guard try engine.admits(engine.ask({ $0.groupCheck }, members, id)) else {
      return
    }
    for operation in operations { engine.hold(operation, in: self) }
    var frame = Frame()
    frame.queue = id
    frame.members = members
    frame.origin = engine.origin
    frame.waits = waitUntilFinished
    engine.perform(engine.behavior.groupPlan, &frame)
  }

  /// Adds a closure, wrapped into a block operation.
  ///
  /// - Parameter block: the task.
  package func addBlock(_ block: @escaping @Sendable () -> Void) {
    let operation = ReferenceOperation(
      engine: engine, kind: .block, blocks: [Task { _ in block() }])
    engine.lock()
    engine.state[operation.id].isBare = true
    engine.unlock()
    // A new operation is never refused, unless the behavior is a broken one.
    try? addOperation(operation)
  }

  /// Adds a barrier: it runs after every operation that is in the queue, and before every one that
  /// is added later.
  ///
  /// - Parameter block: the task of the barrier. It is no operation: nobody waits for it, and it
  ///   is not listed.
  package func addBarrierBlock(_ block: @escaping @Sendable () -> Void) {
    engine.enter()
    defer { engine.unlock() }
    engine.addBarrier(ClientCode(run: block), to: self)
  }

  // MARK: Settings

  /// Whether the queue is suspended: it dispatches nothing then.
  package var isSuspended: Bool {
    get {
      engine.enter()
      defer { engine.unlock() }
      return engine.read(id) { $0.isSuspended }
    }
    set {
      var frame = Frame()
      frame.queue = id
      frame.origin = engine.origin
      if newValue {
        engine.access(engine.behavior.placement.suspension) {
          engine.perform(engine.behavior.suspendPlan, &frame)
        }
      } else {
        engine.enter()
        defer { engine.unlock() }
        engine.perform(engine.behavior.resumePlan, &frame)
      }
    }
  }

  /// The largest number of operations that execute at a time; -1 for no limit.
  package var maxConcurrentOperationCount: Int {
    engine.enter()
    defer { engine.unlock() }
    return engine.read(id) { $0.limit }
  }

  /// Sets the largest number of operations that execute at a time.
  ///
  /// - Parameter count: from 0, where 0 stops the queue; -1 for no limit.
  /// - Throws: `Misuse.negativeLimit` for any other negative count.
  package func setMaxConcurrentOperationCount(_ count: Int) throws(Misuse) {
    engine.enter()
    defer { engine.unlock() }
    guard try engine.admits(engine.ask({ $0.limitCheck }, id, count)) else { return }
    var frame = Frame()
    frame.queue = id
    frame.value = count
    frame.origin = engine.origin
    engine.perform(engine.behavior.limitPlan, &frame)
  }

  // MARK: Everything in the queue

  /// The operations that were added and have not left, in order of addition; linear.
  package var operations: [ReferenceOperation] {
    engine.enter()
    defer { engine.unlock() }
    return engine.read(id) { $0.operations }.compactMap { engine.object($0) }
  }

  /// The number of operations that were added and have not left.
  package var operationCount: Int {
    engine.enter()
    defer { engine.unlock() }
    return engine.read(id) { $0.operationCount }
  }

  /// Cancels every operation in the queue; linear.
  package func cancelAllOperations() {
    engine.enter()
    defer { engine.unlock() }
    engine.cancelAll(id)
  }

  /// Blocks the calling thread until every operation that is in the queue has finished.
  ///
  /// Operations added meanwhile are not waited for.
  package func waitUntilAllOperationsAreFinished() {
    engine.enter()
    defer { engine.unlock() }
    engine.wait(for: .queue(id), from: engine.origin)
  }
}
