import OQHistory
import OQReports
import OQText
import Testing

@Suite struct TimelineTests {
  private func draw(
    _ history: History, _ marks: [Ticket] = [], width: Int = 80, glyphs: Glyphs = .unicode,
    most: Int = 60
  ) -> String {
    let options = Timeline.Options(width: width, glyphs: glyphs, mostEvents: most)
    return Timeline.lines(of: history, marking: marks, options: options)
      .map { $0 + "\n" }.joined()
  }

  private func history(_ declarations: String, _ events: String) throws -> History {
    try History(parsing: "oqhistory 1\n\(declarations)\nevents\n\(events)")
  }

  /// A history with a chain of bodies, three events each.
  private func chain(_ count: Int) throws -> History {
    let operations = (1...count).map { "op x\($0)" }.joined(separator: "\n")
    let events = (1...count).map { "client1 add q x\($0)\nclient1 ok\nx\($0) begin\nx\($0) end" }
    return try history("queue q\n" + operations, events.joined(separator: "\n"))
  }

  @Test func `a history without events has no picture`() throws {
    #expect(draw(try history("queue q", "")) == "")
  }

  @Test func `calls, bodies, marks and the end each have their sign`() throws {
    let sample = try history(
      "queue q\nop x",
      """
      client1 add q x
      client1 ok
      client1 is-finished x
      x begin
      client1 = false
      x count q
      x = 1
      client2 start x
      client2 rejected raised
      x end
      client1 wait-all q
      - quiescent threads=3 canaries=1
      - stalled
      """)
    try Golden.expect(draw(sample, [4, 9]), "timeline-signs.txt")
    try Golden.expect(draw(sample, [4, 9], glyphs: .ascii), "timeline-signs-ascii.txt")
  }

  @Test func `a wide history goes over several panels, and what runs goes on in the next`() throws {
    let sample = try history(
      "queue q\nop long\nop other",
      """
      client1 add q long
      client1 ok
      long begin
      client1 wait-all q
      client2 add q other
      client2 ok
      other begin
      other end
      client2 is-finished other
      client2 = true
      long end
      client1 ok
      - ended
      """)
    try Golden.expect(draw(sample, [3, 11], width: 44), "timeline-panels.txt")
    for line in draw(sample, [3, 11], width: 44).split(separator: "\n") {
      #expect(line.count <= 44)
    }
  }

  @Test func `every event stands to the right of all earlier ones`() throws {
    let lines = draw(try chain(8), width: 400).split(separator: "\n").map(Array.init)
    let begins = (1...8).compactMap { number in
      lines.first { String($0).hasPrefix("x\(number) ") }?.firstIndex(of: "▐")
    }
    #expect(begins.count == 8)
    #expect(begins == begins.sorted())
    #expect(Set(begins).count == 8)
  }

  @Test func `of a long history the events around the marks are drawn`() throws {
    let picture = draw(try chain(100), [3, 200], width: 100, most: 12)
    try Golden.expect(picture, "timeline-window.txt")
    #expect(picture.contains("▲3"))
    #expect(picture.contains("▲200"))
    #expect(
      picture.hasSuffix("of 400 events; '┆' and a number stand for those left out\n"))
  }

  @Test func `of a long history without marks the end is drawn`() throws {
    let picture = draw(try chain(100), most: 6)
    #expect(picture.contains("x100"))
    #expect(!picture.contains("x90"))
  }

  @Test func `a mark of a return brings its call into the picture`() throws {
    let others = (1...40).map { "client2 is-suspended q\nclient2 = \($0 % 2 == 0)" }
    let sample = try history(
      "queue q\nop x",
      "client1 wait-all q\n" + others.joined(separator: "\n") + "\nclient1 ok\n- ended")
    let picture = draw(sample, [82], most: 8)
    #expect(picture.contains("wait-all q"))
    #expect(picture.contains("▲82"))
  }

  @Test func `marks without an event are passed over`() throws {
    let sample = try chain(2)
    #expect(draw(sample, [0, 99, -3]) == draw(sample))
  }

  @Test func `a crash ends every bar`() throws {
    let sample = try history(
      "queue q\nop x\nop y",
      "client1 add q x\nclient1 ok\nx begin\nclient1 wait-all q\nx crashed SIGILL")
    try Golden.expect(draw(sample, [5]), "timeline-crash.txt")
  }

  @Test func `huge names are cut off, and the picture keeps its width`() throws {
    let name = String(repeating: "x", count: 300)
    let sample = try history(
      "queue q\nop \(name)",
      "client1 add q \(name)\nclient1 ok\n\(name) begin\n\(name) end\n- ended")
    for width in [40, 80] {
      let lines = draw(sample, [1, 3], width: width).split(separator: "\n")
      #expect(lines.count >= 5)
      for line in lines { #expect(line.count <= width, "\(line)") }
    }
  }

  @Test func `lanes that only go on do not hide the others`() throws {
    let count = 50
    let operations = (1...count).map { "op x\($0)" }.joined(separator: "\n")
    let begins = (1...count).map { "x\($0) begin" }.joined(separator: "\n")
    let sample = try history(
      "queue q\n" + operations, begins + "\nclient1 suspend q\nclient1 ok\n- ended")
    let picture = draw(sample, [51], width: 60, most: 3)
    #expect(picture.contains("and 42 more lanes without an event here\n"))
  }

  @Test func `a locale without UTF-8 gets ASCII, and no locale says nothing`() {
    #expect(Glyphs.fitting([:]) == .unicode)
    #expect(Glyphs.fitting(["LANG": "de_DE.UTF-8"]) == .unicode)
    #expect(Glyphs.fitting(["LANG": "C.utf8"]) == .unicode)
    #expect(Glyphs.fitting(["LANG": "C"]) == .ascii)
    #expect(Glyphs.fitting(["LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"]) == .ascii)
    #expect(Glyphs.fitting(["LC_ALL": "", "LC_CTYPE": "en_US.UTF-8", "LANG": "C"]) == .unicode)
  }
}

extension TimelineTests {
  /// A number of a sequence that is the same every time.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// Calls of a few clients that lie across each other, some of which never return.
  private func tangle(_ count: Int, _ numbers: inout Numbers) -> [Event] {
    var isCalling = [false, false, false, false]
    return (1...count).map { ticket in
      let client = Int.random(in: 0..<4, using: &numbers)
      defer { isCalling[client].toggle() }
      return isCalling[client]
        ? Event(ticket, .client(client + 1), .returned(.returned(.integer(ticket))))
        : Event(ticket, .client(client + 1), .call(Command(.operationCount, QueueID(0))))
    }
  }

  @Test func `with one end of a call its other end is drawn`() {
    var numbers = Numbers(state: 1)
    var halves = 0
    for _ in 0..<500 {
      let events = tangle(80, &numbers)
      let marks = Set((0..<3).map { _ in Int.random(in: 1...80, using: &numbers) })
      let most = Int.random(in: 1...40, using: &numbers)
      let window = TimelineWindow(events, marks: marks, most: most)
      let drawn = Set(window.ranges.flatMap { events[$0].map(\.ticket) })
      #expect(marks.isSubset(of: drawn))
      #expect(drawn.count == window.count && drawn.count <= max(most, 6))
      for lane in Set(events.map(\.lane)) {
        // Call and return take turns on a lane.
        let tickets = events.filter { $0.lane == lane }.map(\.ticket)
        for place in stride(from: 0, to: tickets.count - 1, by: 2) {
          #expect(drawn.contains(tickets[place]) == drawn.contains(tickets[place + 1]))
          halves += tickets[place + 1] > tickets[place] + 1 ? 1 : 0
        }
      }
    }
    #expect(halves > 1000)
  }

  @Test func `what is drawn and what is left out is the whole history`() throws {
    let events = try chain(20).events
    for most in [1, 7, 30, 79, 80, 100] {
      let pieces = TimelineWindow(events, marks: [2, 40], most: most).pieces
      let positions = pieces.flatMap { piece in
        switch piece {
        case .drawn(let range), .leftOut(let range): Array(range)
        }
      }
      #expect(positions == Array(0..<80))
    }
    #expect(TimelineWindow([], marks: [], most: 3).pieces == [])
  }

  @Test func `a call returns what it returned, however much is left out`() throws {
    let others = (1...40).map { "client2 is-suspended q\nclient2 = \($0 % 2 == 0)" }
    let sample = try history(
      "queue q\nop x",
      "client1 is-finished x\n" + others.joined(separator: "\n")
        + "\nclient1 = false\nclient1 count q\nclient1 = 1\n- ended")
    let picture = draw(sample, [1, 84], width: 120, most: 8)
    #expect(picture.contains(#/is-finished x [─┆]+┤false/#), "\(picture)")
    #expect(picture.contains("┆80"), "\(picture)")
  }

  @Test func `a gap says how many it stands for, and the picture keeps its width`() throws {
    let sample = try chain(300)
    for width in [30, 44, 80] {
      for marks in [[3], [600], [3, 200, 640, 1198]] {
        let picture = draw(sample, marks, width: width, most: 12)
        let lines = picture.split(separator: "\n")
        for line in lines.dropLast() { #expect(line.count <= width, "\(line)") }
        let rulers = lines.filter { $0.hasPrefix("ticket") }.joined()
        let counts = rulers.matches(of: #/┆([0-9]+)/#).compactMap { Int($0.1) }
        let shown = try #require(picture.firstMatch(of: #/([0-9]+) of 1200 events/#))
        #expect(counts.reduce(0, +) + (Int(shown.1) ?? 0) == 1200, "\(picture)")
      }
    }
  }
}
