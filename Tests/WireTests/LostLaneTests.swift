import OQHistory
import OQWire
import Testing

/// A lane that does not answer a `mark` is lost: no call of the implementation holds it.
@Suite struct `A lane is lost` {
  /// What the adapter told, after which nothing moves any more.
  private func run(
    _ text: String, signs: [String] = [], _ lines: [String]
  ) throws -> WireRun {
    var conversation = WireConversation(harness: "test")
    try conversation.take(
      #"{"tell":"hello","protocol":1,"name":"h","version":"1","capabilities":[]}"#)
    conversation.begin(try Program(parsing: "oqprogram 1\n" + text), signs: signs)
    for line in lines { try conversation.take(line) }
    return try #require(conversation.run)
  }

  private static let held = """
    queue q
    op x
    in x: hold
    client 1
      add q x
      until begin x
      cancel x
      open x
      wait x

    """

  // The declarations are made, x has begun, was cancelled and opened.
  private static let opened = [
    #"{"tell":"begun","program":1}"#,
    #"{"tell":"reply","id":1,"at":[1,2],"outcome":"returned"}"#,
    #"{"tell":"reply","id":2,"at":[3,4],"outcome":"returned"}"#,
    #"{"tell":"reply","id":3,"at":[5,6],"outcome":"returned"}"#,
    #"{"tell":"enter","of":"x","at":7}"#,
    #"{"tell":"reply","id":4,"at":[8,9],"outcome":"returned"}"#,
    #"{"tell":"reply","id":5,"at":[10,11],"outcome":"returned"}"#,
    #"{"tell":"reply","id":6,"at":[12,13],"outcome":"returned"}"#,
  ]

  @Test func `where the gate of a callback is open and its mark is not answered`() throws {
    #expect(try run(Self.held, Self.opened).lostLanes == ["x"])
  }

  @Test func `not where the mark was answered`() throws {
    let lines = Self.opened + [#"{"tell":"reply","id":7,"at":[14,15],"outcome":"returned"}"#]
    #expect(try run(Self.held, lines).lostLanes == [])
  }

  @Test func `not where the callback was not entered`() throws {
    #expect(try run(Self.held, Array(Self.opened.prefix(4))).lostLanes == [])
  }

  @Test func `where a client does not answer the mark of a step`() throws {
    #expect(try run(Self.held, Array(Self.opened.prefix(7))).lostLanes == ["client1"])
  }

  private static let calling = """
    queue q
    op x
    in x
      is-finished x
    client 1
      add q x

    """

  // The lane of x is sent a mark, then the call; client1 adds x, which begins.
  private static let begun = [
    #"{"tell":"begun","program":1}"#,
    #"{"tell":"reply","id":1,"at":[1,2],"outcome":"returned"}"#,
    #"{"tell":"reply","id":2,"at":[3,4],"outcome":"returned"}"#,
    #"{"tell":"enter","of":"x","at":6}"#,
  ]

  @Test func `where the first call of a callback and the mark before it are not answered`() throws {
    #expect(try run(Self.calling, Self.begun).lostLanes == ["x"])
  }

  @Test func `not where the call after the mark does not come back`() throws {
    let run = try run(
      Self.calling, Self.begun + [#"{"tell":"reply","id":3,"at":[7,8],"outcome":"returned"}"#])
    #expect(run.lostLanes == [])
  }

  private static let made = [
    #"{"tell":"begun","program":1}"#,
    #"{"tell":"reply","id":1,"at":[1,2],"outcome":"returned"}"#,
    #"{"tell":"reply","id":2,"at":[3,4],"outcome":"returned"}"#,
  ]

  @Test func `not where it goes on after an indefinite answer ended the program`() throws {
    let lines =
      Self.made + [
        #"{"tell":"reply","id":3,"at":[5,6],"outcome":"unknown"}"#,
        #"{"tell":"reply","id":4,"at":[7,8],"outcome":"returned","value":0}"#,
        #"{"tell":"enter","of":"x","at":9}"#,
      ]
    let run = try run("queue q\nop x\nclient 1\n  add q x\nclient 2\n  count q\n", lines)
    #expect(run.phase == .indefinite)
    #expect(run.indefinite == "'add' on 'q', lane client1")
  }

  @Test func `not where another lane was inside a call then, which is part of the history`() throws
  {
    let lines =
      Self.made + [
        #"{"tell":"enter","of":"x","at":5}"#,
        #"{"tell":"reply","id":4,"at":[6,7],"outcome":"unknown"}"#,
      ]
    let run = try run(
      "queue q\nop x\nclient 1\n  add-group-wait q x\nclient 2\n  cancel x\n", lines)
    let text = run.openHistory().text
    #expect(text.contains("client1 made add-group-wait q x"), "\(text)")
    #expect(text.contains("client2 made cancel x"), "\(text)")
  }

  @Test func `not where client code may have been entered, whose calls are in the history`() throws
  {
    let lines = Self.made + [#"{"tell":"reply","id":5,"at":[5,6],"outcome":"unknown"}"#]
    let run = try run("queue q\nop x\nin x: cancel x\nclient 1\n  add q x\n", lines)
    let text = run.openHistory().text
    #expect(text.contains("x made cancel x"), "\(text)")
    #expect(try History(parsing: text).text == text)
  }

  @Test func `not where it shows itself after a declaration was refused`() throws {
    let lines =
      Self.made + [
        #"{"tell":"reply","id":3,"at":[5,6],"outcome":"raised"}"#,
        #"{"tell":"reply","id":4,"at":[7,8],"outcome":"returned"}"#,
      ]
    let run = try run(
      "queue q suspended\nop x\nclient 1\n  add q x\n", signs: ["client1"], lines)
    #expect(run.phase == .unprepared)
  }
}
