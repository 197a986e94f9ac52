/// Observers. Called with the lock held, where nothing else is said.
extension Engine {
  /// Attaches an observer, which is called after each change.
  func attach(
    _ observer: ClientCode, to observed: Observed, _ property: Property
  ) throws(Misuse) {
    let admission = ask({ $0.observationCheck }, property)
    guard try admits(admission) else { return }
    observers[observed, default: []].append(observer)
  }

  /// Lets go of the observers of an operation.
  func removeObservers(of x: OperationID) {
    guard !observers.isEmpty else { return }
    for property in Property.allCases {
      if let list = observers.removeValue(forKey: .operation(x, property)) { discard(list) }
    }
  }

  /// Tells the observers of a property that a plan has changed.
  func announce(_ property: Property, _ frame: Frame) {
    guard property.isOfQueue else {
      if let x = frame.operation { announce(property, of: x) }
      return
    }
    if let q = frame.queue ?? frame.operation.flatMap({ state[$0].owner }) {
      call(observers[.queue(q, property)])
    }
  }

  /// Tells the observers of a property of an operation; of its readiness only a change.
  func announce(_ property: Property, of x: OperationID) {
    // An observer that was called before may have run while the last reference was dropped.
    guard state.exists(x) else { return }
    if property == .isReady {
      let isReady = Guards.isReady(state, x)
      guard isReady != state[x].announcedReadiness else { return }
      state[x].announcedReadiness = isReady
    }
    call(observers[.operation(x, property)])
  }

  /// Calls observers with the lock given up: they may read every property.
  private func call(_ list: [ClientCode]?) {
    guard let list else { return }
    unlocked { for observer in list { observer.run() } }
  }
}

extension ReferenceOperation {
  /// Attaches an observer of a property.
  ///
  /// - Parameters:
  ///   - property: a property of operations.
  ///   - observer: is called after each change, on the thread that made it; it may read everything
  ///     and should change nothing.
  /// - Throws: `Misuse` never, in the correct queue.
  package func observe(
    _ property: Property, _ observer: @escaping @Sendable () -> Void
  ) throws(Misuse) {
    engine.enter()
    defer { engine.unlock() }
    try engine.attach(ClientCode(run: observer), to: .operation(id, property), property)
  }
}

extension ReferenceQueue {
  /// Attaches an observer of a property.
  ///
  /// - Parameters:
  ///   - property: a property of queues.
  ///   - observer: is called after each change, on the thread that made it; it may read everything
  ///     and should change nothing.
  /// - Throws: `Misuse` never, in the correct queue.
  package func observe(
    _ property: Property, _ observer: @escaping @Sendable () -> Void
  ) throws(Misuse) {
    engine.enter()
    defer { engine.unlock() }
    try engine.attach(ClientCode(run: observer), to: .queue(id, property), property)
  }
}
