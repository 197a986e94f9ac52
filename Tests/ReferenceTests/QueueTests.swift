import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 5)) struct QueueTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test func `a new queue runs at once, without a limit`() {
    let queue = world.makeQueue()
    #expect(!queue.isSuspended && queue.maxConcurrentOperationCount == -1)
    #expect(queue.operations.isEmpty && queue.operationCount == 0)
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func `QUEUE-3: each form of add makes the queue work`() throws {
    let queue = world.makeQueue()
    let log = log
    let done = Arrivals()
    try queue.addOperation(world.makeOperation { _ in done.arrive() })
    done.wait()
    queue.addBlock { done.arrive() }
    done.wait()
    try queue.addOperations([world.operation("a", log)], waitUntilFinished: true)
    #expect(log.all == ["a"])
    try queue.addOperations([], waitUntilFinished: true)
  }

  @Test func `QUEUE-5: a group add does not wait unless asked`() throws {
    let queue = world.makeQueue()
    let gate = Gate()
    let begun = Arrivals()
    let members = [world.operation(heldBy: gate, begun), world.operation("b", log)]
    try queue.addOperations(members, waitUntilFinished: false)
    begun.wait()
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
    #expect(members.allSatisfy { $0.isFinished })
  }

  @Test func `QUEUE-8: the list holds what was added and has not finished`() throws {
    let queue = try world.queue(limit: 1)
    let gate = Gate()
    let begun = Arrivals()
    let a = world.operation(heldBy: gate, begun)
    let b = world.operation("b", log)
    let c = world.operation("c", log)
    b.queuePriority = -8
    try queue.addOperation(a)
    try queue.addOperation(b)
    try queue.addOperation(c)
    begun.wait()
    #expect(queue.operations.map(\.id) == [a, b, c].map(\.id))
    #expect(queue.operationCount == 3)
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
    #expect(queue.operations.isEmpty && queue.operationCount == 0)
  }

  @Test func `QUEUE-17: an operation can be added once`() throws {
    let queue = try world.queue(suspended: true)
    let other = world.makeQueue()
    let x = world.operation("x", log)
    try queue.addOperation(x)
    #expect(throws: Misuse.addWhileQueued) { try queue.addOperation(x) }
    #expect(throws: Misuse.addWhileQueued) { try other.addOperation(x) }
    #expect(queue.operationCount == 1 && other.operationCount == 0)
    queue.isSuspended = false
    x.waitUntilFinished()
    #expect(throws: Misuse.addAfterFinish) { try queue.addOperation(x) }
    #expect(log.all == ["x"])
  }

  @Test func `QUEUE-18: an operation that executes cannot be added`() throws {
    let gate = Gate()
    let begun = Arrivals()
    let x = world.operation(heldBy: gate, begun)
    let client = Client { try? x.start() }
    begun.wait()
    let queue = world.makeQueue()
    #expect(throws: Misuse.addWhileExecuting) { try queue.addOperation(x) }
    gate.open()
    client.join()
    #expect(queue.operationCount == 0)
  }

  @Test func `QUEUE-52: a group with an invalid member is refused as a whole`() throws {
    let queue = world.makeQueue()
    let valid = world.operation("valid", log)
    let finished = world.makeOperation()
    try finished.start()
    #expect(throws: Misuse.addAfterFinish) {
      try queue.addOperations([valid, finished], waitUntilFinished: true)
    }
    #expect(throws: Misuse.groupRepeatsOperation) {
      try queue.addOperations([valid, valid], waitUntilFinished: true)
    }
    try queue.addOperations([valid], waitUntilFinished: true)
    #expect(log.all == ["valid"])
  }

  @Test func `QUEUE-13: a queue that is held does not hold up another`() throws {
    let held = try world.queue(suspended: true)
    let free = world.makeQueue()
    try held.addOperation(world.operation("held", log))
    try free.addOperations([world.operation("free", log)], waitUntilFinished: true)
    #expect(log.all == ["free"])
  }

  @Test func `QUEUE-15: without a limit operations meet`() throws {
    let queue = world.makeQueue()
    let count = 20
    let here = Arrivals()
    let gate = Gate()
    for _ in 0..<count { try queue.addOperation(world.operation(heldBy: gate, here)) }
    here.wait(for: count)
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func `QUEUE-27: many operations run once each`() throws {
    for limit in [1, 4, -1] {
      let log = Log()
      let queue = try world.queue(limit: limit, suspended: true)
      let operations = (0..<10_000).map { world.operation("\($0)", log) }
      try queue.addOperations(operations, waitUntilFinished: false)
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
      #expect(log.all.sorted() == (0..<10_000).map(String.init).sorted())
    }
  }

  @Test func `QUEUE-55: a barrier runs between what was added before and after`() throws {
    let queue = world.makeQueue()
    let gate = Gate()
    let log = log
    queue.addBarrierBlock { log.write("first barrier") }
    try queue.addOperation(
      world.makeOperation { _ in
        gate.wait()
        log.write("before")
      })
    queue.addBarrierBlock { log.write("barrier") }
    try queue.addOperation(world.operation("after", log))
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.all == ["first barrier", "before", "barrier", "after"])
  }

  @Test func `a suspended queue holds its barrier`() throws {
    let queue = try world.queue(suspended: true)
    let log = log
    let done = Arrivals()
    queue.addBarrierBlock {
      log.write("barrier")
      done.arrive()
    }
    try queue.addOperation(world.operation("after", log))
    #expect(log.all.isEmpty)
    queue.isSuspended = false
    done.wait()
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.all == ["barrier", "after"])
  }
}
