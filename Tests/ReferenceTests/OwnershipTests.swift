import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct OwnershipTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test func `QUEUE-12: a queue keeps its operations and itself alive until it is drained`() throws
  {
    var queue: ReferenceQueue? = try world.queue(suspended: true)
    weak let keptQueue = queue
    weak var keptOperation: ReferenceOperation?
    let done = Arrivals()
    do {
      let x = world.operation("x", log)
      try x.setCompletionBlock { done.arrive() }
      try queue?.addOperation(x)
      keptOperation = x
    }
    queue = nil
    #expect(keptQueue != nil && keptOperation != nil)
    keptQueue?.isSuspended = false
    done.wait()
    #expect(log.all == ["x"])
  }

  @Test func `MAIN-1: the loop lets go of an operation that nobody else refers to`() {
    let world = world
    let done = Arrivals()
    let loop = Client { world.runMainLoop() }
    for _ in 0..<2 {
      world.mainQueue.addBlock { done.arrive() }
      done.wait()
    }
    world.endMainLoop()
    loop.join()
  }

  @Test func `DEP-56: a dependent can be dropped before its dependency finishes`() throws {
    let d = world.operation("d", log)
    for _ in 0..<100 {
      let x = world.makeOperation()
      try x.addDependency(d)
    }
    // New operations use the places of the dropped ones.
    let fresh = (0..<100).map { _ in world.makeOperation() }
    for x in fresh { try x.addDependency(world.makeOperation()) }
    try d.start()
    #expect(log.all == ["d"])
    #expect(fresh.allSatisfy { !$0.isReady })
  }

  @Test func `an operation keeps its dependencies alive`() throws {
    let x = world.makeOperation()
    weak var dependency: ReferenceOperation?
    do {
      let d = world.makeOperation()
      try x.addDependency(d)
      dependency = d
    }
    #expect(dependency != nil)
    if let dependency { x.removeDependency(dependency) }
    #expect(dependency == nil)
  }

  @Test func `a long chain is released without recursion`() throws {
    var last = world.makeOperation()
    for _ in 0..<100_000 {
      let next = world.makeOperation()
      try next.addDependency(last)
      last = next
    }
    last = world.makeOperation()
    try last.start()
    #expect(last.isFinished)
  }

  @Test func `the world lets go of what is over`() throws {
    let queue = world.makeQueue()
    weak var operation: ReferenceOperation?
    let witness = Witness()
    weak let captured = witness.object
    do {
      let object = witness.object
      let x = world.makeOperation()
      try x.setCompletionBlock { withExtendedLifetime(object) {} }
      try queue.addOperations([x], waitUntilFinished: true)
      operation = x
    }
    witness.object = nil
    // The thread that ran the operation may still hold it; the next one on the same thread does not
    // begin before.
    while operation != nil || captured != nil {
      try queue.addOperations([world.makeOperation()], waitUntilFinished: true)
    }
  }

  @Test func `a world that is torn down ends every wait and starts nothing`() throws {
    let queue = try world.queue(suspended: true)
    let x = world.operation("x", log)
    try queue.addOperation(x)
    let client = Client { x.waitUntilFinished() }
    world.tearDown()
    client.join()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.all.isEmpty && !x.isFinished)
  }
}

/// Something that a closure can keep alive.
private final class Witness {
  final class Object: Sendable {}
  var object: Object? = Object()
}
