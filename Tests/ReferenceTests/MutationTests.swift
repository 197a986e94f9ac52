import OQReference
import TestSupport
import Testing

/// One example for each kind of member of a behavior.
@Suite(.limit(minutes: 1)) struct MutationTests {
  let log = Log()

  @Test func `a guard: the lowest priority goes first`() throws {
    let world = ReferenceWorld(
      behavior: .edited {
        $0.choose = { state, q in state[q].ready.first { !$0.isEmpty }?.first }
      })
    let queue = try world.queue(limit: 1, suspended: true)
    for (name, priority) in [("high", 8), ("low", -8)] {
      let x = world.operation(name, log)
      x.queuePriority = priority
      try queue.addOperation(x)
    }
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.all == ["low", "high"])
  }

  @Test func `a plan: slots leak`() throws {
    let world = ReferenceWorld(
      behavior: .edited { $0.finishPlan = $0.finishPlan.without(.freeSlot) })
    let queue = try world.queue(limit: 1)
    let first = world.operation("first", log)
    let second = world.operation("second", log)
    try queue.addOperation(first)
    first.waitUntilFinished()
    try queue.addOperation(second)
    #expect(!second.isExecuting && !second.isFinished)
    try queue.setMaxConcurrentOperationCount(2)
    second.waitUntilFinished()
    #expect(log.all == ["first", "second"])
  }

  @Test func `a read: finished dependencies are not listed`() throws {
    let world = ReferenceWorld(
      behavior: .edited {
        $0.reads.dependencies = { state, x, _ in
          state[x].dependencies.filter { !state[$0].isFinished }
        }
      })
    let d = world.makeOperation()
    let x = world.makeOperation()
    try x.addDependency(d)
    #expect(x.dependencies.count == 1)
    try d.start()
    #expect(x.dependencies.isEmpty)
  }

  @Test func `placement: a queue that does not keep its operations loses them`() throws {
    let world = ReferenceWorld(behavior: .edited { $0.placement.operations = .weak })
    let queue = try world.queue(suspended: true)
    try queue.addOperation(world.operation("lost", log))
    #expect(queue.operations.isEmpty && queue.operationCount == 0)
    queue.isSuspended = false
    try queue.addOperations([world.operation("kept", log)], waitUntilFinished: true)
    #expect(log.all == ["kept"])
  }

  @Test func `a window: two starts pass the check before either claims the operation`() throws {
    let behavior = Behavior.edited {
      $0.manualStartPlan = $0.manualStartPlan.window(before: .enterStarting)
      $0.placement.windowYields = 1000
    }
    // The race is won sooner or later, or not at all: then the test does not end. Of two starts
    // that both go on, one may wait for ever for the task that the other one has taken, so what has
    // not come back for a while is left behind with its world.
    while log.count("twice") == 0 {
      let world = ReferenceWorld(behavior: behavior)
      let runs = Shared(0)
      let x = world.makeOperation { _ in runs.withLock { $0 += 1 } }
      let clients = (0..<2).map { _ in Client { try? x.start() } }
      for client in clients { client.join(atMost: 2) }
      if runs.withLock({ $0 }) == 2 { log.write("twice") }
    }
  }

  @Test func `a safe point: a task that is stopped goes on when the state allows it`() throws {
    let world = ReferenceWorld(
      behavior: .edited {
        $0.mayContinue = { state, x, point in
          point != .end || state[x].owner.map { !state[$0].isSuspended } ?? true
        }
      })
    let queue = world.makeQueue()
    let gate = Gate()
    let begun = Arrivals()
    let x = world.operation(heldBy: gate, begun)
    try queue.addOperation(x)
    begun.wait()
    queue.isSuspended = true
    gate.open()
    #expect(!x.isFinished)
    queue.isSuspended = false
    x.waitUntilFinished()
  }
}

/// What ends a process, which the others must survive.
@Suite(.prompt, .limit(minutes: 1)) struct FatalMutationTests {
  @Test func `a dangling reference to a dependent kills the process`() async {
    await #expect(processExitsWith: .failure) {
      let world = ReferenceWorld(behavior: .edited { $0.released = { $0[$1].dependents } })
      let d = world.makeOperation()
      try world.makeOperation().addDependency(d)
      try d.start()
    }
  }
}
