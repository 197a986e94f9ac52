import OQHistory
import OQPrograms
import Testing

struct `An order carried over to a smaller program` {
  private let old = """
    oqprogram 1
    queue q
    op a
    op b
    op c
    in b: count q
    client 1
      suspend q
      resume q
    client 2
      add q a
      add q b
      until end b
      add q c

    """
  private let order = """
    client1 call 1
    client2 call 1
    client2 return 1
    a begin
    client2 call 2
    b begin
    b call 1
    client1 call 2
    b end
    client2 step 3
    client2 call 4
    c begin
    client2 end

    """

  private func carried(to text: String) throws -> String {
    let old = try Program(parsing: old)
    let new = try Program(parsing: "oqprogram 1\n" + text)
    return try Pins(parsing: order, for: old).carried(from: old, to: new).text(in: new)
  }

  @Test func `stays what it is for the same program`() throws {
    let old = try Program(parsing: old)
    let pins = try Pins(parsing: order, for: old)
    #expect(pins.carried(from: old, to: old) == pins)
  }

  @Test func `leaves out callbacks that an operation has lost`() throws {
    let old = try Program(
      parsing: "oqprogram 1\nop a kind=block blocks=3\nclient 1\n  start a\n")
    let new = try Program(parsing: "oqprogram 1\nop a\nclient 1\n  start a\n")
    let order = "client1 call 1\na.2 begin\na.2 end\na begin\na end\nclient1 end\n"
    let moved = try Pins(parsing: order, for: old).carried(from: old, to: new)
    #expect(moved.text(in: new) == "client1 call 1\na begin\na end\nclient1 end\n")
    #expect(try Pins(parsing: moved.text(in: new), for: new) == moved)
  }

  @Test func `knows operations, clients and steps by what they are called and do`() throws {
    let small = """
      queue q
      op b
      op c
      in b: count q
      client 1
        add q b
        add q c

      """
    #expect(
      try carried(to: small) == """
        client1 call 1
        b begin
        b call 1
        b end
        client1 call 2
        c begin
        client1 end

        """)
  }

  @Test func `leaves out what it does not know`() throws {
    #expect(try carried(to: "queue q\nop a\nclient 1\n  cancel a\n") == "a begin\n")
    #expect(try carried(to: "queue q\n") == "")
  }

  @Test func `waits at the end for what proves a breach`() throws {
    let program = try Program(parsing: old)
    let history = try History(
      parsing: """
        oqhistory 1
        queue q
        op a
        op b
        op c
        events
        client1 suspend q
        client1 ok
        a begin
        a end
        b begin
        b end
        """)
    let longer = try #require(program.awaiting([1, 3, 4, 6], of: history))
    #expect(
      longer.scripts.last?.steps.suffix(2) == [
        .until(.began(Callback(OperationID(0)))), .until(.ended(Callback(OperationID(0)))),
      ])
    #expect(longer.steps == program.steps + 2)
    #expect(program.awaiting([1, 6], of: history) == nil)
  }
}
