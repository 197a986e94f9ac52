import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct ObserverTests {
  let world = ReferenceWorld()
  let log = Log()

  /// An observer that writes a property's name with what two accessors read.
  private func watch(_ property: Property, of operation: ReferenceOperation) throws {
    let log = log
    // The world keeps its observers: one that kept the operation would keep both alive.
    try operation.observe(property) { [weak operation] in
      guard let operation else { return }
      log.write("\(property.rawValue) \(operation.isExecuting) \(operation.isFinished)")
    }
  }

  @Test func `KVO-3, KVO-4: a start announces execution and finish around the task`() throws {
    let x = world.operation("task", log)
    try watch(.isExecuting, of: x)
    try watch(.isFinished, of: x)
    try x.start()
    #expect(
      log.all == [
        "is-executing true false", "task", "is-executing false true", "is-finished false true",
      ])
  }

  @Test func `ND-4: an operation that was cancelled before its start announces the finish only`()
    throws
  {
    let x = world.operation("task", log)
    x.cancel()
    try watch(.isExecuting, of: x)
    try watch(.isFinished, of: x)
    try x.start()
    #expect(log.all == ["is-finished false true"])
  }

  @Test func `KVO-1: a cancel is announced to every observer, in the order of attachment`() throws {
    let x = world.operation("task", log)
    let log = log
    for number in 1...2 {
      try x.observe(.isCancelled) { [weak x] in
        log.write("\(number) \(x?.isCancelled ?? false)")
      }
    }
    x.cancel()
    #expect(log.all == ["1 true", "2 true"])
  }

  @Test func `KVO-5, KVO-6: only changes of readiness are announced, every change of the list is`()
    throws
  {
    let x = world.operation("x", log)
    let d = world.operation("d", log)
    let e = world.operation("e", log)
    let log = log
    try x.observe(.isReady) { [weak x] in log.write("ready \(x?.isReady ?? false)") }
    try x.observe(.dependencies) { [weak x] in
      log.write("dependencies \(x?.dependencies.count ?? -1)")
    }
    try x.addDependency(d)
    try x.addDependency(e)
    try d.start()
    x.removeDependency(e)
    #expect(
      log.all == [
        "dependencies 1", "ready false", "dependencies 2", "d", "dependencies 1", "ready true",
      ])
  }

  @Test func `QUEUE-59: a queue announces its settings and its list`() throws {
    let queue = world.makeQueue()
    let log = log
    for property in Property.allCases where property.isOfQueue {
      try queue.observe(property) { log.write(property.rawValue) }
    }
    queue.isSuspended = true
    try queue.setMaxConcurrentOperationCount(2)
    let x = world.operation("x", log)
    try queue.addOperation(x)
    #expect(log.all == ["is-suspended", "limit", "operations", "count"])
    queue.isSuspended = false
    x.waitUntilFinished()
    queue.waitUntilAllOperationsAreFinished()
    let seen = log.all.dropFirst(4)
    #expect(seen.contains("x") && seen.count { $0 == "is-suspended" } == 1)
  }

  @Test func `an observer may use its queue, and operations may go while others are cancelled`()
    throws
  {
    let queue = world.makeQueue()
    queue.isSuspended = true
    for _ in 0..<20 {
      let x = world.operation("x", log)
      // The first cancel lets everything run, finish and be released under the others' feet.
      try x.observe(.isCancelled) { [weak queue] in queue?.isSuspended = false }
      try queue.addOperation(x)
    }
    queue.cancelAllOperations()
    queue.waitUntilAllOperationsAreFinished()
    #expect(queue.operationCount == 0)
  }
}
