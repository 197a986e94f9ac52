import OQExploring
import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

/// A file with a title and a reason.
private func file(_ text: String) throws -> AskFile {
  try AskFile(parsing: "oqask 1\ntitle What?\nwhy Because.\n" + text)
}

private let cancelled = """
  queue q
  op a
  client 1
    add q a
    cancel a
    wait-all q

  """

@Suite(.computing) struct QuestionTests {
  @Test func `a file has a program, a title, a reason and questions`() throws {
    let asked = try file("about C-5 ND-36\n" + cancelled + "allowed guide: not begin a\n")
    #expect(asked.title == "What?")
    #expect(asked.why == "Because.")
    #expect(asked.about == ["C-5", "ND-36"])
    #expect(asked.program.steps == 5)
    #expect(asked.questions.count == 1)
    #expect(asked.questions[0].profiles == [.guide])
    #expect(asked.questions[0].line == 11)
  }

  @Test(arguments: [
    ("allowed: begin b\n", "line 10, column 9: expected an event of the program"),
    ("allowed nobody: begin a\n", "line 10, column 16: expected core, guide or reference"),
    ("allowed begin a\n", "line 10, column 16: expected ':'"),
    ("allowed: begin a before begin a\n", "line 10, column 9: expected two different events"),
    ("allowed: is-finished a gives true\n", "expected an event of the program"),
    ("allowed: cancel a gives true\n", "expected an event of the program"),
    ("allowed: cancel a #2 is rejected\n", "expected an event of the program"),
    ("count none: begin a\n", "expected 'count' with a number"),
    ("fly q\nallowed: begin a\n", "line 10, column 1: expected a command or a step"),
    ("", "expected a question"),
  ])
  func `faults are shown with their place`(text: String, message: String) throws {
    do {
      _ = try file(cancelled + text)
      Issue.record("no fault in \(text)")
    } catch let error as TextError {
      #expect(error.description.contains(message), "\(error)")
    }
  }

  @Test func `replies tell never, sometimes and always apart`() throws {
    let asked = try file(
      cancelled + """
        allowed: begin a
        forbidden: begin a before call add q a
        always: return wait-all q
        count 2: begin a
        allowed: begin a after return cancel a
        """)
    let reading = Reading(asked, .core)
    #expect(
      reading.replies == [.sometimes, .never, .always, .orders(2), .sometimes])
    #expect(asked.questions.indices.allSatisfy { reading.isExpected($0) == true })
    #expect(reading.rows.contains([true, false, true, false]))
    #expect(reading.rows.contains([false, false, true, false]))
    #expect(!reading.rows.contains { !$0[2] })
  }

  @Test func `the bound leaves the answer open unless it was found`() throws {
    let asked = try file(cancelled + "forbidden: begin a before call add q a\n")
    let reading = Reading(asked, .core, bound: 30)
    #expect(reading.replies == [.undecided])
    #expect(reading.isExpected(0) == nil)
    #expect(Answer(asked, path: "x", profile: .core, bound: 30).standing == .undecided)
  }

  @Test func `a contradicted file is seen, with a shortest run`() throws {
    let asked = try file(cancelled + "forbidden: begin a\n")
    let answer = Answer(asked, path: "x", profile: .core, bound: Explorer.usualBound)
    #expect(answer.standing == .contradicted)
    var reading = answer.held
    let way = reading.witness(0, true) ?? []
    #expect(way.contains { $0.event == .enter })
    #expect(way.contains { $0.changes.contains("a: new → waiting") })
  }

  @Test func `a question about what never happens is vacuous, and an event alone is not`() throws {
    let suspended = "queue q suspended\nop a completion\nclient 1\n  add q a\n"
    let order = try file(suspended + "forbidden: begin a.completion before begin a\n")
    let answer = Answer(order, path: "x", profile: .core, bound: Explorer.usualBound)
    #expect(answer.standing == .vacuous)
    #expect(answer.vacuousQuestion?.part.text == "begin a.completion")
    var reading = answer.held
    let way = reading.nearest(0) ?? []
    #expect(!way.isEmpty)
    let alone = try file(suspended + "forbidden: begin a\n")
    #expect(Answer(alone, path: "x", profile: .core, bound: 10_000).standing == .expected)
  }

  @Test func `an answer rests on the rules and freedoms without which it changes`() throws {
    let asked = try file(
      "queue q\nop a\nclient 1\n  cancel a\n  add q a\n  wait-all q\nforbidden: begin a\n")
    let reading = Reading(asked, .core)
    let decisions = Decision.all(0, reading, asked, bound: Explorer.usualBound)
    #expect(decisions.contains { $0.address == "CANCEL-3" && $0.reply == .sometimes })
    #expect(!decisions.contains { $0.address == "LIMIT-1" })
    let twice = try file("op a\nclient 1\n  start a\n  start a\nallowed: start a #2 is rejected\n")
    let freedoms = Decision.all(0, Reading(twice, .core), twice, bound: Explorer.usualBound)
    #expect(freedoms.map(\.address).contains("ND-22"))
  }

  @Test func `what a history shows is compared with what the model allows`() throws {
    let asked = try file(
      "queue q\nop a\nop b deps=a\nclient 1\n  add-group q a,b\n  until end b\n"
        + "forbidden: begin b before end a\n")
    let history = { (events: String) in
      try History(
        parsing: "oqhistory 1\nqueue q\nop a\nop b deps=a\nevents\nclient1 add-group q a,b\n"
          + "client1 ok\n" + events)
    }
    let good = try history(
      "a begin\na end\nb begin\nb end\nclient1 until end b\n- ended\n")
    let bad = try history("a begin\nb begin\na end\nb end\nclient1 until end b\n- ended\n")
    let reading = Reading(asked, .core)
    #expect(reading.owed.count == 2)
    var observation = Observation(subject: "s", version: "1")
    observation.add(good, asked)
    #expect(observation.stranger(to: reading) == nil)
    observation.add(bad, asked)
    #expect(observation.runs == 2)
    #expect(observation.stranger(to: reading)?.row == [true])
    observation.add(History(of: asked.program, events: []), asked)
    #expect(observation.open == 1)
  }

  @Test func `every history of the simulator shows what the explorer allows`() throws {
    let asked = try file(
      "queue q limit=1\nop a completion\nop b\nclient 1\n  add-group q a,b\n  cancel a\n"
        + "  is-finished a\n  wait-all q\nallowed: begin a and begin b before begin a.completion\n"
        + "allowed: is-finished a gives true\nallowed: end a before return cancel a\n")
    for profile in Profile.allCases {
      let reading = Reading(asked, profile)
      var observation = Observation(subject: "model", version: "1")
      var reach = Reach()
      for seed in 0..<UInt64(300) {
        observation.add(
          Simulator(profile: profile).run(asked.program, seed: seed, reach: &reach), asked)
      }
      #expect(observation.stranger(to: reading) == nil)
      #expect(observation.open == 0)
    }
  }
}
