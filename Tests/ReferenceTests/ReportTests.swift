import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct ReportTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test func `READY-8: a conditional operation waits for its condition and its dependencies`()
    throws
  {
    let queue = world.makeQueue()
    let log = log
    let d = world.operation("d", log)
    let x = world.makeConditionalOperation { _ in log.write("x") }
    try x.addDependency(d)
    try queue.addOperation(x)
    x.setCondition(true)
    x.notifyReady()
    #expect(!x.isReady)
    try d.start()
    x.waitUntilFinished()
    #expect(log.all == ["d", "x"])
    let y = world.makeConditionalOperation { _ in log.write("y") }
    #expect(!y.isReady)
    #expect(throws: Misuse.startBeforeReady) { try y.start() }
    try queue.addOperation(y)
    try queue.addOperations([world.operation("z", log)], waitUntilFinished: true)
    #expect(!y.isFinished && !y.isExecuting)
    y.setCondition(true)
    y.notifyReady()
    y.waitUntilFinished()
    #expect(log.all == ["d", "x", "z", "y"])
  }

  @Test func `DEP-13: an asynchronous operation is over when it is reported`() throws {
    let queue = try world.queue(limit: 1)
    let log = log
    let returned = Arrivals()
    let completed = Arrivals()
    let x = world.makeAsynchronousOperation { x in
      x.reportExecuting()
      log.write("started \(x.isExecuting)")
      returned.arrive()
    }
    try x.setCompletionBlock { completed.arrive() }
    let y = world.operation("y", log)
    try y.addDependency(x)
    try queue.addOperations([x, y], waitUntilFinished: false)
    returned.wait()
    #expect(!x.isFinished && x.isExecuting && queue.operationCount == 2)
    x.storeFinished()
    #expect(x.isFinished && !x.isExecuting && queue.operationCount == 2)
    x.notifyFinished()
    x.notifyFinished()
    y.waitUntilFinished()
    completed.wait()
    #expect(log.all == ["started true", "y"])
  }

  @Test func `ASYNC-13: the start of a cancelled asynchronous operation is called`() throws {
    let queue = try world.queue(suspended: true)
    let log = log
    let x = world.makeAsynchronousOperation { x in
      log.write("start \(x.isCancelled)")
      x.reportFinished()
    }
    try queue.addOperation(x)
    x.cancel()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.all == ["start true"])
  }

  @Test func `an asynchronous operation can be started by hand`() throws {
    let log = log
    let x = world.makeAsynchronousOperation { _ in log.write("start") }
    try x.start()
    #expect(throws: Misuse.startWhileExecuting) { try x.start() }
    x.reportFinished()
    x.waitUntilFinished()
    try x.start()
    #expect(log.all == ["start"] && x.isFinished)
  }
}
