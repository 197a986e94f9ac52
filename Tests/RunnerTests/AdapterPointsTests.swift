import Foundation
import OQDriver
import OQHistory
import OQReport
import OQRunner
import OQSpecification
import OQWire
import TestSupport
import Testing

/// The templates in Python, C++ and Objective-C are held to one list: the points of
/// `Spec/WireProtocol.md`, by conversations written by hand.
@Suite(.waiting, .limit(minutes: 5)) struct `Every adapter template` {
  /// A point of the list, and a conversation that shows whether it is kept.
  struct Point: Sendable {
    /// How the point begins in the list.
    let name: String
    let check: @Sendable (HandTalk, AdapterTemplate) throws -> Void
  }

  @Test(arguments: AdapterTemplate.allCases.filter(\.isInstalled))
  func `keeps every point of the list`(template: AdapterTemplate) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "adapter-points-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = try template.faulty(in: folder)
    for point in Self.points {
      let talk = try HandTalk(words)
      defer { talk.end() }
      do {
        try talk.greet()
        try point.check(talk, template)
      } catch {
        Issue.record("\(template): \(point.name): \(error)\n\(talk.lines.joined(separator: "\n"))")
      }
    }
  }

  @Test(arguments: [AdapterTemplate.python, .cpp].filter(\.isInstalled))
  func `lets no canary start what the program awaits`(template: AdapterTemplate) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "adapter-canaries-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let executor = WireExecutor(try adapterOptions(template.faulty(in: folder)))
    defer { executor.shutDown() }
    let raised = try program(
      """
      queue q limit=1
      op a
        in a: hold
      op b
      client 1
        add q a
        until begin a
        add q b
        set-limit q 2
        until begin b
        open a
      """)
    let history = try executor.execute(raised).history
    let blames = try Judge.all().judge(history).violations.map(\.blame)
    #expect(blames.contains(.rule("LIMIT-53")), "\(history.text)")
  }

  @Test func `is held to the points that the page lists`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Spec/WireProtocol.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(text.split(separator: "\n### What every adapter keeps\n").last)
    let listed = section.matches(of: /\n\d+\. \*\*(.+?)\.\*\*/).map { String($0.1) }
    #expect(listed == Self.points.map(\.name))
  }

  private static let points = [
    Point(name: "The reader answers whatever lanes do") { talk, _ in
      try talk.begin(making: "x")
      talk.make("client1", "wait", "x")
      talk.send(#"{"do":"ping","id":5}"#)
      try talk.skip { $0 == .pong(5) }
    },
    Point(name: "A stamp and its line are made under one lock") { talk, _ in
      try talk.begin(making: "x")
      var last = talk.lastStamp
      var calls: Set<Int> = []
      for _ in 0..<100 {
        for lane in ["client1", "client2"] { calls.insert(talk.make(lane, "is-finished", "x")) }
      }
      while !calls.isEmpty {
        guard case .reply(let id, let called, let returned, _) = try talk.next() else { continue }
        #expect(called < returned && last < returned)
        last = returned
        calls.remove(id)
      }
    },
    Point(name: "A lane is made once, under a lock") { talk, _ in
      try talk.begin(making: "x", held: true)
      talk.make("client1", "add", "q", #","with":"x""#)
      // The thread that is inside and the reader both ask for the lane.
      try talk.skip { if case .enter(of: "x", _) = $0 { true } else { false } }
      #expect(try talk.outcome("x", "mark", "x") == .returned(.none))
      talk.release("x")
      try talk.skip { if case .leave(of: "x", _, _) = $0 { true } else { false } }
    },
    Point(name: "Names are looked up first") { talk, _ in
      try talk.begin(making: "x")
      #expect(try talk.outcome("client1", "is-finished", "nobody") == .unsupported)
      #expect(try talk.outcome("client1", "depend", "x", #","with":"nobody""#) == .unsupported)
      #expect(
        try talk.outcome("client1", "add-group", "q", #","with":["x","nobody"]"#) == .unsupported)
      #expect(try talk.outcome("client1", "no-such-verb", "x") == .unsupported)
      #expect(try talk.outcome("client1", "count", "q") == .returned(.integer(0)))
    },
    Point(name: "Only what the implementation refuses is raised") { talk, _ in
      try talk.begin(making: "x")
      guard case .raised = try talk.outcome("client1", "set-limit", "q", #","with":-2"#) else {
        throw Unexpected(what: "a limit of -2 is not refused")
      }
      // An error that looks like a refusal, and is none.
      #expect(try talk.outcome("client1", "has-completion", "x") == .unknown)
    },
    Point(name: "Whatever else a call throws is unknown") { talk, template in
      try talk.begin(making: "x")
      #expect(try talk.outcome("client1", "is-cancelled", "x") == .unknown)
      #expect(try talk.outcome("client1", "is-asynchronous", "x") == .unknown)
      for word in template.thrown { #expect(talk.said.contains(word), "\(talk.said)") }
    },
    Point(name: "The lane lives on") { talk, _ in
      try talk.begin(making: "x", held: true)
      #expect(try talk.outcome("client1", "is-cancelled", "x") == .unknown)
      #expect(try talk.outcome("client1", "is-finished", "x") == .returned(.boolean(false)))
      talk.make("client1", "add", "q", #","with":"x""#)
      #expect(try talk.outcome("x", "is-asynchronous", "x") == .unknown)
      #expect(try talk.outcome("x", "is-finished", "x") == .returned(.boolean(false)))
      talk.release("x")
      try talk.skip { if case .leave(of: "x", _, _) = $0 { true } else { false } }
      #expect(try talk.outcome("client1", "wait", "x") == .returned(.none))
    },
    Point(name: "The end lets everything return") { talk, _ in
      try talk.begin(making: "x", held: true)
      // The lanes of the clients are there, so that the reader is quick.
      for lane in ["client1", "client2"] { _ = try talk.outcome(lane, "is-finished", "x") }
      talk.make("client2", "wait", "x")
      talk.make("client1", "add", "q", #","with":"x""#)
      try talk.skip { if case .enter(of: "x", _) = $0 { true } else { false } }
      // The callback has not asked for its lane.
      talk.send(#"{"do":"end","program":1}"#)
      try talk.skip { if case .ended(program: 1, _) = $0 { true } else { false } }
      try talk.begin(making: "x", number: 2)
      // The same thread: it has come back from its wait.
      #expect(try talk.outcome("client2", "is-finished", "x") == .returned(.boolean(false)))
    },
    Point(name: "It ends with status 0 when it is told") { talk, _ in
      try talk.begin(making: "x")
      talk.make("client1", "wait", "x")
      talk.send(#"{"do":"stop"}"#)
      #expect(talk.waitForEnd() == 0)
    },
  ]
}
