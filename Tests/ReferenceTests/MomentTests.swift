import Foundation
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
    struct Line {
      let thread = ObjectIdentifier(Thread.current)
      let text: String
    }
    let log = Shared<[Line]>([])
    let write = { @Sendable (text: String) in log.withLock { $0.append(Line(text: text)) } }
    let world = ReferenceWorld { moment in write("\(moment)") }
    let x = world.makeBlockOperation([{ _ in write("one") }, { _ in write("two") }])
    write("call")
    try x.start()
    write("return")
    let told = log.withLock { $0 }.drop { $0.text != "call" }.prefix { $0.text != "return" }
      .dropFirst().filter { !["locked", "unlocking"].contains($0.text) }
    // The blocks may run at once, each on a thread of its own.
    let lines = Dictionary(grouping: told, by: \.thread).values.flatMap { $0.map(\.text) }
    let tasks = stride(from: 0, to: lines.count, by: 3).map { Array(lines[$0...].prefix(3)) }
    #expect(
      tasks.sorted { $0.description < $1.description } == [
        ["taskBegins", "one", "taskEnded"], ["taskBegins", "two", "taskEnded"],
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
