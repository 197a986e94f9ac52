import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct BlockTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test func `BLOCK-1: a block operation finishes after its last block`() throws {
    let queue = world.makeQueue()
    let log = log
    let x = world.makeBlockOperation(
      (1...3).map { number in { x in log.write("\(number) \(x.isExecuting) \(x.isFinished)") } })
    try x.addExecutionBlock { x in log.write("4 \(x.isExecuting) \(x.isFinished)") }
    #expect(x.executionBlockCount == 4)
    try queue.addOperation(x)
    x.waitUntilFinished()
    #expect(log.all == (1...4).map { "\($0) true false" })
  }

  @Test func `BLOCK-51: a block cannot be added once the operation executes or has finished`()
    throws
  {
    let log = log
    let x = world.makeBlockOperation()
    try x.addExecutionBlock { x in
      do { try x.addExecutionBlock { _ in log.write("late") } } catch { log.write("\(error)") }
    }
    try x.start()
    #expect(throws: Misuse.blockAfterStart) { try x.addExecutionBlock { _ in } }
    #expect(log.all == ["\(Misuse.blockAfterStart)"])
    let plain = world.makeOperation()
    #expect(throws: Misuse.notABlockOperation) { try plain.addExecutionBlock { _ in } }
    #expect(plain.executionBlockCount == 0)
  }

  @Test func `BLOCK-55: a block added after a cancel does not run`() throws {
    let x = world.makeBlockOperation()
    let log = log
    x.cancel()
    try x.addExecutionBlock { _ in log.write("late") }
    try x.start()
    #expect(x.isFinished && log.all.isEmpty)
  }

  @Test func `BLOCK-54: a cancel during execution leaves the finish to the blocks`() throws {
    let log = log
    let x = world.makeBlockOperation([
      { x in x.cancel() }, { x in log.write("\(x.isFinished)") },
    ])
    try x.start()
    #expect(log.all == ["false"] && x.isFinished && x.isCancelled)
  }
}
