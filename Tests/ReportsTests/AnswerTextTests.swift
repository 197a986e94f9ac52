import OQExploring
import OQHistory
import OQReports
import OQSpecification
import Testing

@Suite struct AnswerTextTests {
  @Test func `a difference says how many runs came to no end`() throws {
    let file = try AskFile(
      parsing: """
        oqask 1
        title Does it begin?
        why It does.
        queue q
        op a
        client 1
          add q a
          until end a
        allowed: begin a
        """)
    let whole = try History(
      parsing: "oqhistory 1\nqueue q\nop a\nevents\nclient1 add q a\nclient1 ok\na begin\na end\n"
        + "client1 until end a\n- ended\n")
    var answer = Answer(file, path: "a.oqask", profile: .core, bound: 10_000)
    answer.observations = ["s", "t"].map { Observation(subject: $0, version: "1") }
    answer.observations[0].add(whole, file)
    answer.observations[1].add(History(of: file.program, events: []), file)
    let text = AnswerText(answer).difference(["s", "t"])
    #expect(text.contains("not seen"))
    #expect(text.contains("  on t (1): 1 runs, 1 of them without an end\n"))
    #expect(!text.contains("on s (1)"))
  }
}
