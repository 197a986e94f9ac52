import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct LimitTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test(arguments: [1, 2, 5]) func `LIMIT-1: no more than the limit execute`(limit: Int) throws {
    let queue = try world.queue(limit: limit)
    #expect(queue.maxConcurrentOperationCount == limit)
    let counts = Shared((running: 0, peak: 0))
    for _ in 0..<200 {
      try queue.addOperation(
        world.makeOperation { _ in
          counts.withLock {
            $0.running += 1
            $0.peak = max($0.peak, $0.running)
          }
          counts.withLock { $0.running -= 1 }
        })
    }
    queue.waitUntilAllOperationsAreFinished()
    #expect(counts.withLock { $0.peak } <= limit)
  }

  @Test func `LIMIT-52: a lowered limit holds for what starts later`() throws {
    let queue = try world.queue(limit: 2)
    let gates = [Gate(), Gate()]
    let begun = Arrivals()
    let held = gates.map { world.operation(heldBy: $0, begun) }
    try queue.addOperations(held, waitUntilFinished: false)
    begun.wait(for: 2)
    try queue.setMaxConcurrentOperationCount(1)
    let later = world.operation("later", log)
    try queue.addOperation(later)
    gates[0].open()
    held[0].waitUntilFinished()
    #expect(!later.isExecuting && !later.isFinished)
    gates[1].open()
    later.waitUntilFinished()
    #expect(log.all == ["later"])
  }

  @Test func `LIMIT-53: a raised limit lets waiting operations start`() throws {
    let queue = try world.queue(limit: 1)
    let gate = Gate()
    let begun = Arrivals()
    try queue.addOperation(world.operation(heldBy: gate, begun))
    begun.wait()
    try queue.addOperation(world.operation(heldBy: gate, begun))
    try queue.setMaxConcurrentOperationCount(2)
    begun.wait()
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func `LIMIT-54: a limit of zero stops the queue until it is raised`() throws {
    let queue = try world.queue(limit: 0)
    let x = world.operation("x", log)
    try queue.addOperation(x)
    try queue.setMaxConcurrentOperationCount(-1)
    x.waitUntilFinished()
    #expect(log.all == ["x"])
  }

  @Test func `LIMIT-55: a negative limit is refused`() throws {
    let queue = try world.queue(limit: 3)
    #expect(throws: Misuse.negativeLimit(-2)) { try queue.setMaxConcurrentOperationCount(-2) }
    #expect(queue.maxConcurrentOperationCount == 3)
  }
}
