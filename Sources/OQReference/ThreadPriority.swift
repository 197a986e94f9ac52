/// Thread priorities of a world, in hundredths from 0 to 100.
///
/// They are kept by the world and not given to the system, which lets an ordinary process lower the
/// priority of a thread but never raise it again. What a thread reads is what was applied to it.
package enum ThreadPriority {
  /// The priority of threads and operations that were given none.
  package static let usual = 50
}

extension Engine {
  /// The priority of the calling thread.
  var threadPriority: Int { threadPriorities[Thread.current] ?? ThreadPriority.usual }

  /// Gives the calling thread a priority.
  private func setThreadPriority(_ value: Int) {
    threadPriorities[Thread.current] = value == ThreadPriority.usual ? nil : value
  }

  /// Gives the calling thread the priority of an operation.
  func applyThreadPriority(of x: OperationID, _ frame: inout Frame) {
    let former = threadPriority
    guard former != state[x].threadPriority else { return }
    frame.formerThreadPriority = former
    setThreadPriority(state[x].threadPriority)
  }

  /// Gives the calling thread the priority that it had before.
  func restoreThreadPriority(_ frame: Frame) {
    if let former = frame.formerThreadPriority { setThreadPriority(former) }
  }

  /// Client code that is to be called without the lock, at a priority.
  func atPriority(
    _ priority: Int, _ body: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    guard priority != ThreadPriority.usual || !threadPriorities.isEmpty else { return body }
    return {
      self.lock()
      let former = self.threadPriority
      self.setThreadPriority(priority)
      self.unlock()
      body()
      self.lock()
      self.setThreadPriority(former)
      self.unlock()
    }
  }
}

extension ReferenceOperation {
  /// The thread priority, in hundredths from 0 to 100: the thread that runs the task has it while
  /// it does.
  package var threadPriority: Int {
    get {
      engine.enter()
      defer { engine.unlock() }
      return engine.read(id) { $0.threadPriority }
    }
    set {
      engine.enter()
      defer { engine.unlock() }
      var frame = frame()
      frame.value = min(100, max(0, newValue))
      engine.perform(engine.behavior.threadPriorityPlan, &frame)
    }
  }

  /// Whether the calling thread has the thread priority of the operation.
  package var isThreadPriorityCurrent: Bool {
    engine.enter()
    defer { engine.unlock() }
    return engine.threadPriority == engine.state[id].threadPriority
  }
}
