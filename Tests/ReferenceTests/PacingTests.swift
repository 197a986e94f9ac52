import Foundation
import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct PacingTests {
  @Test func `a delay is drawn from the seed, between none and the maximum`() {
    let delay = Pacing.Delay(maximum: 1000, seed: 7)
    let drawn = (0..<500).map { delay.draw(UInt64($0)) }
    #expect(drawn == (0..<500).map { Pacing.Delay(maximum: 1000, seed: 7).draw(UInt64($0)) })
    #expect(drawn != (0..<500).map { Pacing.Delay(maximum: 1000, seed: 8).draw(UInt64($0)) })
    #expect(drawn.allSatisfy { (0...1000).contains($0) })
    #expect(drawn.contains(0) && drawn.contains { $0 > 700 })
  }

  static let millisecond = Pacing.Delay(maximum: 1_000_000)

  @Test(arguments: [
    Pacing.sleep(millisecond), .timedWait(millisecond), .timer(millisecond), .polling(millisecond),
    .gradualPool(everyNanoseconds: 1_000_000),
  ]) func `a slow world keeps the contract`(pacing: Pacing) throws {
    let log = Log()
    let world = ReferenceWorld(pacing: pacing)
    let queue = try world.queue(limit: 3)
    let done = Arrivals()
    let operations = (0..<20).map { world.operation("\($0)", log) }
    for (index, operation) in operations.enumerated() {
      try operation.setCompletionBlock { done.arrive() }
      if index > 0 { try operation.addDependency(operations[index - 1]) }
    }
    try queue.addOperations(operations, waitUntilFinished: false)
    queue.waitUntilAllOperationsAreFinished()
    done.wait(for: 20)
    #expect(log.all == (0..<20).map(String.init))
  }

  @Test func `a pool that grows slowly lets many operations meet in the end`() throws {
    let world = ReferenceWorld(pacing: .gradualPool(everyNanoseconds: 1_000_000))
    let queue = world.makeQueue()
    let gate = Gate()
    let begun = Arrivals()
    for _ in 0..<6 { try queue.addOperation(world.operation(heldBy: gate, begun)) }
    begun.wait(for: 6)
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func `the threads of a pool are used again and end with it`() throws {
    let pool = WorkerPool()
    for _ in 0..<20 {
      let log = Log()
      let world = ReferenceWorld(pool: pool)
      let queue = try world.queue(limit: 1)
      try queue.addOperations([world.operation("x", log)], waitUntilFinished: true)
      #expect(log.all == ["x"])
      // The wait may return before the thread that woke it is back in the pool.
      while pool.idleThreadCount < pool.threadCount { sched_yield() }
    }
    #expect(pool.threadCount <= 3)
  }
}
