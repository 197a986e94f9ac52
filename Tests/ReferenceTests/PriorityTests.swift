import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct PriorityTests {
  let world = ReferenceWorld()
  let log = Log()

  @Test func `PRIO-3: the highest priority goes first, equals in order of addition`() throws {
    let queue = try world.queue(limit: 1, suspended: true)
    for (name, priority) in [("a", -8), ("b", 0), ("c", 8), ("d", 0), ("e", 4), ("f", -4)] {
      let x = world.operation(name, log)
      x.queuePriority = priority
      try queue.addOperation(x)
      #expect(x.queuePriority == priority)
    }
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.all == ["c", "e", "b", "d", "f", "a"])
  }

  @Test func `PRIO-4: a ready operation goes before a higher one that is not`() throws {
    let queue = try world.queue(limit: 1)
    let d = world.makeOperation()
    let high = world.operation("high", log)
    let low = world.operation("low", log)
    high.queuePriority = 8
    low.queuePriority = -8
    try high.addDependency(d)
    try queue.addOperations([high, low], waitUntilFinished: false)
    low.waitUntilFinished()
    try d.start()
    high.waitUntilFinished()
    #expect(log.all == ["low", "high"])
  }

  @Test(arguments: -12...12) func `PRIO-51: a value is adjusted towards normal`(value: Int) {
    let x = world.makeOperation()
    #expect(x.queuePriority == 0)
    x.queuePriority = value
    let expected =
      switch value {
      case 8...: 8
      case 4...7: 4
      case -3...3: 0
      case -7...(-4): -4
      default: -8
      }
    #expect(x.queuePriority == expected)
  }

  @Test func `PRIO-54: a priority changed while waiting takes effect`() throws {
    let queue = try world.queue(limit: 1, suspended: true)
    let operations = ["a", "b", "c"].map { world.operation($0, log) }
    try queue.addOperations(operations, waitUntilFinished: false)
    operations[2].queuePriority = 8
    operations[0].queuePriority = -8
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    #expect(log.all == ["c", "b", "a"])
  }
}
