import OQJudging
import OQModel
import OQReport
import OQReports
import OQSpecification
import Testing

@Suite struct ComparisonTests {
  /// Two subjects, of which the second breaks a rule and takes another choice.
  static func comparison() throws -> SubjectComparison {
    var one = Census()
    one.add(.shown([.nd1First, .nd22Rejected]))
    var other = Census()
    other.add(.shown([.nd1First, .nd22Ignored]))
    return SubjectComparison(
      try Samples.report(
        outcome: .conformant,
        rules: [
          Samples.result("DEP-1", .satisfied, 20, 0), Samples.result("DEP-2", .satisfied, 2, 0),
          Samples.result("WAIT-3", .vacuous, 0, 0),
        ], census: one),
      try Samples.report(
        outcome: .violated,
        rules: [
          Samples.result("DEP-1", .violated, 20, 0, 1), Samples.result("DEP-2", .satisfied, 9, 0),
          Samples.result("WAIT-3", .satisfied, 1, 0),
        ], findings: [try Samples.dependency()], census: other))
  }

  @Test func `a comparison has what differs, and nothing else`() throws {
    let comparison = try Self.comparison()
    #expect(comparison.verdicts.map(\.rule) == ["DEP-1", "WAIT-3"])
    #expect(comparison.choices.map(\.outcome) == [.nd22Rejected, .nd22Ignored])
    #expect(comparison.choices.map(\.first) == [1, 0])
    #expect(comparison.blames == [.rule("DEP-1")])
    let same = SubjectComparison(comparison.second, comparison.second)
    #expect(same.verdicts.isEmpty && same.choices.isEmpty && same.blames.isEmpty)
  }

  @Test func `the text names rules, choices and both subjects`() throws {
    let text = ComparisonText(
      try Self.comparison(), catalogue: try Samples.catalogue(), isQuiet: true
    ).text
    #expect(text.contains("Verdicts that differ"))
    #expect(text.contains("Choices that only one of them showed"))
    #expect(text.contains("Found in one of them only"))
    #expect(text.hasSuffix("2 verdicts and 2 choices differ\n"))
    #expect(!text.contains("profile"))
    let same = try Self.comparison().first
    #expect(
      ComparisonText(SubjectComparison(same, same), isQuiet: true).text
        == "0 verdicts and 0 choices differ\n")
  }

  @Test func `JSON is read back`() throws {
    let json = JSONComparison(try Self.comparison())
    #expect(try JSONComparison(parsing: json.text()) == json)
    #expect(json.verdicts.map(\.second) == ["violated", "satisfied"])
    #expect(json.choices.map(\.freedom) == ["ND-22", "ND-22"])
  }
}
