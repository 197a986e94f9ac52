import Foundation
import OQExploring
import OQJudging
import OQReport
import OQReports
import OQSpecification
import Testing

@Suite struct SchemaTests {
  private static let verdicts = Verdict.allCases.map(\.rawValue)

  private func schema(_ name: String) throws -> JSONValue {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Spec").appending(path: name)
    return try JSONValue(parsing: String(contentsOf: file, encoding: .utf8))
  }

  private func enumeration(_ schema: JSONValue, _ path: String...) -> [String] {
    path.reduce(schema) { $0[$1] ?? .null }.elements?.compactMap(\.string) ?? []
  }

  @Test(arguments: ["violated.json", "conformant.json", "empty.json", "model.json"])
  func `a golden satisfies the schema of reports`(name: String) throws {
    let golden = try JSONValue(parsing: Golden.read(name))
    #expect(try SchemaValidator.faults(in: golden, schema("Report.schema.json")) == [])
  }

  @Test func `the golden kill matrix satisfies its schema`() throws {
    let golden = try JSONValue(parsing: Golden.read("mutants.json"))
    #expect(try SchemaValidator.faults(in: golden, schema("Mutants.schema.json")) == [])
  }

  @Test func `a report with a census satisfies the schema of reports`() throws {
    let report = try Samples.report(outcome: .conformant, rules: [], census: Samples.census())
    let json = try JSONValue(parsing: JSONFormat().text(report))
    #expect(try SchemaValidator.faults(in: json, schema("Report.schema.json")) == [])
  }

  @Test func `a report with everything satisfies the schema of reports`() throws {
    let json = try JSONValue(parsing: JSONFormat().text(Samples.everything()))
    #expect(try SchemaValidator.faults(in: json, schema("Report.schema.json")) == [])
  }

  @Test func `a comparison satisfies its schema, and its reports theirs`() throws {
    let json = try JSONValue(parsing: JSONComparison(ComparisonTests.comparison()).text())
    #expect(try SchemaValidator.faults(in: json, schema("Comparison.schema.json")) == [])
    for name in ["first", "second"] {
      let report = try #require(json[name])
      #expect(try SchemaValidator.faults(in: report, schema("Report.schema.json")) == [])
    }
  }

  @Test func `an answer satisfies its schema`() throws {
    let file = try AskFile(
      parsing: """
        oqask 1
        title What?
        why Because.
        about ND-12
        queue q
        op a
        client 1
          add q a
          cancel a
          wait-all q
        allowed: begin a
        count 2: begin a
        """)
    var answer = Answer(file, path: "a.oqask", profile: .core, bound: 10_000)
    answer.observations = [Observation(subject: "s", version: "1")]
    answer.decisions = Decision.all(0, answer.held, file, bound: 10_000)
    let json = try JSONValue(parsing: JSONAnswer.text([JSONAnswer(answer)]))
    #expect(try SchemaValidator.faults(in: json, schema("Answer.schema.json")) == [])
  }

  @Test func `the vectors satisfy their schema`() throws {
    let schema = try schema("Vectors.schema.json")
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Spec/Vectors")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }
    #expect(names.count > 15)
    for name in names.sorted() {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(try SchemaValidator.faults(in: JSONValue(parsing: text), schema) == [], "\(name)")
    }
  }

  @Test func `the schemas list the cases of the code`() throws {
    let report = try schema("Report.schema.json")
    let rule = try #require(report["properties"]?["rules"]?["items"]?["properties"])
    let finding = try #require(report["properties"]?["findings"]?["items"]?["properties"])
    let properties = try #require(report["properties"])
    #expect(enumeration(rule, "level", "enum") == Level.all.map(\.description))
    #expect(enumeration(finding, "kind", "enum") == Finding.Kind.allCases.map(\.rawValue))
    #expect(enumeration(properties, "outcome", "enum") == Report.Outcome.allCases.map(\.rawValue))
    #expect(enumeration(properties, "profile", "enum") == Profile.allCases.map(\.rawValue))
    let mutant = try #require(
      try schema("Mutants.schema.json")["properties"]?["mutants"]?["items"]?["properties"])
    #expect(enumeration(mutant, "status", "enum") == KillRow.Status.allCases.map(\.rawValue))
    #expect(enumeration(rule, "verdict", "enum") == Self.verdicts)
  }

  @Test(
    arguments: [
      ("\"seed\": \"0x7\"", "\"seed\": 7", "$.findings[0].seed: expected string"),
      ("\"verdict\": \"vacuous\"", "\"verdict\": \"fine\"", "$.rules[5].verdict: expected one of"),
      ("\"programs\": 1000,", "", "$.programs: missing"),
      ("\"programs\": 1000,", "\"programs\": -1,", "$.programs: expected at least"),
      ("\"schema\": 1", "\"schema\": 2", "$.schema: expected the constant"),
      ("\"queued\": 40", "\"queued\": true", "$.rules[0].contexts.queued: expected integer"),
      ("\"id\": \"DEP-1\"", "\"id\": \"dep1\"", "$.rules[0].id: 'dep1' does not match"),
      ("\"claim\"", "\"claims\"", "$.claims: not described"),
    ])
  func `a report that is wrong in one place is refused`(
    part: String, wrong: String, fault: String
  ) throws {
    let golden = try Golden.read("violated.json")
    let text = golden.replacing(part, with: wrong, maxReplacements: 1)
    #expect(text != golden)
    let faults = try SchemaValidator.faults(
      in: JSONValue(parsing: text), schema("Report.schema.json"))
    #expect(faults.contains { $0.hasPrefix(fault) }, "\(faults)")
  }
}
