import OQHistory
import Testing

private let program = """
  oqprogram 1
  queue q
  op a
  op b deps=a
  in a: hold
  client 1
    add q a
    until begin a
    open a
    until is-finished b
  client 2
    add q b

  """

private let history = """
  oqhistory 1
  queue q
  op a
  op b deps=a
  events
  1 client2 add q b
  2 client1 add q a
  3 a begin
  4 client1 ok
  5 client1 until begin a
  6 client2 ok
  7 client1 open a
  8 client1 is-finished b
  9 client1 = false
  10 a hold
  11 a end
  12 b begin
  13 b end
  14 client1 is-finished b
  15 client1 = true
  16 - ended

  """

private let pins = """
  client2 call 1
  client1 call 1
  a begin
  client1 return 1
  client1 step 2
  client2 return 1
  client1 step 3
  a step 1
  a end
  b begin
  b end
  client1 step 4
  client1 end
  client2 end

  """

struct `The order of a run` {
  @Test func `names every harness point, the ends of the clients last`() throws {
    let program = try Program(parsing: program)
    let order = Pins(of: try History(parsing: history), program)
    #expect(order.text(in: program) == pins)
  }

  @Test func `reads back as it was written`() throws {
    let program = try Program(parsing: program)
    let order = try Pins(parsing: "# as seen\n\n" + pins, for: program)
    #expect(order == Pins(of: try History(parsing: history), program))
    #expect(order.text(in: program) == pins)
    #expect(try Pins(parsing: "", for: program).isEmpty)
    let repeated = try Pins(parsing: "a#2 begin", for: program)
    #expect(repeated.order.first?.lane.callback?.occurrence == 2)
  }

  @Test(arguments: [
    ("client3 call 1", "line 1, column 1: expected a client or a callback of the program"),
    ("c begin", "line 1, column 1: expected a client or a callback"),
    ("client1", "line 1, column 8: expected begin, end"),
    ("client1 begin", "line 1, column 9: expected begin (of a callback)"),
    ("client1 call 0", "line 1, column 14: expected the number of a command"),
    ("client1 call 2", "line 1, column 14: expected the number of a command"),
    ("client1 step 1", "line 1, column 14: expected the number of a harness step"),
    ("client1 step 5", "line 1, column 14: expected the number of a harness step"),
    ("b step 1", "line 1, column 8: expected the number of a harness step"),
    ("a end\nb begin now", "line 2, column 9: expected"),
    ("a end\n\na end", "line 3, column 1: expected a point that has not come before"),
  ]) func `with a fault is refused, with its place`(text: String, message: String) throws {
    let program = try Program(parsing: program)
    let error = #expect(throws: TextError.self) { try Pins(parsing: text, for: program) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}
