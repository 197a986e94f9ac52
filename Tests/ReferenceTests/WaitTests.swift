import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct WaitTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test func `WAIT-2: every waiter returns, before and after the finish`() throws {
    let queue = world.makeQueue()
    let gate = Gate()
    let begun = Arrivals()
    let x = world.operation(heldBy: gate, begun)
    try queue.addOperation(x)
    begun.wait()
    let log = log
    let clients = (0..<8).map { index in
      Client {
        if index.isMultiple(of: 2) {
          x.waitUntilFinished()
        } else {
          queue.waitUntilAllOperationsAreFinished()
        }
        log.write("\(x.isFinished)")
      }
    }
    gate.open()
    for client in clients { client.join() }
    x.waitUntilFinished()
    #expect(log.all == [String](repeating: "true", count: 8))
  }

  @Test func `WAIT-3: the wait for a queue covers what waits in it`() throws {
    let queue = try world.queue(limit: 1, suspended: true)
    let log = log
    let operations = (0..<5).map { world.operation("\($0)", log) }
    try queue.addOperations(operations, waitUntilFinished: false)
    let client = Client {
      queue.waitUntilAllOperationsAreFinished()
      log.write("returned")
    }
    queue.isSuspended = false
    client.join()
    // The wait may have begun only after the last operation had left: it returns in any case.
    #expect(log.count("returned") == 1)
    #expect(operations.allSatisfy { $0.isFinished })
  }

  @Test func `WAIT-6: an operation can wait for another one`() throws {
    let queue = try world.queue(limit: 2)
    let inner = world.operation("inner", log)
    let log = log
    let outer = world.makeOperation { _ in
      try? queue.addOperation(inner)
      inner.waitUntilFinished()
      log.write("outer")
    }
    try queue.addOperations([outer], waitUntilFinished: true)
    #expect(log.all == ["inner", "outer"])
  }

  @Test func `a wait for a cancelled operation ends with its finish`() throws {
    let queue = try world.queue(suspended: true)
    let x = world.operation("x", log)
    try queue.addOperation(x)
    queue.cancelAllOperations()
    let client = Client { queue.waitUntilAllOperationsAreFinished() }
    queue.isSuspended = false
    client.join()
    #expect(x.isFinished)
  }
}
