import OQAdapters
import OQHistory
import Testing

import OQDriver

/// Where calls and tasks stand in the exact history of a subject that tells moments.
@Suite struct ExactOrderTests {
  private let client = LaneCode(.client(1))
  private let other = LaneCode(.client(2))

  /// The events of a log that a closure writes, as recorded and exactly.
  private func events(
    of text: String, _ write: (Recorder) -> Void
  ) throws -> (recorded: [String], exact: [String]) {
    let program = try Program(parsing: text)
    let log = try MappedLog.inProcess(capacity: 64)
    write(Recorder(log: log))
    func lines(isExact: Bool) -> [String] {
      HistoryDecoder.history(of: program, in: log, isExact: isExact).text
        .split(separator: "\n").drop { $0 != "events" }.dropFirst().map(String.init)
    }
    return (lines(isExact: false), lines(isExact: true))
  }

  private let twoClients = """
    oqprogram 1
    queue q
    op a
    client 1
      suspend q
      operations q
    client 2
      limit q
      is-finished a
    """

  @Test func `a call stands between the first and the last moment of its thread`() throws {
    let (recorded, exact) = try events(of: twoClients) { recorder in
      recorder.call(client, step: 0, thread: 1)
      recorder.call(other, step: 0, thread: 2)
      recorder.moment(.callBegins, thread: 2)
      recorder.moment(.callEnds, thread: 2)
      recorder.moment(.callBegins, thread: 1)
      recorder.moment(.callEnds, thread: 1)
      recorder.moment(.callBegins, thread: 1)
      recorder.moment(.callEnds, thread: 1)
      recorder.returned(client, step: 0, thread: 1, .done)
      recorder.returned(other, step: 0, thread: 2, .returned(.integer(3)))
      recorder.end(.ended)
    }
    #expect(
      recorded == [
        "1 client1 suspend q", "2 client2 limit q", "3 client1 ok", "4 client2 = 3", "5 - ended",
      ])
    #expect(
      exact == [
        "1 client2 limit q", "2 client2 = 3", "3 client1 suspend q", "4 client1 ok", "5 - ended",
      ])
  }

  @Test func `a call without a moment stays, and one that never returns begins where it can`()
    throws
  {
    let (_, exact) = try events(of: twoClients) { recorder in
      recorder.call(client, step: 0, thread: 1)
      recorder.call(other, step: 0, thread: 2)
      recorder.returned(other, step: 0, thread: 2, .returned(.integer(3)))
      recorder.moment(.callBegins, thread: 1)
      recorder.end(.ended)
    }
    #expect(
      exact == ["1 client2 limit q", "2 client2 = 3", "3 client1 suspend q", "4 - ended"])
  }

  @Test func `a return after the end stays there`() throws {
    let (_, exact) = try events(of: twoClients) { recorder in
      recorder.call(client, step: 0, thread: 1)
      recorder.moment(.callBegins, thread: 1)
      recorder.moment(.callEnds, thread: 1)
      recorder.end(.ended)
      recorder.returned(client, step: 0, thread: 1, .done)
    }
    #expect(exact == ["1 client1 suspend q", "2 - ended"])
  }

  @Test func `a long list goes with its return`() throws {
    let list = (0..<13).map { OperationID($0) }
    let names = list.map { "op x\($0.index)\n" }.joined()
    let (_, exact) = try events(of: twoClients.replacing("op a\n", with: "op a\n" + names)) {
      recorder in
      recorder.call(client, step: 1, thread: 1)
      recorder.moment(.callBegins, thread: 1)
      recorder.moment(.callEnds, thread: 1)
      recorder.call(other, step: 0, thread: 2)
      recorder.returned(client, step: 1, thread: 1, .returned(.operations(list)))
      recorder.end(.ended)
    }
    #expect(exact.count == 4)
    #expect(exact[0] == "1 client1 operations q")
    #expect(exact[1].hasPrefix("2 client1 = a,"))
    #expect(exact[1].split(separator: ",").count == 13)
    #expect(exact[2] == "3 client2 limit q")
  }

  @Test func `a task reaches from where it was begun to where it had ended`() throws {
    let text = """
      oqprogram 1
      queue q
      op a
      client 1
        start a
      client 2
        limit q
        is-finished a
      in a
        is-suspended q
      """
    let body = Callback(OperationID(0))
    let lane = LaneCode(body)
    let (recorded, exact) = try events(of: text) { recorder in
      recorder.call(client, step: 0, thread: 1)
      recorder.moment(.callBegins, thread: 1)
      recorder.moment(.taskBegins, thread: 1)
      recorder.call(other, step: 0, thread: 2)
      recorder.enter(lane, thread: 1)
      recorder.call(lane, step: 0, thread: 1)
      recorder.moment(.callBegins, thread: 1)
      recorder.moment(.callEnds, thread: 1)
      recorder.returned(lane, step: 0, thread: 1, .returned(.boolean(false)))
      recorder.leave(lane, thread: 1)
      recorder.returned(other, step: 0, thread: 2, .returned(.integer(3)))
      recorder.moment(.taskEnded, thread: 1)
      recorder.moment(.callEnds, thread: 1)
      recorder.returned(client, step: 0, thread: 1, .done)
      recorder.end(.ended)
    }
    #expect(
      recorded == [
        "1 client1 start a", "2 client2 limit q", "3 a begin", "4 a is-suspended q", "5 a = false",
        "6 a end", "7 client2 = 3", "8 client1 ok", "9 - ended",
      ])
    #expect(
      exact == [
        "1 client1 start a", "2 a begin", "3 client2 limit q", "4 a is-suspended q", "5 a = false",
        "6 client2 = 3", "7 a end", "8 client1 ok", "9 - ended",
      ])
  }

  @Test func `a block without moments stays, though its thread goes on with a task`() throws {
    let text = """
      oqprogram 1
      queue q
      op b kind=barrier
      op a kind=asynchronous
      client 1
        limit q
      """
    let block = LaneCode(Callback(OperationID(0)))
    let lane = LaneCode(Callback(OperationID(1), .start))
    let (recorded, exact) = try events(of: text) { recorder in
      recorder.enter(block, thread: 1)
      recorder.leave(block, thread: 1)
      recorder.call(client, step: 0, thread: 2)
      recorder.returned(client, step: 0, thread: 2, .returned(.integer(3)))
      recorder.enter(lane, thread: 1)
      recorder.leave(lane, thread: 1)
      recorder.moment(.taskEnded, thread: 1)
      recorder.end(.ended)
    }
    #expect(exact == recorded)
    #expect(exact.prefix(2) == ["1 b begin", "2 b end"])
  }
}
