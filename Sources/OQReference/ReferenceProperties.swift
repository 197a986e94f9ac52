/// The levels of quality of service.
///
/// They are kept and shown; every thread of the reference queue is like any other.
package enum Quality: Int, Sendable, Comparable {
  case unspecified = -1
  case background = 0x09
  case utility = 0x11
  case userInitiated = 0x19
  case userInteractive = 0x21

  package static func < (left: Quality, right: Quality) -> Bool { left.rawValue < right.rawValue }
}

/// Properties of operations on which nothing else depends.
extension ReferenceOperation {
  /// The name, for people.
  package var name: String? {
    get {
      engine.enter()
      defer { engine.unlock() }
      return engine.read(id) { $0.name }
    }
    set {
      engine.enter()
      defer { engine.unlock() }
      var frame = frame()
      frame.name = newValue
      engine.perform(engine.behavior.namePlan, &frame)
    }
  }

  /// The quality of service.
  package var qualityOfService: Quality {
    get {
      engine.enter()
      defer { engine.unlock() }
      return engine.read(id) { $0.quality }
    }
    set {
      engine.enter()
      defer { engine.unlock() }
      var frame = frame()
      frame.value = newValue.rawValue
      engine.perform(engine.behavior.qualityPlan, &frame)
    }
  }
}

/// Properties of queues on which nothing else depends.
extension ReferenceQueue {
  /// The name, for people; a queue that was given none has one of its own.
  package var name: String? {
    get {
      engine.enter()
      defer { engine.unlock() }
      return engine.read(id) { $0.queueName }
    }
    set {
      perform(engine.behavior.queueNamePlan) { $0.name = newValue }
    }
  }

  /// The quality of service; that of the main queue cannot be changed.
  package var qualityOfService: Quality {
    get {
      engine.enter()
      defer { engine.unlock() }
      return engine.read(id) { $0.queueQuality }
    }
    set {
      perform(engine.behavior.queueQualityPlan) { $0.value = newValue.rawValue }
    }
  }

  /// How many operations of the queue have finished by the end of their tasks, since the total was
  /// set; 0 without a total.
  package var completedUnitCount: Int {
    engine.enter()
    defer { engine.unlock() }
    return engine.read(id) { $0.progress }
  }

  /// Sets the total of the progress, from which on finished operations are counted.
  ///
  /// - Parameter count: at least 1.
  package func setTotalUnitCount(_ count: Int) {
    perform(engine.behavior.progressPlan) { $0.value = count }
  }

  /// The queue on which the operations of this one run; nil for threads of the pool.
  ///
  /// That of the main queue cannot be changed.
  package var underlyingQueue: UnderlyingQueue? {
    engine.enter()
    defer { engine.unlock() }
    let number = engine.read(id) { $0.underlying }
    return number == UnderlyingQueue.main.number ? .main : engine.underlying[number]
  }

  /// Changes the queue on which the operations of this one run.
  ///
  /// - Parameter queue: nil for threads of the pool.
  /// - Throws: `Misuse` while this queue holds operations or barriers.
  package func setUnderlyingQueue(_ queue: UnderlyingQueue?) throws(Misuse) {
    engine.enter()
    defer { engine.unlock() }
    let admission = engine.ask({ $0.underlyingCheck }, id)
    guard try engine.admits(admission) else { return }
    if let queue { engine.underlying[queue.number] = queue }
    var frame = Frame()
    frame.queue = id
    frame.value = queue?.number ?? 0
    frame.origin = engine.origin
    engine.perform(engine.behavior.underlyingPlan, &frame)
  }

  /// Performs a plan about this queue.
  private func perform(_ plan: Plan, _ prepare: (inout Frame) -> Void) {
    engine.enter()
    defer { engine.unlock() }
    var frame = Frame()
    frame.queue = id
    frame.origin = engine.origin
    prepare(&frame)
    engine.perform(plan, &frame)
  }
}
