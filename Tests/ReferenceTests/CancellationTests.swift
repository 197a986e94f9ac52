import Foundation
import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct CancellationTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test func `CANCEL-2: a running task is not interrupted`() throws {
    let queue = world.makeQueue()
    let gate = Gate()
    let begun = Arrivals()
    let x = world.operation(heldBy: gate, begun)
    try queue.addOperation(x)
    begun.wait()
    x.cancel()
    #expect(x.isCancelled && x.isExecuting && !x.isFinished)
    gate.open()
    x.waitUntilFinished()
    #expect(!x.isExecuting && x.isFinished && x.isCancelled)
  }

  @Test func `CANCEL-3: an operation cancelled before its start does not run`() throws {
    let queue = try world.queue(suspended: true)
    let before = world.operation("before", log)
    let parked = world.operation("parked", log)
    before.cancel()
    #expect(!before.isFinished)
    try queue.addOperations([before, parked], waitUntilFinished: false)
    parked.cancel()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.all.isEmpty && before.isFinished && parked.isFinished)
  }

  @Test func `CANCEL-8: cancelAll cancels what is there, running or waiting`() throws {
    let queue = try world.queue(limit: 1)
    let gate = Gate()
    let begun = Arrivals()
    let running = world.operation(heldBy: gate, begun)
    let waiting = world.operation("waiting", log)
    try queue.addOperations([running, waiting], waitUntilFinished: false)
    begun.wait()
    queue.cancelAllOperations()
    let later = world.operation("later", log)
    try queue.addOperation(later)
    #expect(running.isCancelled && waiting.isCancelled && !later.isCancelled)
    #expect(queue.operationCount == 3)
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.all == ["later"])
  }

  @Test func `CANCEL-13: a task that asks sees the cancellation`() throws {
    let queue = world.makeQueue()
    let begun = Arrivals()
    let x = world.makeOperation { x in
      begun.arrive()
      while !x.isCancelled { sched_yield() }
    }
    try queue.addOperation(x)
    begun.wait()
    x.cancel()
    x.waitUntilFinished()
    #expect(x.isFinished)
  }

  @Test func `CANCEL-51: a cancelled operation does not wait for its dependencies`() throws {
    let queue = world.makeQueue()
    let never = world.makeOperation()
    let x = world.operation("x", log)
    let after = world.operation("after", log)
    try x.addDependency(never)
    try after.addDependency(x)
    try queue.addOperations([x, after], waitUntilFinished: false)
    x.cancel()
    after.waitUntilFinished()
    #expect(log.all == ["after"])
  }

  @Test func `CANCEL-55: cancel of a finished operation has no effect`() throws {
    let x = world.makeOperation()
    try x.start()
    x.cancel()
    x.cancel()
    #expect(!x.isCancelled)
  }

  @Test func `CANCEL-4: a task can cancel itself and its queue`() throws {
    let queue = world.makeQueue()
    let x = world.makeOperation { x in
      x.cancel()
      queue.cancelAllOperations()
    }
    try queue.addOperation(x)
    x.waitUntilFinished()
    #expect(x.isCancelled)
  }
}
