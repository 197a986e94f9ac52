import Testing

import OQSpecification

@Suite struct ChapterParserTests {
  @Test func `every field and paragraph of a rule is read`() throws {
    let chapter = try ChapterParser.parse(ChapterSample().text, file: "Dependencies.md")
    #expect(chapter.area == .dep)
    #expect(chapter.introduction == ["What the chapter is about, over two lines."])
    #expect(chapter.rules.map(\.id) == ["DEP-1", "DEP-7"])
    let rule = try #require(chapter.rules.first)
    #expect(rule.title == "A dependency is waited for")
    #expect(rule.level == .core)
    #expect(rule.kind == .safety)
    #expect(rule.check == .checked)
    #expect(rule.oracle == .both)
    #expect(rule.needs == [.kvo, .manualStart])
    #expect(rule.outcomes?.accepted(in: .core) == ["honoured", "ignored"])
    #expect(rule.derived.baseRules == ["READY-1", "EXEC-1"])
    #expect(rule.contexts == ["limit 1", "queued"])
    #expect(rule.sources == [.seed(.s0, line: 213), .document("Operation reference, overview")])
    #expect(rule.mutants == ["edge-ignored", "edge-late"])
    #expect(rule.see == [.nondeterminism(7), .contested(11)])
    #expect(rule.statement == "An operation MUST NOT begin before its dependencies.")
    #expect(rule.antecedent == "An edge.")
    #expect(rule.intent == "Order, nothing else.")
    #expect(rule.checkText == "By tickets.")
    #expect(rule.ifViolated == "The counter.")
    #expect(rule.note == "None.")
  }

  @Test func `a dash is an empty list and an absent value`() throws {
    let chapter = try ChapterParser.parse(ChapterSample().text, file: "Dependencies.md")
    let rule = try #require(chapter.rules.last)
    #expect(rule.check == .unchecked(reason: "a duty of clients"))
    #expect(rule.oracle == .none)
    #expect(rule.needs.isEmpty)
    #expect(rule.outcomes == nil)
    #expect(rule.derived == .none)
    #expect(rule.contexts.isEmpty)
    #expect(rule.mutants.isEmpty)
    #expect(rule.see.isEmpty)
    #expect(rule.ifViolated == nil)
    #expect(rule.note == nil)
  }

  @Test func `age and challenge are fields that may be missing`() throws {
    let plain = try ChapterParser.parse(ChapterSample().text, file: "Dependencies.md")
    #expect(plain.rules.allSatisfy { $0.since == .first && $0.challenge == nil })
    #expect(!plain.canonicalText.contains("since: "))
    let fields = "see: ND-7, C-11\nsince: 2.1\nchallenged: a slow queue may break it (issue 7)"
    let sample = ChapterSample.replacing(18, with: fields)
    let chapter = try ChapterParser.parse(sample.text, file: "Dependencies.md")
    let rule = try #require(chapter.rules.first)
    #expect(rule.since == SpecificationVersion(major: 2, minor: 1))
    #expect(rule.challenge == "a slow queue may break it (issue 7)")
    #expect(chapter.canonicalText.contains(fields + "\n\n"))
    #expect(try ChapterParser.parse(chapter.canonicalText, file: "Dependencies.md") == chapter)
  }

  @Test(arguments: [
    ("since: 1.0", "19:8: error: expected a version after 1.0; a rule without"),
    ("since: -", "19:8: error: expected \(SpecificationVersion.expectation); found '-'"),
    ("challenged: -", "19:13: error: expected the reason for which the rule is challenged"),
    ("challenged: why\nsince: 2.0", "20:1: error: expected an empty line"),
  ])
  func `age and challenge have their form and their order`(fields: String, error: String) {
    let errors = ChapterSample.replacing(18, with: "see: -\n" + fields).errors()
    #expect(errors.first?.contains(error) == true, "\(errors)")
  }

  @Test func `the canonical text reads back as the same chapter`() throws {
    let chapter = try ChapterParser.parse(ChapterSample().text, file: "Dependencies.md")
    let again = try ChapterParser.parse(chapter.canonicalText, file: "Dependencies.md")
    #expect(again == chapter)
    #expect(again.canonicalText == chapter.canonicalText)
  }

  @Test(arguments: [
    (8, "level: MUST", "8:8: error: expected \(Level.expectation); found 'MUST'"),
    (8, "level: PROFILE(core)", "8:8: error: expected \(Level.expectation); found 'PROFILE(core)'"),
    (9, "kind: Safety", "9:7: error: expected \(Kind.expectation); found 'Safety'"),
    (
      10, "check: unchecked", "10:8: error: expected \(Checkability.expectation); found 'unchecked'"
    ),
    (
      10, "check: unchecked()",
      "10:8: error: expected \(Checkability.expectation); found 'unchecked()'"
    ),
    (11, "oracle: acceptor", "11:9: error: expected \(Oracle.expectation); found 'acceptor'"),
    (12, "needs: kvo, xyz", "12:13: error: expected \(Capability.expectation); found 'xyz'"),
    (
      12, "needs: manualStart, kvo",
      "12:8: error: expected capabilities in the order of their table, found kvo after manualStart"
    ),
    (12, "needs: kvo, kvo", "12:13: error: 'kvo' is listed twice"),
    (
      13, "outcomes: reference honoured",
      "13:11: error: expected \(Outcomes.expectation); found 'reference honoured'"
    ),
    (
      13, "outcomes: core a; core b",
      "13:11: error: expected \(Outcomes.expectation); found 'core a; core b'"
    ),
    (14, "derived: DEP-9", "14:10: error: expected \(Derivation.expectation); found 'DEP-9'"),
    (
      14, "derived: twin of dep-9",
      "14:10: error: expected \(Derivation.expectation); found 'twin of dep-9'"
    ),
    (
      15, "contexts: queued, limit_1",
      "15:19: error: expected a context such as 'limit 1'; found 'limit_1'"
    ),
    (16, "sources: S0:9999", "16:10: error: expected \(Citation.expectation); found 'S0:9999'"),
    (16, "sources: S0:07", "16:10: error: expected \(Citation.expectation); found 'S0:07'"),
    (
      17, "mutants: edge-ignored, EdgeLate",
      "17:24: error: expected a mutant name in kebab case; found 'EdgeLate'"
    ),
    (17, "mutants: a, a", "17:13: error: 'a' is listed twice"),
    (18, "see: N-7", "18:6: error: expected \(CrossReference.expectation); found 'N-7'"),
    (11, "oracles: both", "11:1: error: expected the field 'oracle: …', found 'oracles: both'"),
    (11, "", "11:1: error: expected the field 'oracle: …', found an empty line"),
  ])
  func `a bad field is reported where it stands`(line: Int, text: String, error: String) {
    let sample = ChapterSample.replacing(line, with: text)
    #expect(sample.errors() == ["Dependencies.md:" + error])
  }

  @Test(arguments: [
    (1, "# DEPS: Dependencies", "1:1: error: expected a chapter heading such as"),
    (
      1, "# DEP: Dependency",
      "1:1: error: expected '# DEP: Dependencies', found '# DEP: Dependency'"
    ),
    (2, "text", "2:1: error: expected an empty line, found 'text'"),
    (6, "## STATE-1 Title", "6:1: error: expected a rule heading such as '## DEP-1 Title', found"),
    (6, "## DEP-1 Title.", "6:10: error: expected a title without full stop"),
    (7, "text", "7:1: error: expected an empty line, found 'text'"),
    (19, "extra: field", "19:1: error: expected an empty line, found 'extra: field'"),
    (
      20, "No quote",
      "20:1: error: expected the statement as a block quote, '> …', found 'No quote'"
    ),
    (22, "text", "22:1: error: expected an empty line, found 'text'"),
    (23, "**Intent.** Early.", "23:1: error: expected the paragraph '**Antecedent.** …', found"),
    (28, "**Check.**Tight.", "28:1: error: expected a space and a text after '**Check.**'"),
    (30, "**Cause.** The counter.", "30:1: error: expected the next rule, or a paragraph that"),
    (32, "**Note.** A \ttab.", "32:13: error: tab or carriage return"),
    (32, "**Note.** A space. ", "32:19: error: trailing space"),
    (26, " nothing else.", "26:1: error: expected a line that begins with a word"),
    (34, "## DEP-1 Again", "34:4: error: expected a rule after DEP-1, found DEP-1"),
  ])
  func `a broken shape is reported where it stands`(line: Int, text: String, error: String) throws {
    let errors = ChapterSample.replacing(line, with: text).errors()
    #expect(errors.count == 1)
    let first = try #require(errors.first)
    #expect(first.hasPrefix("Dependencies.md:" + error), "\(first)")
  }

  @Test(arguments: [
    (11...11, "11:1: error: expected the field 'oracle: …', found 'needs: kvo, manualStart'"),
    (3...4, "3:1: error: expected a paragraph of the introduction, found an empty line"),
    (
      23...24, "23:1: error: expected the paragraph '**Antecedent.** …', found '**Intent.** Order,'"
    ),
    (54...54, "54:1: error: expected the paragraph '**Check.** …', found the end of the file"),
    (6...54, "6:1: error: expected a rule, '## DEP-1 Title', found the end of the file"),
  ])
  func `a missing part is reported where it should be`(
    lines: ClosedRange<Int>, error: String
  ) throws {
    let errors = ChapterSample.removing(lines).errors()
    let first = try #require(errors.first)
    #expect(first == "Dependencies.md:" + error)
  }

  @Test func `the errors of all rules are reported together`() {
    var sample = ChapterSample()
    sample.lines[7] = "level: MUST"
    sample.lines[9] = "check: maybe"
    sample.lines[36] = "kind: duty"
    #expect(sample.errors().map { $0.split(separator: ":")[1] } == ["8", "10", "37"])
  }

  @Test func `a chapter must have the file name of its area`() {
    #expect(
      ChapterSample().errors(file: "Deps.md") == [
        "Deps.md:1:1: error: expected chapter DEP in the file 'Dependencies.md'"
      ])
  }

  @Test func `an empty file is not a chapter`() {
    #expect(throws: ChapterErrors.self) {
      try ChapterParser.parse("", file: "Dependencies.md")
    }
  }
}
