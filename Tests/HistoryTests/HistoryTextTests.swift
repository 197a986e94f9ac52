import OQHistory
import Testing

@Suite struct HistoryTextTests {
  static let example = """
    oqhistory 1
    queue q limit=1
    op d
    op x deps=d
    events
    1 client1 add q x
    2 client1 ok
    3 client2 start d
    4 d begin
    5 d is-executing d
    6 d = true
    7 d end
    9 client2 rejected raised
    10 x begin
    11 x#2 begin
    12 client1 operations q
    13 client1 = x
    14 client1 open x
    15 - quiescent threads=3 canaries=1
    16 - stalled
    17 client2 crashed SIGILL
    18 client1 made add q d ok
    19 client1 made is-finished d = true
    20 client1 made start d rejected raised
    21 client1 made wait x
    22 - overflow
    23 - ended

    """

  @Test func `the text comes back unchanged`() throws {
    #expect(try History(parsing: Self.example).text == Self.example)
  }

  @Test func `a call that may have been made in client code nobody told of comes back`() throws {
    let text = "oqhistory 1\nop a\nevents\n1 a made cancel a\n"
    for more in ["", "2 client1 made cancel a\n", "3 - crashed SIGSEGV\n"] {
      #expect(try History(parsing: text + more).text == text + more)
    }
  }

  @Test func `the evidence of a quiescence comes back, and says only what is not usual`() throws {
    func history(_ evidence: Quiescence) -> History {
      History(of: Program(), events: [Event(1, nil, .quiescent(evidence))])
    }
    for (evidence, text) in [
      (Quiescence(threads: 3, canaries: 1), "quiescent threads=3 canaries=1"),
      (
        Quiescence(threads: 3, canaries: 0, isSealed: true), "quiescent threads=3 canaries=0 sealed"
      ),
      (
        Quiescence(threads: 3, canaries: 2, isSealed: true, bodies: 1),
        "quiescent threads=3 canaries=2 bodies=1 sealed"
      ),
      (Quiescence(threads: 3, canaries: 0, isWoken: true), "quiescent threads=3 canaries=0 woken"),
    ] {
      #expect(history(evidence).text.contains("1 - \(text)\n"))
      #expect(try History(parsing: history(evidence).text) == history(evidence))
      #expect(history(evidence).bodies == evidence.bodies)
      #expect(history(evidence).measured(bodies: 1).bodies == 1)
    }
    #expect(History(of: Program(), events: []).bodies == 2)
    #expect(throws: TextError.self) {
      try History(parsing: "oqhistory 1\nevents\n- quiescent threads=3 bodies=0")
    }
  }

  @Test func `tickets may be left out`() throws {
    let history = try History(
      parsing: """
        oqhistory 1
        op a
        events
        client1 start a
        7 a begin
        a end
        client1 ok
        """)
    #expect(history.events.map(\.ticket) == [1, 7, 8, 9])
  }

  @Test(arguments: [
    ("oqhistory 1\nop a", "line 3, column 1: expected a line 'events' after the declarations"),
    (
      "oqhistory 1\nclient 1\nevents",
      "line 2, column 1: expected 'queue', 'op' or 'events', found 'client'"
    ),
    (
      "oqhistory 1\nop a\nevents\n2 a begin\n2 a end",
      "line 5, column 1: expected a ticket after 2, found '2'"
    ),
    (
      "oqhistory 1\nop a\nevents\n9223372036854775807 a begin\na end",
      "line 4, column 1: expected a ticket of at most 9007199254740992, "
        + "found '9223372036854775807'"
    ),
    ("oqhistory 1\nop a\nevents\na end", "line 4, column 3: expected the callback to begin first"),
    (
      "oqhistory 1\nop a\nevents\na made cancel a ok",
      "line 4, column 3: expected the callback to be entered before it makes calls"
    ),
    (
      "oqhistory 1\nop a\nevents\na made cancel a\nclient1 cancel a",
      "line 5, column 9: expected nothing but a death behind a call of client code nobody told of"
    ),
    (
      "oqhistory 1\nop a\nevents\na made cancel a\n- ended",
      "line 5, column 3: expected nothing but a death behind a call of client code nobody told of"
    ),
    (
      "oqhistory 1\nop a\nevents\n- made cancel a",
      "line 4, column 3: expected quiescent, stalled, crashed, overflow or ended, found 'made'"
    ),
    (
      "oqhistory 1\nop a\nevents\nclient1 made cancel a = true",
      "line 4, column 23: expected 'ok' as the return of cancel, found '='"
    ),
    (
      "oqhistory 1\nop a\nevents\na begin\na begin",
      "line 5, column 3: expected a callback that has not been entered; a repetition is x#2"
    ),
    (
      "oqhistory 1\nop a\nevents\na cancel a",
      "line 4, column 3: expected the callback to be entered before it makes calls"
    ),
    (
      "oqhistory 1\nop a\nevents\nclient1 ok",
      "line 4, column 9: expected a call on this lane before its return, instead of, found 'ok'"
    ),
    (
      "oqhistory 1\nop a\nevents\nclient1 is-ready a\nclient1 ok",
      "line 5, column 9: expected '=' and a value as the return of is-ready, found 'ok'"
    ),
    (
      "oqhistory 1\nop a\nevents\nclient1 start a\nclient1 cancel a",
      "line 5, column 9: expected the return of the lane's open call first"
    ),
    (
      "oqhistory 1\nop a\nevents\nnobody start a",
      "line 4, column 1: expected a lane: setup, client1, a callback, or - for the harness, found 'nobody'"
    ),
    (
      "oqhistory 1\nop a\nevents\n- crashed SIGHUP",
      "line 4, column 11: expected one of SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGKILL, SIGNAL, EXIT, found 'SIGHUP'"
    ),
  ])
  func `a fault names its line and column and what was expected`(text: String, message: String) {
    let error = #expect(throws: TextError.self) { try History(parsing: text) }
    #expect(error?.description == message)
  }
}

@Suite struct HistoryIndexTests {
  @Test func `calls meet their returns and reach the records they concern`() throws {
    let index = HistoryIndex(try History(parsing: HistoryTextTests.example))
    let recorded = index.calls.filter(\.isRecorded)
    #expect(recorded.map(\.called) == [1, 3, 5, 12])
    #expect(recorded.map(\.returned) == [2, 9, 6, 13])
    let x = index.operations[1]
    #expect(x.adds.map(\.called) == [1])
    #expect(x.bodies.map(\.begin) == [10, 11])
    #expect(x.firstBodies.count == 1)
    let body = try #require(index.operations[0].bodies.first)
    #expect(body.begin == 4 && body.end == 7)
    #expect(index.queues[0].calls(.operations).first?.outcome?.operations == [OperationID(1)])
  }

  @Test func `a trap of the calling thread is a rejection, a memory fault is not`() throws {
    for (signal, outcome) in [
      ("SIGILL", Outcome.rejected(.trapped)), ("SIGSEGV", nil), ("SIGKILL", nil),
    ] {
      let index = HistoryIndex(
        try History(
          parsing: "oqhistory 1\nop a\nevents\nclient1 start a\nclient1 crashed \(signal)"))
      #expect(index.calls[0].outcome == outcome)
    }
  }

  @Test func `only a confirmed quiescence is a stall`() throws {
    let head = "oqhistory 1\nop a\nevents\nclient1 start a\n- quiescent"
    #expect(HistoryIndex(try History(parsing: head)).stalledAt == nil)
    #expect(HistoryIndex(try History(parsing: head + "\n- stalled")).stalledAt == 2)
  }
}
