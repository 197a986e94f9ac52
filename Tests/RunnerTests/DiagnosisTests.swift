import OQHistory
import OQJudging
import OQReport
import OQRunner
import OQSpecification
import Testing

/// What is wrong with every operation of a class is said in one sentence.
@Suite struct `A diagnosis` {
  private static let queued = "queue q\nop a\nclient 1\n  add q a\n  until is-finished a\n"
  private static let byHand = "op a\nclient 1\n  start a\n  until is-finished a\n"

  private func finding(_ program: String, _ events: String) throws -> Finding {
    let program = try Program(parsing: "oqprogram 1\n\(program)")
    let declared = program.text.split(separator: "client 1")[0].dropFirst("oqprogram 1\n".count)
    let history = try History(
      parsing: """
        oqhistory 1
        \(declared)events
        \(events)
        - quiescent threads=3 canaries=1
        - stalled
        """)
    return Finding(
      .rule("QUEUE-1"), kind: .stalled, Counterexample("a has not begun", events: []),
      program: program, history: history, seed: 1, index: 0)
  }

  @Test(arguments: [
    (queued, "alone in a fresh queue,"), (byHand, "started by hand and alone,"),
  ])
  func `names what no operation does`(_ program: String, _ situation: String) throws {
    let call = program.contains("add") ? "add q a" : "start a"
    let begun = "client1 \(call)\nclient1 ok"
    func diagnosis(_ rest: String) throws -> String? {
      try finding(program, "\(begun)\n\(rest)").diagnosis
    }
    let who = "an operation of the class, \(situation)"
    let unfinished = "client1 is-finished a\nclient1 = false"
    #expect(try diagnosis(unfinished) == "\(who) never began its work")
    let work = "a begin elsewhere\na end\n"
    #expect(
      try diagnosis(work + unfinished)
        == "\(who) did its work and never said that it has finished")
    #expect(
      try diagnosis(work + "client1 is-finished a\nclient1 = true")
        == "\(who) has finished, and nobody was told of it")
    // Who stands in the work is not said.
    #expect(try diagnosis("a begin elsewhere\n" + unfinished) == nil)
  }

  @Test(arguments: [
    "queue q suspended\nop a\nclient 1\n  add q a\n", "queue q\nop a\nop b\nclient 1\n  add q a\n",
    "queue q\nop a\nclient 1\n  add q a\n  cancel a\n",
    "queue q\nop a\nin a: throw a\nclient 1\n  add q a\n",
    "queue q\nop a completion\nclient 1\n  add q a\n", "queue q\nop a\nclient 1\n  is-finished a\n",
  ])
  func `is made of programs that do nothing else`(_ program: String) throws {
    #expect(try !Program(parsing: "oqprogram 1\n\(program)").isOfOneAlone)
  }

  @Test func `comes before what the rule says, once`() throws {
    var finding = try finding(Self.queued, "client1 add q a\nclient1 ok")
    finding.diagnose()
    finding.diagnose()
    #expect(
      finding.message
        == "an operation of the class, alone in a fresh queue, never began its work: "
        + "a has not begun")
  }
}
