import OQReference
import Testing

@Suite struct DependencyTests {
  let world = ReferenceWorld()
  let log = Log()

  func named(_ name: String) -> ReferenceOperation {
    let log = log
    return world.makeOperation { _ in log.write(name) }
  }

  @Test func `an operation begins after its dependency has finished`() throws {
    let queue = world.makeQueue()
    let gate = Gate()
    let log = log
    let first = world.makeOperation { _ in
      gate.wait()
      log.write("first")
    }
    let second = named("second")
    try second.addDependency(first)
    #expect(!second.isReady)
    try queue.addOperation(second)
    try queue.addOperation(first)
    gate.open()
    second.waitUntilFinished()
    #expect(log.all == ["first", "second"])
    #expect(second.dependencies.map(\.id) == [first.id])
    #expect(second.isReady)
  }
}
