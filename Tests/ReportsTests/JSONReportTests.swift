import OQHistory
import OQJudging
import OQReport
import OQReports
import OQSpecification
import Testing

@Suite struct JSONReportTests {
  @Test func `a conformant report, with timings`() throws {
    try Golden.expect(JSONFormat().text(Samples.conformant()), "conformant.json")
  }

  @Test func `a report of the model, with its reach`() throws {
    try Golden.expect(JSONFormat().text(Samples.model()), "model.json")
  }

  @Test func `a report without rules, programs and findings`() throws {
    try Golden.expect(JSONFormat().text(Samples.empty()), "empty.json")
  }

  @Test func `a kill matrix`() throws {
    var killed = KillRow(
      "last-edge-only", breaks: "DEP-1", blamed: [.rule("DEP-1")], programs: 7,
      killer: try Samples.dependency())
    killed.seconds = 0.21
    let matrix = JSONMutants([
      JSONMutants.Mutant(killed, grade: "steady"),
      JSONMutants.Mutant(
        KillRow(
          "slot-leaks", breaks: "LIMIT-4", blamed: [.crash, .unexplained, .rule("WAIT-3")],
          programs: nil, killer: nil), grade: "rare"),
      JSONMutants.Mutant(
        KillRow("too-shy", breaks: "SUSP-1", blamed: [], programs: nil, killer: nil),
        grade: "rare"),
    ])
    try Golden.expect(matrix.text(), "mutants.json")
  }

  @Test func `what is written is read back, and equals what it was`() throws {
    for report in [
      try Samples.violated(), try Samples.conformant(), try Samples.empty(), try Samples.model(),
      try Samples.everything(),
    ] {
      #expect(try JSONFormat.read(JSONFormat().text(report)) == report)
    }
  }

  @Test func `texts with every special character are read back, slashes as they are`() throws {
    let hostile = "a/b \"c\" \\ {[,:]} \n\t\u{1}\u{7F} \u{202E} é 🙂 \\"
    let report = try Samples.report(
      outcome: .unusable, reason: hostile,
      rules: [
        Samples.result(
          "DEP-1", .satisfied, 1, 0, contexts: [.init("\"quoted\" {", 1), .init("a/b", 2)])
      ])
    let text = try JSONFormat().text(report)
    #expect(text.contains("a/b"))
    #expect(text.hasSuffix("}\n"))
    let read = try JSONFormat.read(text)
    #expect(read.reason == hostile)
    #expect(read == report)
  }

  @Test func `a program or a history that is too long is left to the failure file`() throws {
    var finding = try Samples.dependency()
    finding.program.operations = (0...Finding.mostLines).map { .init("o\($0)") }
    let report = try Samples.report(outcome: .violated, rules: [], findings: [finding])
    let read = try JSONFormat.read(JSONFormat().text(report))
    let form = try #require(read.findings.first)
    #expect(form.program == Program())
    #expect(form.omittedSteps == finding.steps)
    #expect(form.steps == finding.steps)
    #expect(form.history == finding.history)
    #expect(try JSONFormat.read(JSONFormat().text(read)) == read)
    #expect(try TerminalFormat().text(read).contains("too long for the report"))
  }

  @Test(
    arguments: [
      ("\"reason\": null,", "", "'reason' is missing"),
      ("\"schema\": 1", "\"schema\": 2", "schema: a report of form 2, expected 1"),
      ("\"level\": \"CORE\"", "\"level\": \"CORR\"", "rules[0].level: expected a level"),
      ("\"verdict\": \"vacuous\"", "\"verdict\": \"fine\"", "rules[5].verdict: expected one of"),
      ("\"programs\": 1000", "\"programs\": -1", "programs: expected a number from 0 to"),
      ("\"seed\": \"0x7\"", "\"seed\": \"7\"", "findings[0].seed: expected a number below"),
      (
        "\"seed\": \"0x7\"", "\"seed\": 7",
        "findings[0].seed: expected a string instead of a number"
      ),
      ("oqprogram 1", "oqprogram 9", "findings[0].program: line 1, column"),
      ("\"rule\": \"crash\"", "\"rule\": \"crush\"", "findings[3].rule: expected a rule id"),
      ("\"id\": \"DEP-2\"", "\"id\": \"DEP-1\"", "rules: DEP-1 is there twice"),
      ("{", "[", "not JSON, or cut off: expected ',' or ']' at byte"),
    ])
  func `a report that is wrong in one place is refused with the place`(
    part: String, wrong: String, fault: String
  ) throws {
    let golden = try Golden.read("violated.json")
    let text = golden.replacing(part, with: wrong, maxReplacements: 1)
    #expect(text != golden)
    let error = #expect(throws: JSONFault.self) { try JSONFormat.read(text) }
    #expect(error?.description.hasPrefix(fault) == true, "\(error?.description ?? "")")
  }
}

extension ReportFormat {
  /// The text of a report for nobody in particular.
  func text(_ report: Report) throws -> String { try self.report(report, Presentation()) }
}
