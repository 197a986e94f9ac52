import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct ReentrancyTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test func `a task can give every command`() throws {
    let queue = try world.queue(limit: 1)
    let other = world.makeQueue()
    let world = world
    let log = log
    let x = world.makeOperation { x in
      let inner = world.operation("inner", log)
      let manual = world.operation("manual", log)
      do {
        try inner.addDependency(manual)
        try queue.addOperation(inner)
        try manual.start()
        try other.addOperations([world.operation("other", log)], waitUntilFinished: true)
        try queue.setMaxConcurrentOperationCount(1)
      } catch {
        log.write("\(error)")
      }
      queue.isSuspended = true
      queue.isSuspended = false
      inner.queuePriority = 8
      log.write("\(queue.operations.map(\.id) == [x.id, inner.id]) \(queue.operationCount)")
      queue.addBlock { log.write("block") }
    }
    try queue.addOperation(x)
    x.waitUntilFinished()
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.all == ["manual", "other", "true 2", "inner", "block"])
  }

  @Test func `commands of many threads leave a consistent world`() throws {
    let queue = try world.queue(limit: 2)
    let world = world
    let log = log
    let clients = (0..<4).map { lane in
      Client {
        for round in 0..<100 {
          let x = world.operation("x", log)
          let d = world.operation("d", log)
          try? x.addDependency(d)
          try? queue.addOperations([x, d], waitUntilFinished: false)
          if round.isMultiple(of: 7) { queue.isSuspended.toggle() }
          if round.isMultiple(of: 5) { d.cancel() }
          if round.isMultiple(of: 11) { x.removeDependency(d) }
          if lane == 0 { _ = queue.operations.map(\.isReady) }
        }
      }
    }
    for client in clients { client.join() }
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.count("x") == 400)
    #expect(queue.operationCount == 0)
  }
}
