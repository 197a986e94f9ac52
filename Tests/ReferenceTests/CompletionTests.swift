import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct CompletionTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test func `DONE-9: the completion block runs once, after the finish`() throws {
    let queue = world.makeQueue()
    let log = log
    let done = Arrivals()
    let x = world.operation("body", log)
    try x.setCompletionBlock { [weak x] in
      log.write("finished \(x?.isFinished ?? false), executing \(x?.isExecuting ?? true)")
      x?.waitUntilFinished()
      done.arrive()
    }
    #expect(x.completionBlock != nil)
    try queue.addOperation(x)
    done.wait()
    #expect(log.all == ["body", "finished true, executing false"])
    #expect(x.completionBlock == nil)
  }

  @Test func `DONE-3: the completion block runs after a manual start, which does not wait for it`()
    throws
  {
    let gate = Gate()
    let done = Arrivals()
    let x = world.makeOperation()
    try x.setCompletionBlock {
      gate.wait()
      done.arrive()
    }
    try x.start()
    gate.open()
    done.wait()
  }

  @Test func `DONE-4: the completion block runs for a cancelled operation`() throws {
    let queue = world.makeQueue()
    let done = Arrivals()
    let x = world.operation("x", log)
    try x.setCompletionBlock { done.arrive() }
    x.cancel()
    try queue.addOperation(x)
    done.wait()
    #expect(log.all.isEmpty)
  }

  @Test func `DONE-54: the last block set before the start counts`() throws {
    let log = log
    let done = Arrivals()
    let x = world.makeOperation()
    try x.setCompletionBlock { log.write("first") }
    try x.setCompletionBlock {
      log.write("second")
      done.arrive()
    }
    try x.start()
    done.wait()
    let y = world.makeOperation()
    try y.setCompletionBlock { log.write("removed") }
    try y.setCompletionBlock(nil)
    #expect(y.completionBlock == nil)
    try y.start()
    #expect(log.all == ["second"])
  }

  @Test func `DONE-7: a block set during the task replaces, one set after the finish is ignored`()
    throws
  {
    let log = log
    let done = Arrivals()
    let x = world.makeOperation { x in
      try? x.setCompletionBlock {
        log.write("replaced")
        done.arrive()
      }
    }
    try x.setCompletionBlock { log.write("original") }
    try x.start()
    done.wait()
    try x.setCompletionBlock { log.write("late") }
    #expect(x.completionBlock == nil)
    #expect(log.all == ["replaced"])
  }

  @Test func `DONE-11: operations added from completion blocks run`() throws {
    let queue = try world.queue(limit: 1)
    let done = Arrivals()
    let world = world
    @Sendable func add(_ left: Int) {
      let x = world.makeOperation()
      try? x.setCompletionBlock { if left == 0 { done.arrive() } else { add(left - 1) } }
      try? queue.addOperation(x)
    }
    add(20)
    done.wait()
    queue.waitUntilAllOperationsAreFinished()
  }
}
