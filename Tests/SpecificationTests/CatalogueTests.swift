import Testing

import OQSpecification

@Suite struct CatalogueTests {
  /// A catalogue of the sample chapter, with one line of it replaced.
  private func catalogue(_ line: Int = 1, _ text: String? = nil) throws -> Catalogue {
    let sample = text.map { ChapterSample.replacing(line, with: $0) } ?? ChapterSample()
    let chapter = try ChapterParser.parse(sample.text, file: "Dependencies.md")
    return Catalogue(chapters: [chapter])
  }

  @Test func `a rule is found by its id`() throws {
    let catalogue = try catalogue()
    #expect(catalogue["DEP-1"]?.title == "A dependency is waited for")
    #expect(catalogue["DEP-7"]?.title == "Cycles are forbidden")
  }

  @Test(arguments: ["DEP-2", "DEP-8", "STATE-1", "PRIO-1"] as [RuleID])
  func `an id without rule finds nothing`(id: RuleID) throws {
    #expect(try catalogue()[id] == nil)
  }

  @Test func `patterns name whole ids and whole areas`() throws {
    let catalogue = try catalogue()
    #expect(try catalogue.select("DEP-7").map(\.id) == ["DEP-7"])
    #expect(try catalogue.select("DEP-*").map(\.id) == ["DEP-1", "DEP-7"])
  }

  @Test func `several patterns select each rule once in order`() throws {
    let selected = try catalogue().select(["DEP-7", "DEP-*", "DEP-1"])
    #expect(selected.map(\.id) == ["DEP-1", "DEP-7"])
  }

  @Test(arguments: [
    "*", "DEP*", "DEP-", "DEP-0", "DEP-01", "DEP-*7", "dep-7", "QOS-*", "", "DEP-2",
  ])
  func `a pattern that names no rule is an error`(pattern: String) throws {
    let catalogue = try catalogue()
    #expect(throws: Catalogue.UnknownPattern.self) { try catalogue.select(pattern) }
  }

  @Test func `an unknown pattern is answered with the nearest ones`() throws {
    let catalogue = try catalogue()
    let error = #expect(throws: Catalogue.UnknownPattern.self) { try catalogue.select("DPE-7") }
    #expect(error?.candidates.first == "DEP-7")
    #expect(error?.description.hasPrefix("no rule matches 'DPE-7'; did you mean DEP-7") == true)
  }

  @Test func `a pattern near to nothing is answered with the form`() throws {
    let catalogue = try catalogue()
    let error = #expect(throws: Catalogue.UnknownPattern.self) {
      try catalogue.select("everything")
    }
    #expect(
      error?.description
        == "no rule matches 'everything'; write a whole id such as DEP-9, or DEP-* for an area")
  }

  @Test func `a rule cannot be newer than the specification, nor challenged without a checker`()
    throws
  {
    let newer = try catalogue(18, "see: -\nsince: 99.0")
    #expect(
      newer.problems == [
        "DEP-1: since 99.0, but the specification has version \(SpecificationVersion.current)"
      ])
    let doubted = try catalogue(46, "see: -\nchallenged: it is")
    #expect(
      doubted.problems == [
        "DEP-7: an unchecked rule fails no subject, so it need not be challenged"
      ])
  }

  @Test func `the sample has no problems`() throws {
    #expect(try catalogue().problems == [])
  }

  @Test(arguments: [
    (8, "level: PERMIT", "DEP-1: level PERMIT has no checker, so check must be unchecked(reason)"),
    (8, "level: CLIENT", "DEP-1: level CLIENT has no outcomes"),
    (10, "check: unchecked(why)", "DEP-1: oracle is '-' exactly when the rule is unchecked"),
    (10, "check: unchecked(why)", "DEP-1: an unchecked rule cannot catch mutants"),
    (11, "oracle: -", "DEP-1: oracle is '-' exactly when the rule is unchecked"),
    (14, "derived: DEP-5: x", "DEP-1: derived from DEP-5, which does not exist"),
    (14, "derived: DEP-1: x", "DEP-1: derived from itself"),
    (16, "sources: -", "DEP-1: no source"),
    (36, "level: ACCEPT-SET", "DEP-7: level ACCEPT-SET needs outcomes"),
  ])
  func `a contradiction between fields is a problem`(
    line: Int, text: String, problem: String
  ) throws {
    #expect(try catalogue(line, text).problems.contains(problem))
  }

  @Test func `a checked rule of its own needs a mutant`() throws {
    var sample = ChapterSample.replacing(14, with: "derived: -")
    sample.lines[16] = "mutants: -"
    let chapter = try ChapterParser.parse(sample.text, file: "Dependencies.md")
    #expect(
      Catalogue(chapters: [chapter]).problems == [
        "DEP-1: a checked rule of its own needs at least one mutant"
      ])
  }

  @Test(arguments: [("-", true), ("DEP-1: x", false), ("twin of DEP-1", false)])
  func `only related rules share a mutant`(derived: String, isProblem: Bool) throws {
    var sample = ChapterSample.replacing(36, with: "level: CORE")
    sample.lines[37] = "check: checked"
    sample.lines[38] = "oracle: both"
    sample.lines[41] = "derived: \(derived)"
    sample.lines[44] = "mutants: edge-late"
    let chapter = try ChapterParser.parse(sample.text, file: "Dependencies.md")
    let problem = "DEP-1, DEP-7: both name the mutant edge-late"
    #expect(Catalogue(chapters: [chapter]).problems == (isProblem ? [problem] : []))
  }

  @Test func `two chapters of one area are a problem`() throws {
    let chapter = try ChapterParser.parse(ChapterSample().text, file: "Dependencies.md")
    #expect(
      Catalogue(chapters: [chapter, chapter]).problems.first == "DEP: more than one chapter")
  }

  @Test func `the digest changes with any word`() throws {
    #expect(try catalogue().digest == catalogue().digest)
    #expect(try catalogue().digest != catalogue(32, "**Note.** Some.").digest)
  }
}
