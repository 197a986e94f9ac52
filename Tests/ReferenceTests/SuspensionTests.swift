import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct SuspensionTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test func `SUSP-1: a suspended queue starts nothing, whatever happens`() throws {
    let queue = try world.queue(suspended: true)
    #expect(queue.isSuspended)
    let d = world.makeOperation()
    let x = world.operation("x", log)
    let y = world.operation("y", log)
    try x.addDependency(d)
    try queue.addOperations([x, y], waitUntilFinished: false)
    try d.start()
    try queue.setMaxConcurrentOperationCount(3)
    y.cancel()
    #expect(log.all.isEmpty)
    #expect(!y.isFinished && queue.operations.map(\.id) == [x.id, y.id])
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.all == ["x"])
  }

  @Test func `SUSP-2: a running operation ends while the queue is suspended`() throws {
    let queue = world.makeQueue()
    let gate = Gate()
    let begun = Arrivals()
    let x = world.operation(heldBy: gate, begun)
    try queue.addOperation(x)
    begun.wait()
    queue.isSuspended = true
    gate.open()
    x.waitUntilFinished()
    #expect(queue.isSuspended && queue.operationCount == 0)
  }

  @Test func `SUSP-52: two suspensions need one resumption`() throws {
    let queue = try world.queue(suspended: true)
    queue.isSuspended = true
    try queue.addOperation(world.operation("x", log))
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.all == ["x"])
  }
}
