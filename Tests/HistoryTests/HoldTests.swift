import OQHistory
import Testing

@Suite struct `Holds as text` {
  private static let program = """
    oqprogram 1
    queue q
    op a
    in a: hold
    client 1
      add q a
      open a
    client 2
      cancel a
    """

  private static let lines = """
    client2 call 1
    client1 in 1 pthread_mutex_unlock $s4Test3runyyF 2 until rest
    a after dispatch_async libx.so+0x1f 1 until client2 return 1

    """

  private func parsed(_ text: String) throws -> (Pins, Program) {
    let program = try Program(parsing: Self.program)
    return (try Pins(parsing: text, for: program), program)
  }

  @Test func `are read and printed as they were`() throws {
    let (pins, program) = try parsed(Self.lines)
    #expect(pins.order.count == 1)
    #expect(
      pins.holds == [
        Hold(
          at: SubjectPoint(
            .client(1), .call(0), .mutexUnlock, caller: "$s4Test3runyyF", occurrence: 2)),
        Hold(
          at: SubjectPoint(
            .callback(Callback(OperationID(0))), .after, .dispatchAsync, caller: "libx.so+0x1f"),
          until: .passed(Pins.Pin(.client(2), .returned(0)))),
      ])
    #expect(pins.text(in: program) == Self.lines)
  }

  @Test(arguments: [
    ("client1 after sem_post f 1 until rest", "in N, or after (of a callback)"),
    ("client1 in 2 sem_post f 1 until rest", "the number of a command of this lane, from 1"),
    ("client1 in 1 open f 1 until rest", "a function whose return is a point"),
    ("client1 in 1 sem_post f 0 until rest", "how many such calls have come, from 1"),
    ("client1 in 1 sem_post f 1 for rest", "until"),
    ("client1 in 1 sem_post f 1 until", "a lane"),
    ("client1 in 1 sem_post f 1 until rest now", "the end of the line"),
  ]) func `with a fault are refused`(line: String, expected: String) throws {
    let error = try #require(throws: TextError.self) { try parsed(line) }
    #expect(error.message.contains("expected \(expected)"), "\(error.message)")
  }

  @Test func `at one point come once`() throws {
    let line = "client1 in 1 sem_post f 1 until rest\n"
    let error = try #require(throws: TextError.self) { try parsed(line + line) }
    #expect(error.line == 2)
  }
}

@Suite struct `A report of points` {
  @Test func `is read as it was printed`() throws {
    let program = try Program(
      parsing: "oqprogram 1\nqueue q\nop a\nclient 1\n  add q a\n")
    var report = PointReport()
    (report.held, report.givenUp, report.more) = (1, 2, 3)
    report.points = [
      SubjectPoint(.client(1), .call(0), .semaphorePost, caller: "f", occurrence: 4),
      SubjectPoint(.callback(Callback(OperationID(0))), .after, .retain, caller: "g+0x1"),
    ]
    report.objects = [report.points[1]: 1]
    report.traces = [0: ["f", "g+0x1"], 2: []]
    let lines = report.lines(in: program)
    #expect(PointReport(lines: lines.map { Substring($0) }, in: program) == report)
    #expect(PointReport(lines: [], in: program) == nil)
    #expect(PointReport(lines: ["1 2"], in: program) == nil)
    #expect(PointReport(lines: ["1 2 3", "trace f"], in: program) == nil)
    #expect(PointReport(lines: ["1 2 3", "objects 1"], in: program) == nil)
    #expect(PointReport(lines: ["1 2 3", "client9 in 1 sem_post f 1"], in: program) == nil)
  }

  @Test(arguments: [PointMode.off, .counted, .random(7)])
  func `and a mode, too`(mode: PointMode) {
    #expect(PointMode(mode.text) == mode)
  }

  @Test(arguments: ["", "on", "random", "random x", "counted 1"])
  func `and no other word is a mode`(text: String) {
    #expect(PointMode(text) == nil)
  }
}
