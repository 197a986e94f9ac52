import OQReference
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct MomentTests {
  /// What a world tells beside what its clients write.
  func lines(_ scenario: (ReferenceWorld, Log) throws -> Void) rethrows -> [String] {
    let log = Log()
    let world = ReferenceWorld { moment in log.write("\(moment)") }
    try scenario(world, log)
    return log.all
  }

  @Test func `a call is under way between two moments`() throws {
    let lines = lines { world, log in
      let queue = world.makeQueue()
      log.write("call")
      queue.isSuspended = true
      log.write("return")
    }
    let call = try #require(lines.firstIndex(of: "call"))
    #expect(lines[call...].prefix(4) == ["call", "locked", "unlocking", "return"])
  }

  @Test func `a task lies between two moments, whoever runs it`() throws {
    let lines = try lines { world, log in
      let x = world.makeBlockOperation([{ _ in log.write("one") }, { _ in log.write("two") }])
      log.write("call")
      try x.start()
      log.write("return")
    }
    let told = lines.drop { $0 != "call" }.filter { !["locked", "unlocking"].contains($0) }
    #expect(
      told.prefix(8) == [
        "call", "taskBegins", "one", "taskEnded", "taskBegins", "two", "taskEnded", "return",
      ])
  }

  @Test func `what a task waits for can happen meanwhile`() throws {
    let lines = try lines { world, log in
      let queue = try world.queue(limit: 1)
      try queue.addOperation(world.makeOperation { _ in log.write("task") })
      queue.waitUntilAllOperationsAreFinished()
    }
    let begin = try #require(lines.firstIndex(of: "taskBegins"))
    let end = try #require(lines.firstIndex(of: "taskEnded"))
    // The lock is given up for the task, and taken again before its end is told.
    #expect(lines[begin..<end].contains("unlocking"))
    #expect(lines[begin..<end].last == "locked")
    #expect(lines[begin..<end].contains("task"))
  }
}
