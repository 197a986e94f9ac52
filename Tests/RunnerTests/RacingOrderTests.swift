import OQHistory
import OQRunner
import TestSupport
import Testing

/// Which lane is first where one of them is held.
struct RacingOrderTests {
  private static let race = """
    queue q
    op a
    op b deps=a
    in a: hold
    client 1
      add q a
      until begin a
      meet 1
      add q b
      meet 2
      until is-finished b
    client 2
      meet 1
      open a
      meet 2
    """

  private func order(_ lane: Lane, _ span: SubjectPoint.Span, _ text: String) throws -> [String] {
    let program = try program(text)
    let point = SubjectPoint(lane, span, .mutexUnlock, caller: "f", occurrence: 1)
    return Pins(RacingOrder.pins(for: point, in: program)).text(in: program)
      .split(separator: "\n").map(String.init)
  }

  @Test func `a task that had begun ends before clients make their calls`() throws {
    let task = Lane.callback(Callback(OperationID(0)))
    #expect(try order(task, .after, Self.race) == ["a end", "client1 call 4"])
    // Nobody has seen the other one begin: it may need the call.
    #expect(try order(.callback(Callback(OperationID(1))), .after, Self.race).isEmpty)
    #expect(try order(task, .call(0), Self.race).isEmpty)
    #expect(try order(.client(1), .call(3), Self.race).isEmpty)
  }

  @Test func `nothing is said where nobody acts, or clients meet again and act`() throws {
    let task = Lane.callback(Callback(OperationID(0)))
    let alone = Self.race.replacing("open a", with: "until end a")
    #expect(try order(task, .after, alone).isEmpty)
    let again =
      Self.race.replacing("  meet 2\n  until", with: "  meet 2\n  cancel b\n  until")
      + "\n  is-ready b"
    #expect(try order(task, .after, again).isEmpty)
  }
}
