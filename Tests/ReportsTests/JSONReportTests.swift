import OQHistory
import OQJudging
import OQReport
import OQReports
import OQSpecification
import Testing

@Suite struct JSONReportTests {
  @Test func `a report with every verdict and every kind of finding`() throws {
    try Golden.expect(JSONReport(Samples.violated()).text(), "violated.json")
  }

  @Test func `a conformant report, with timings`() throws {
    try Golden.expect(JSONReport(Samples.conformant()).text(), "conformant.json")
  }

  @Test func `a report of the model, with its reach`() throws {
    try Golden.expect(JSONReport(Samples.model()).text(), "model.json")
  }

  @Test func `a report without rules, programs and findings`() throws {
    try Golden.expect(JSONReport(Samples.empty()).text(), "empty.json")
  }

  @Test func `a kill matrix`() throws {
    let matrix = JSONMutants([
      JSONMutants.Mutant(
        name: "last-edge-only", rule: "DEP-1", grade: "steady", status: .killed, clean: true,
        killedBy: ["DEP-1"], programs: 7, seconds: 0.25, steps: 3),
      JSONMutants.Mutant(
        name: "slot-leaks", rule: "LIMIT-4", grade: "rare", status: .wrongRule, clean: false,
        killedBy: ["WAIT-3", "unexplained", "crash"], programs: nil, seconds: nil, steps: nil),
      JSONMutants.Mutant(
        name: "too-shy", rule: "SUSP-1", grade: "rare", status: .survived, clean: true,
        killedBy: [], programs: nil, seconds: nil, steps: nil),
    ])
    try Golden.expect(matrix.text(), "mutants.json")
    #expect(try JSONMutants(parsing: matrix.text()) == matrix)
  }

  @Test func `what is written is read back`() throws {
    for report in [
      try Samples.violated(), try Samples.conformant(), try Samples.empty(), try Samples.model(),
    ] {
      let form = JSONReport(report)
      #expect(try JSONReport(parsing: form.text()) == form)
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
    let text = try JSONReport(report).text()
    #expect(text.contains("a/b"))
    #expect(text.hasSuffix("}\n"))
    let read = try JSONReport(parsing: text)
    #expect(read.reason == hostile)
    #expect(read.rules[0].contexts == ["\"quoted\" {": 1, "a/b": 2])
  }

  @Test func `a program or a history that is too long is left to the failure file`() throws {
    var finding = try Samples.dependency()
    finding.program.operations = (0...JSONReport.mostLines).map { .init("o\($0)") }
    let report = try Samples.report(outcome: .violated, rules: [], findings: [finding])
    let form = try #require(JSONReport(report).findings.first)
    #expect(form.program == nil)
    #expect(form.history == finding.history.text)
  }

  @Test func `a report without a key is refused`() throws {
    let text = try JSONReport(Samples.conformant()).text()
    let without = text.replacing("\"reason\": null,", with: "")
    #expect(without != text)
    #expect(throws: DecodingError.self) { try JSONReport(parsing: without) }
  }
}
