import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct TruthTests {
  /// What is told in a world with an edit: what is wrong, and what is undone in the end.
  func words(
    _ edit: (inout Behavior) -> Void = { _ in }, in scenario: (ReferenceWorld) throws -> Void
  ) rethrows -> [Truth.Word] {
    let log = Log()
    let truth = Truth { word in
      switch word {
      case .wrong(let what): log.write(what)
      case .behind: log.write("behind")
      case .level: log.write("level")
      }
    }
    try scenario(ReferenceWorld(behavior: .edited(edit), truth: truth))
    let lines = log.all
    let undone: [Truth.Word] = lines.last == "behind" ? [.behind] : []
    return lines.filter { !["behind", "level"].contains($0) }.map { .wrong($0) } + undone
  }

  /// Two operations, of which one depends on the other, in a queue of limit 1, and a third.
  func run(_ world: ReferenceWorld) throws {
    let queue = try world.queue(limit: 1, suspended: true)
    let x = world.makeOperation { _ in }
    let d = world.makeOperation { _ in }
    try x.addDependency(d)
    try queue.addOperations([x, d, world.makeOperation()], waitUntilFinished: false)
    _ = x.isReady
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    _ = (x.isFinished, queue.operationCount)
  }

  @Test func `the correct queue does nothing wrong and leaves nothing undone`() throws {
    #expect(try words(in: run) == [])
  }

  @Test func `what differs without a consequence is not wrong`() throws {
    let chosen = try words(
      { $0.choose = { state, q in state[q].ready.reversed().first { !$0.isEmpty }?.last } }, in: run
    )
    let reordered = try words(
      { $0.finishPlan = $0.finishPlan.moving(.freeSlot, before: .unlist).window(before: .wake) },
      in: run)
    let lenient = try words({ $0.slotFree = { _, _ in true } }) { world in
      let queue = try world.queue(limit: 1)
      try queue.addOperation(world.makeOperation { _ in })
      queue.waitUntilAllOperationsAreFinished()
    }
    #expect(chosen == [])
    #expect(reordered == [])
    #expect(lenient == [])
  }

  @Test func `a task that begins before it may is wrong`() throws {
    let seen = try words({ $0.isReady = { _, _ in true } }, in: run)
    #expect(seen == [.wrong("start")])
  }

  @Test func `another choice among equals is made up for, a lower priority is not`() throws {
    func start(_ priority: Int) throws -> [Truth.Word] {
      try words({
        $0.choose = { state, q in state[q].ready.first { !$0.isEmpty }?.last }
      }) { world in
        let queue = try world.queue(limit: 1, suspended: true)
        let second = world.makeOperation { _ in }
        second.queuePriority = priority
        try queue.addOperations(
          [world.makeOperation { _ in }, second], waitUntilFinished: false)
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
      }
    }
    #expect(try start(0) == [])
    #expect(try start(-4) == [.wrong("start")])
  }

  @Test func `a task that runs though it was cancelled is wrong`() throws {
    let seen = try words({ $0.runsBody = { _, _ in true } }) { world in
      let x = world.makeOperation { _ in }
      x.cancel()
      try x.start()
    }
    #expect(seen == [.wrong("runsBody")])
  }

  @Test func `an early start without client code is wrong only once it shows`() throws {
    let seen = try words({ $0.mayDispatch = { _, _ in true } }) { world in
      let queue = try world.queue(suspended: true)
      let x = world.makeOperation { _ in }
      x.cancel()
      try queue.addOperations([x, world.makeOperation()], waitUntilFinished: true)
    }
    #expect(seen == [.wrong("wait")])
    let unseen = try words({ $0.mayDispatch = { _, _ in true } }) { world in
      let queue = try world.queue(suspended: true)
      let y = world.makeOperation()
      try queue.addOperation(y)
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
      _ = (y.isFinished, queue.operationCount)
    }
    #expect(unseen == [])
  }

  @Test func `an accessor that reads something else is wrong`() throws {
    #expect(
      try words({ $0.reads.isReady = { _, _, _ in true } }, in: run)
        == [.wrong("reads.isReady")])
    #expect(
      try words({ $0.finishPlan = $0.finishPlan.without(.uncount) }, in: run)
        == [.wrong("reads.operationCount")])
  }

  @Test func `a command that is answered otherwise is wrong`() throws {
    let seen = try words({ $0.addCheck = { _, _, _ in .accept } }) { world in
      let queue = try world.queue(suspended: true)
      let x = world.makeOperation()
      try queue.addOperation(x)
      try queue.addOperation(x)
    }
    #expect(seen == [.wrong("addCheck")])
  }

  @Test func `a wait that returns early is wrong`() throws {
    let seen = try words({ $0.isOver = { _, _ in true } }) { world in
      let queue = try world.queue(suspended: true)
      try queue.addOperation(world.makeOperation())
      queue.waitUntilAllOperationsAreFinished()
    }
    #expect(seen == [.wrong("wait")])
  }

  @Test func `what never happens leaves the world behind`() throws {
    let seen = try words({ $0.finishPlan = $0.finishPlan.without(.notify) }) { world in
      let queue = try world.queue(suspended: true)
      let d = world.makeOperation { _ in }
      let x = world.makeOperation { _ in }
      try x.addDependency(d)
      try queue.addOperations([d, x], waitUntilFinished: false)
      queue.isSuspended = false
      d.waitUntilFinished()
    }
    #expect(seen == [.behind])
  }

  @Test func `a removed edge that is still waited for leaves the world behind`() throws {
    let seen = try words({
      $0.removeDependencyPlan = $0.removeDependencyPlan.without(.close)
    }) { world in
      let queue = try world.queue()
      let x = world.makeOperation { _ in }
      let d = world.makeOperation()
      try x.addDependency(d)
      x.removeDependency(d)
      try queue.addOperation(x)
    }
    #expect(seen == [.behind])
  }
}
