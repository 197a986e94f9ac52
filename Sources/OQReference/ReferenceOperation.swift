/// An operation.
///
/// Every member can be called from any thread, also from bodies and completion blocks.
///
/// An operation keeps its dependencies alive. Nothing keeps an operation alive because others
/// depend on it.
package final class ReferenceOperation: Sendable {
  /// The name of the operation in its world.
  package let id: OperationID
  let engine: Engine

  /// What reads of ``isReady`` call: an override of the client's.
  private let getter: (@Sendable () -> Void)?

  init(engine: Engine, kind: Kind, blocks: [Task], getter: (@Sendable () -> Void)? = nil) {
    self.engine = engine
    self.getter = getter
    engine.lock()
    id = engine.insert(kind: kind, blocks: blocks)
    engine.unlock()
  }

  deinit { engine.forget(id) }

  // MARK: Accessors

  /// Whether the operation can be started: no dependency is unfinished, or it was cancelled.
  package var isReady: Bool {
    getter?()
    return read { $0.isReady }
  }

  /// Whether the task runs.
  package var isExecuting: Bool { read { $0.isExecuting } }

  /// Whether the operation is over.
  package var isFinished: Bool { read { $0.isFinished } }

  /// Whether the operation was cancelled before it was over.
  package var isCancelled: Bool { read { $0.isCancelled } }

  /// Whether the operation has a start of the client's and reports its finish itself, or says so.
  package var isAsynchronous: Bool {
    engine.enter()
    defer { engine.unlock() }
    return engine.read(id) { $0.isAsynchronous }
  }

  /// The operations that this one depends on, in order of addition, the finished ones included.
  package var dependencies: [ReferenceOperation] {
    engine.enter()
    defer { engine.unlock() }
    let listed = engine.read(id) { $0.dependencies }
    return engine.dependencies(listed, of: id)
  }

  /// The number of blocks of a block operation; 0 for another kind.
  package var executionBlockCount: Int { read { $0.blockCount } }

  private func read<Value>(_ member: (Reads) -> Reads.OfOperation<Value>) -> Value {
    engine.enter()
    defer { engine.unlock() }
    engine.admitRead(of: id)
    return engine.read(id, member)
  }

  // MARK: Dependencies

  /// Makes this operation wait for another one.
  ///
  /// Once this operation was started, the dependency is listed and has no other effect.
  ///
  /// - Parameter dependency: an operation of the same world. One that is listed already is not
  ///   listed again.
  /// - Throws: `Misuse.dependsOnItself`.
  /// - Complexity: linear in the number of dependencies.
  package func addDependency(_ dependency: ReferenceOperation) throws(Misuse) {
    engine.enter()
    defer { engine.unlock() }
    let admission = engine.ask({ $0.dependencyCheck }, id, dependency.id)
    guard try engine.admits(admission) else { return }
    var frame = frame()
    frame.dependency = dependency.id
    engine.perform(engine.behavior.addDependencyPlan, &frame)
    engine.keep(dependency, of: id)
    // Observers find in the list only what is kept alive.
    engine.perform(engine.behavior.dependencyAnnouncements, &frame)
  }

  /// Ends the wait for another operation; none if there is no such dependency.
  ///
  /// - Parameter dependency: an operation of the same world.
  /// - Complexity: linear in the number of dependencies.
  package func removeDependency(_ dependency: ReferenceOperation) {
    engine.enter()
    defer { engine.unlock() }
    var frame = frame()
    frame.dependency = dependency.id
    engine.perform(engine.behavior.removeDependencyPlan, &frame)
    engine.keep(dependency, of: id)
    // Observers find in the list only what is kept alive.
    engine.perform(engine.behavior.dependencyAnnouncements, &frame)
  }

  // MARK: Execution

  /// Runs the operation on the calling thread, to its finish.
  ///
  /// Returns without effect if it has finished; does not run the task if it was cancelled.
  ///
  /// - Throws: `Misuse` if it is not ready, is in a queue, or was started and has not finished; the
  ///   error of its task.
  package func start() throws {
    engine.enter()
    defer { engine.unlock() }
    let admission = engine.ask({ $0.startCheck }, id)
    if case .reject = admission { engine.state[id].refusals += 1 }
    guard try engine.admits(admission) else { return }
    var frame = frame()
    frame.isManual = true
    engine.perform(engine.behavior.manualStartPlan, &frame)
    engine.executeStarted(self)
    if let error = engine.errors[id], engine.ask({ $0.propagates }, id) {
      throw error
    }
  }

  /// Marks the operation as cancelled, unless it has finished: its task is not started any more,
  /// and its dependencies do not hold it back.
  ///
  /// A task that runs is not interrupted.
  package func cancel() {
    engine.enter()
    defer { engine.unlock() }
    var frame = frame()
    frame.scope = .operation(id)
    frame.queue = engine.state[id].owner
    guard engine.behavior.cancelCheck(engine.state, id) else { return }
    engine.perform(engine.behavior.cancelPlan, &frame)
  }

  /// Blocks the calling thread until the operation has finished.
  package func waitUntilFinished() {
    engine.enter()
    defer { engine.unlock() }
    engine.wait(for: .operation(id), from: engine.origin)
  }

  // MARK: Settings

  /// The priority within its queue: -8, -4, 0, 4 or 8.
  ///
  /// A value between is adjusted towards 0, one beyond is adjusted to the last.
  package var queuePriority: Int {
    get { read { $0.priority } }
    set {
      engine.access(engine.behavior.placement.priority) {
        var frame = frame()
        frame.value = newValue
        engine.perform(engine.behavior.priorityPlan, &frame)
      }
    }
  }

  /// The block that runs after the finish; nil if there is none, and once it has begun.
  package var completionBlock: (@Sendable () -> Void)? {
    engine.enter()
    defer { engine.unlock() }
    let installed = engine.read(id) { $0.completion }
    guard let installed else { return nil }
    return engine.completions[installed]?.run
  }

  /// Installs the block that runs after the finish, in the place of the one that is installed.
  ///
  /// Returns without effect once the operation has finished.
  ///
  /// - Parameter block: runs once; nil for none.
  /// - Throws: `Misuse` once the operation was started, where the guide is followed; never in the
  ///   standard queue.
  package func setCompletionBlock(_ block: (@Sendable () -> Void)?) throws(Misuse) {
    try engine.access(engine.behavior.placement.completionBlock) { () throws(Misuse) in
      let admission = engine.ask({ $0.completionCheck }, id)
      guard try engine.admits(admission) else { return }
      var frame = frame()
      engine.install(block.map { ClientCode(run: $0) }, in: id, &frame)
    }
  }

  /// Appends a block to a block operation.
  ///
  /// - Parameter block: runs once, after the blocks that are there.
  /// - Throws: `Misuse` if the operation was started, or is no block operation.
  package func addExecutionBlock(_ block: @escaping ReferenceWorld.Body) throws(Misuse) {
    engine.enter()
    defer { engine.unlock() }
    guard try engine.admits(engine.ask({ $0.blockCheck }, id)) else { return }
    engine.blocks[id.index].append(Task(block))
    var frame = frame()
    engine.perform(engine.behavior.addBlockPlan, &frame)
  }

  /// A frame about this operation.
  func frame() -> Frame {
    var frame = Frame()
    frame.operation = id
    frame.origin = engine.origin
    return frame
  }
}
