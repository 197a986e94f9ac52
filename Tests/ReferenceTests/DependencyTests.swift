import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct DependencyTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test func `DEP-1: an operation begins after its dependency has finished`() throws {
    let queue = world.makeQueue()
    let gate = Gate()
    let log = log
    let first = world.makeOperation { _ in
      gate.wait()
      log.write("first")
    }
    let second = world.makeOperation { _ in log.write("second, \(first.isFinished)") }
    try second.addDependency(first)
    #expect(!second.isReady)
    try queue.addOperation(second)
    try queue.addOperation(first)
    gate.open()
    second.waitUntilFinished()
    #expect(log.all == ["first", "second, true"])
  }

  @Test func `DEP-4: a dependency holds across queues and manual starts`() throws {
    let queues = [try world.queue(suspended: true), world.makeQueue()]
    let a = world.operation("a", log)
    let b = world.operation("b", log)
    let c = world.operation("c", log)
    try b.addDependency(a)
    try c.addDependency(b)
    try queues[1].addOperation(c)
    try queues[0].addOperation(b)
    try a.start()
    queues[0].isSuspended = false
    c.waitUntilFinished()
    #expect(log.all == ["a", "b", "c"])
  }

  @Test func `DEP-5: a wide and deep graph is worked off in order`() throws {
    let queue = world.makeQueue()
    let operations = (0..<300).map { world.operation("\($0)", log) }
    for (index, operation) in operations.enumerated().dropFirst() {
      try operation.addDependency(operations[index - 1])
      if index.isMultiple(of: 10) {
        for other in operations[0..<index].dropLast() { try operation.addDependency(other) }
      }
    }
    try queue.addOperations(operations.reversed(), waitUntilFinished: true)
    #expect(log.all == (0..<300).map(String.init))
  }

  @Test func `DEP-6: a cycle never runs, and a cut edge dissolves it`() throws {
    let queue = world.makeQueue()
    let a = world.operation("a", log)
    let b = world.operation("b", log)
    try a.addDependency(b)
    try b.addDependency(a)
    try queue.addOperations([a, b], waitUntilFinished: false)
    try queue.addOperations([world.operation("c", log)], waitUntilFinished: true)
    #expect(log.all == ["c"])
    a.removeDependency(b)
    b.waitUntilFinished()
    #expect(log.all == ["c", "a", "b"])
  }

  @Test func `DEP-9: a removed dependency is not waited for, queued or not`() throws {
    let queue = world.makeQueue()
    let never = world.makeOperation()
    let a = world.operation("a", log)
    let b = world.operation("b", log)
    try a.addDependency(never)
    try b.addDependency(never)
    a.removeDependency(never)
    #expect(a.isReady)
    try queue.addOperation(b)
    #expect(!b.isReady)
    b.removeDependency(never)
    b.waitUntilFinished()
    #expect(b.dependencies.isEmpty)
  }

  @Test func `DEP-10: the list keeps finished dependencies in the order of addition`() throws {
    let a = world.makeOperation()
    let b = world.makeOperation()
    let x = world.makeOperation()
    try x.addDependency(b)
    try x.addDependency(a)
    try x.addDependency(b)
    x.removeDependency(world.makeOperation())
    try a.start()
    #expect(x.dependencies.map(\.id) == [b.id, a.id])
    try b.start()
    #expect(x.dependencies.map(\.id) == [b.id, a.id])
    #expect(x.isReady)
  }

  @Test func `DEP-12: a cancelled dependency releases its dependents when it has finished`() throws
  {
    let queue = world.makeQueue()
    let d = world.operation("d", log)
    let x = world.operation("x", log)
    try x.addDependency(d)
    try queue.addOperation(x)
    d.cancel()
    #expect(!x.isReady)
    try queue.addOperation(d)
    x.waitUntilFinished()
    #expect(log.all == ["x"])
    #expect(!x.isCancelled)
  }

  @Test func `DEP-16: an operation that is not ready does not hold up the others`() throws {
    let queue = try world.queue(limit: 1)
    let x = world.operation("x", log)
    let d = world.operation("d", log)
    try x.addDependency(d)
    try queue.addOperation(x)
    try queue.addOperation(d)
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.all == ["d", "x"])
  }

  @Test func `DEP-17: a dependency on a finished operation does not block`() throws {
    let d = world.makeOperation()
    let x = world.operation("x", log)
    try d.start()
    try x.addDependency(d)
    #expect(x.isReady)
    #expect(x.dependencies.map(\.id) == [d.id])
    try x.start()
    #expect(log.all == ["x"])
  }

  @Test func `DEP-52: a dependency that comes too late has no effect`() throws {
    let queue = world.makeQueue()
    let begun = Arrivals()
    let gate = Gate()
    let x = world.operation(heldBy: gate, begun)
    let never = world.makeOperation()
    try queue.addOperation(x)
    begun.wait()
    try x.addDependency(never)
    gate.open()
    x.waitUntilFinished()
    #expect(x.isFinished)
  }

  @Test func `DEP-58: a dependency added to a waiting operation is honoured`() throws {
    let queue = try world.queue(suspended: true)
    let x = world.operation("x", log)
    let d = world.operation("d", log)
    try queue.addOperation(x)
    try x.addDependency(d)
    queue.isSuspended = false
    #expect(!x.isReady)
    try d.start()
    x.waitUntilFinished()
    #expect(log.all == ["d", "x"])
  }

  @Test func `DEP-57: an operation cannot depend on itself`() throws {
    let x = world.operation("x", log)
    #expect(throws: Misuse.dependsOnItself) { try x.addDependency(x) }
    #expect(x.dependencies.isEmpty)
    try x.start()
    #expect(log.all == ["x"])
  }
}
