import Foundation
import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct ManualStartTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test func `START-1: the task runs on the thread that calls start`() throws {
    let caller = pthread_self()
    let log = log
    let x = world.makeOperation { _ in
      log.write("same: \(pthread_equal(pthread_self(), caller) != 0)")
    }
    try x.start()
    #expect(log.all == ["same: true"])
  }

  @Test func `START-2: everything is over when start returns`() throws {
    let log = log
    let x = world.makeOperation { x in
      log.write("ready \(x.isReady), executing \(x.isExecuting), finished \(x.isFinished)")
    }
    #expect(x.isReady && !x.isExecuting && !x.isFinished && !x.isCancelled)
    try x.start()
    #expect(log.all == ["ready true, executing true, finished false"])
    #expect(!x.isExecuting && x.isFinished && !x.isCancelled)
  }

  @Test func `START-4: an operation that is not ready cannot be started, and can later`() throws {
    let d = world.makeOperation()
    let x = world.operation("x", log)
    try x.addDependency(d)
    #expect(throws: Misuse.startBeforeReady) { try x.start() }
    #expect(!x.isExecuting && !x.isFinished)
    try d.start()
    try x.start()
    #expect(log.all == ["x"])
  }

  @Test func `START-5: an operation that executes cannot be started`() throws {
    let gate = Gate()
    let begun = Arrivals()
    let x = world.operation(heldBy: gate, begun)
    let client = Client { try? x.start() }
    begun.wait()
    #expect(throws: Misuse.startWhileExecuting) { try x.start() }
    gate.open()
    client.join()
    #expect(x.isFinished)
  }

  @Test func `START-6: start of a finished operation has no effect`() throws {
    let x = world.operation("x", log)
    try x.start()
    try x.start()
    #expect(log.all == ["x"])
  }

  @Test func `START-7: start of a cancelled operation finishes it without its task`() throws {
    let x = world.operation("x", log)
    let done = Arrivals()
    try x.setCompletionBlock { done.arrive() }
    try x.addDependency(world.makeOperation())
    x.cancel()
    #expect(x.isReady && !x.isFinished)
    try x.start()
    done.wait()
    #expect(x.isFinished && x.isCancelled && !x.isExecuting)
    #expect(log.all.isEmpty)
  }

  @Test func `START-52: an operation of a queue cannot be started`() throws {
    let queue = try world.queue(suspended: true)
    let x = world.operation("x", log)
    try queue.addOperation(x)
    #expect(throws: Misuse.startWhileQueued) { try x.start() }
    queue.isSuspended = false
    x.waitUntilFinished()
    #expect(log.all == ["x"])
  }

  @Test func `START-55: one of many simultaneous starts runs the task`() throws {
    for _ in 0..<50 {
      let log = Log()
      let x = world.operation("x", log)
      let clients = (0..<4).map { _ in Client { try? x.start() } }
      for client in clients { client.join() }
      x.waitUntilFinished()
      #expect(log.all == ["x"])
    }
  }

  @Test func `an operation without a task finishes`() throws {
    for x in [world.makeOperation(), world.makeBlockOperation()] {
      try x.start()
      #expect(x.isFinished)
    }
  }
}
