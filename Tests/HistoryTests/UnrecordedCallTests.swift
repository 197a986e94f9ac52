import OQHistory
import TestSupport
import Testing

/// Calls that were not recorded when they were made.
@Suite struct UnrecordedCallTests {
  private func history(_ events: String) throws -> History {
    try History(parsing: "oqhistory 1\nqueue q\nop a\nop b\nevents\n" + events)
  }

  @Test func `an unrecorded call lies between the records of its lane`() throws {
    let index = HistoryIndex(
      try history(
        """
        a begin
        client1 until begin a
        a end
        client1 made cancel a ok
        client1 made is-finished a = true
        client1 made wait b
        """))
    #expect(index.calls.map(\.called) == [2, 2, 2])
    #expect(index.calls.map(\.returned) == [4, 5, nil])
    #expect(index.calls.map(\.outcome) == [.done, .returned(.boolean(true)), nil])
    #expect(index.calls.map(\.isRecorded) == [false, false, false])
    #expect(index.verbs == [.cancel, .isFinished, .wait])
  }

  @Test func `a lane without an earlier record may have called at the very beginning`() throws {
    let index = HistoryIndex(
      try history(
        """
        client2 cancel b
        a begin
        client2 ok
        client1 made add q a ok
        """))
    #expect(index.calls.map(\.called) == [0, 1])
    #expect(index.calls.map(\.command.verb) == [.add, .cancel])
    #expect(index.calls.map(\.id) == [0, 1])
    #expect(index[OperationID(0)].adds.map(\.returned) == [4])
  }

  @Test func `a call in client code was made after its entry`() throws {
    let index = HistoryIndex(try history("a begin\na made cancel b ok\na end"))
    #expect(index.calls.map(\.called) == [1])
  }

  @Test func `only a call that may be rejected can have been answered by a signal`() throws {
    let death = "client1 crashed SIGILL"
    func mayHaveDied(_ call: String, in lane: Lane?) throws -> Bool {
      HistoryIndex(try history(call + "\n" + death)).mayHaveDiedUnrecorded(in: lane)
    }
    #expect(try mayHaveDied("client1 made add q a", in: .client(1)))
    #expect(try mayHaveDied("client1 made add q a", in: nil))
    #expect(try !mayHaveDied("client1 made add q a", in: .client(2)))
    #expect(try !mayHaveDied("client1 made add q a ok", in: .client(1)))
    #expect(try !mayHaveDied("client1 made cancel a", in: .client(1)))
  }

  @Test func `a history without records of calls tells of them at the next record of their lane`()
    throws
  {
    let complete = try history(
      """
      client1 add q a
      a begin
      client1 ok
      a cancel b
      client1 is-finished a
      a ok
      client1 = false
      a end
      client1 until end a
      client1 wait b
      - quiescent threads=3 canaries=1
      - stalled
      """)
    let expected = try history(
      """
      a begin
      a made cancel b ok
      a end
      client1 made add q a ok
      client1 made is-finished a = false
      client1 until end a
      client1 made wait b
      - quiescent threads=3 canaries=1
      - stalled
      """)
    #expect(complete.withUnrecordedCalls == expected)
    #expect(expected.withUnrecordedCalls == expected)
  }
}
