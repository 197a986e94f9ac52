/// What clients report of operations that take part in their own life cycle.
extension ReferenceOperation {
  /// Stores the condition of a conditional operation; its queue does not learn of it.
  ///
  /// - Parameter condition: whether the operation may be started as far as the client is concerned.
  package func setCondition(_ condition: Bool) {
    report { engine, frame in
      frame.value = condition ? 1 : 0
      engine.perform(engine.behavior.conditionPlan, &frame)
    }
  }

  /// Tells the queue of a conditional operation that its readiness has changed.
  package func notifyReady() {
    report { engine, frame in
      engine.perform(engine.behavior.notifyReadyPlan, &frame)
    }
  }

  /// Reports that an asynchronous operation executes.
  package func reportExecuting() {
    report { engine, frame in
      engine.perform(engine.behavior.reportExecutingPlan, &frame)
    }
  }

  /// Reports that an asynchronous operation has finished; everybody who waits for it learns of it.
  package func reportFinished() {
    storeFinished()
    notifyFinished()
  }

  /// Stores that an asynchronous operation has finished; nobody learns of it.
  package func storeFinished() {
    report { engine, frame in
      engine.perform(engine.behavior.storeFinishedPlan, &frame)
    }
  }

  /// Tells everybody who waits for an asynchronous operation that it has finished.
  ///
  /// No effect if it has not, or if they were told before.
  package func notifyFinished() {
    report { engine, _ in
      if engine.ask({ $0.reportsFinish }, id) { engine.finish(id) }
    }
  }

  private func report(_ body: (Engine, inout Frame) -> Void) {
    engine.enter()
    defer { engine.unlock() }
    var frame = frame()
    body(engine, &frame)
  }
}
