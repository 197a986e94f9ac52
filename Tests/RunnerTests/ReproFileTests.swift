import OQCheckers
import OQHistory
import OQJudging
import OQReport
import OQRunner
import OQSpecification
import Testing

struct `A failure file` {
  private func finding(earlier: [Program] = []) throws -> Finding {
    let failing = try program("queue q\nclient 1\n  suspend q\n")
    var finding = Finding(
      .crash, kind: .crash,
      Counterexample("the process died by SIGSEGV\non a thread of the subject", events: [3]),
      program: failing,
      history: try History(
        parsing: """
          oqhistory 1
          queue q
          events
          1 client1 suspend q
          3 - crashed SIGSEGV
          """), seed: 7, index: 40)
    finding.earlier = earlier
    finding.reproduced = 3
    finding.attempts = 20
    return finding
  }

  private func text(earlier: [Program] = []) throws -> String {
    ReproFile(subject: "reference", profile: .guide, finding: try finding(earlier: earlier)).text
  }

  @Test(arguments: [0, 1, 3]) func `reads back as it was written`(count: Int) throws {
    let earlier = try ["queue r\nclient 1\n  count r\n", "op a\n", "queue q limit=1\n"]
      .prefix(count).map(program)
    let text = try text(earlier: earlier)
    let file = try ReproFile(parsing: text)
    #expect(file.finding.earlier == earlier)
    #expect(file.finding.program == (try finding()).program)
    #expect(file.text == text)
    #expect(Trial(file.finding).programs.count == count + 1)
    #expect(Trial(file.finding).isAlone)
  }

  @Test func `keeps its form whatever ends the lines of a message`() throws {
    var finding = try finding()
    finding.message = "first\r\nsecond\r\r\nthird\r\r"
    let written = ReproFile(subject: "reference", profile: .guide, finding: finding)
    let file = try ReproFile(parsing: written.text)
    #expect(file.finding.message == "first second third")
    #expect(file.text == written.text)
  }

  @Test func `needs no history`() throws {
    let text = try text()
    let start = try #require(text.firstRange(of: "== history"))
    let end = try #require(text.firstRange(of: "== end"))
    let file = try ReproFile(
      parsing: String(text[..<start.lowerBound]) + String(text[end.lowerBound...]))
    #expect(file.finding.history.events.isEmpty)
    #expect(file.finding.program == (try finding()).program)
  }

  @Test(arguments: [
    ("== program", "== progam", "line 16, column 1: expected '== program'"),
    ("== earlier", "== later", "line 11, column 1: expected '== program'"),
    ("  count q", "  count p", "line 15, column 9: "),
    ("  suspend q", "  suspend p", "line 20, column 11: "),
    ("== end", "== ende", "expected '== end'"),
    ("== end", "== end\nmore", "expected the end of the file, found 'more'"),
    ("reproduced 3/20", "reproduced 21/20", "line 8, column 12: expected reproduced with N/M"),
    ("reproduced 3/20", "reproduced 3/-1", "line 8, column 12: expected reproduced with N/M"),
  ]) func `with a fault is refused, with the line of the fault`(
    old: String, new: String, message: String
  ) throws {
    let text = try text(earlier: [program("queue q\nclient 1\n  count q\n")])
    let broken = text.replacing(old, with: new)
    #expect(broken != text)
    let error = #expect(throws: TextError.self) { try ReproFile(parsing: broken) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
