import Foundation
import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct BlockTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test func `BLOCK-1: a block operation finishes after its last block`() throws {
    let pool = WorkerPool()
    let world = ReferenceWorld(pool: pool)
    let queue = world.makeQueue()
    let gates = (1...4).map { _ in Gate() }
    let begun = Arrivals()
    let log = log
    let blocks = gates.map { gate in
      { @Sendable (x: ReferenceOperation) in
        begun.arrive()
        gate.wait()
        log.write("\(x.isExecuting) \(x.isFinished)")
      }
    }
    let x = world.makeBlockOperation(blocks.dropLast())
    try x.addExecutionBlock(blocks[3])
    #expect(x.executionBlockCount == 4)
    try queue.addOperation(x)
    begun.wait(for: 4)
    // The first block has the thread of the operation, each other one a thread that goes back to
    // the pool after everything that follows from the end of the block.
    for (ended, gate) in gates.reversed().enumerated() {
      while pool.idleThreadCount < ended { sched_yield() }
      #expect(x.isExecuting && !x.isFinished)
      gate.open()
    }
    x.waitUntilFinished()
    #expect(log.all == [String](repeating: "true false", count: 4))
    #expect(!x.isExecuting && x.isFinished)
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
    // Whichever block comes first, it has cancelled before one of them looks.
    let block = { @Sendable (x: ReferenceOperation) in
      x.cancel()
      log.write("\(x.isFinished)")
    }
    let x = world.makeBlockOperation([block, block])
    try x.start()
    #expect(log.all == ["false", "false"] && x.isFinished && x.isCancelled)
  }
}
