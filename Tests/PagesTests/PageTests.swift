import OQPages
import OQSpecification
import Testing

/// The strict form of pages, and what is generated into them.
@Suite struct PageTests {
  static let freedoms = """
    # Freedoms

    Words.

    ## ND-1 First

    > Something is
    > open.

    - `one`: it is
      one.
    - *other*: it is not.

    **Checkers.** Accept [DEP-9] and [both](Model.md#x).

    **Rules.** [DEP-1].
    """

  static let contested = """
    # Contested

    ## C-1 Point

    > Is it?

    - **S0:1; Guide.** Yes.
    - **GNUstep.** No.

    **Resolution.** Either ([ND-1], ND-1).
    """

  static let sources = """
    # Sources

    ## S0 One

    | lines | section | what it says | rules |
    |---|---|---|---|
    | 1-5 | First | Words. | [OP-1] |
    | 6-324 | Rest | More words. | none: a listing |

    ## S1 Two

    ## S2 Three

    ## S3 Four

    ## S4 Five

    ## Defects

    Some.
    """

  @Test func `a source is read with its sections`() throws {
    let book = try Self.book()
    let document = try #require(book.documents.first)
    #expect(document.title == "One")
    #expect(document.section(at: 5)?.title == "First")
    #expect(document.section(at: 6)?.reason == "a listing")
    #expect(document.section(at: 325) == nil)
  }

  @Test(arguments: [
    ("6-324", "7-324", "5:1: error: S0: lines 7-324 do not follow the row before"),
    ("6-324", "6-323", "3:1: error: S0: the sections end before line 324"),
    ("## S2 Three\n", "", "1:1: error: expected one section for each of S0, S1, S2, S3, S4"),
    ("| 1-5 |", "| 1 |", "5:1: error: expected rows"),
  ])
  func `a gap in a source is named`(old: String, new: String, message: String) {
    let text = Self.sources.replacing(old, with: new)
    #expect {
      _ = try Book(freedoms: Self.freedoms, contested: Self.contested, sources: text)
    } throws: { error in
      "\(error)".hasPrefix("Sources.md:\(message)")
    }
  }

  @Test func `the last column is filled but for reasons`() {
    var page = PageText(Self.sources)
    #expect(page.handWritten.contains("| 1-5 | First | Words. | |"))
    page.fillRules { heading, row in heading.hasPrefix("S0") ? "[DEP-1] \(row.count)" : "x" }
    #expect(page.handWritten.contains("| 1-5 | First | Words. | [DEP-1] 3 |"))
    #expect(page.handWritten.contains("| 6-324 | Rest | More words. | none: a listing |"))
  }

  static func book() throws -> Book {
    try Book(freedoms: freedoms, contested: contested, sources: sources)
  }

  @Test func `a freedom is read with its outcomes`() throws {
    let book = try Self.book()
    let entry = try #require(book.freedom(.nondeterminism(1)))
    #expect(entry.statement == "Something is open.")
    #expect(entry.outcomes.map(\.name) == ["one", "other"])
    #expect(entry.outcomes.map(\.isCounted) == [true, false])
    #expect(entry.outcomes.map(\.text) == ["it is one.", "it is not."])
    #expect(Page.withoutLinks(entry.checkers) == "Accept DEP-9 and both.")
    #expect(book.freedom(.nondeterminism(2)) == nil)
  }

  @Test func `a contested point is read with its readings`() throws {
    let book = try Self.book()
    let point = try #require(book.point(.contested(1)))
    #expect(point.readings.map(\.source) == ["S0:1; Guide", "GNUstep"])
    #expect(point.freedoms == [.nondeterminism(1)])
  }

  @Test(arguments: [
    ("## ND-1 First", "## ND-2 First", "5:1: error: expected number 1"),
    ("## ND-1 First", "## First", "5:1: error: expected a heading such as '## ND-1 Title'"),
    ("> open.", "open.", "8:1: error: expected '> '"),
    ("- *other*: it", "- other: it", "5:1: error: expected an outcome"),
    ("**Checkers.** ", "**Checks.** ", "14:1: error: 'ND-1 First': expected the paragraph"),
    ("  one.", "one.", "11:1: error: expected '- ' before an item"),
    ("# Freedoms", "Freedoms", "1:1: error: expected a title"),
  ])
  func `an error names its place`(old: String, new: String, message: String) {
    let text = Self.freedoms.replacing(old, with: new)
    #expect {
      _ = try Book(freedoms: text, contested: Self.contested, sources: Self.sources)
    } throws: { error in
      "\(error)".hasPrefix("Freedoms.md:\(message)")
    }
  }

  @Test func `a point needs two readings and nothing after its resolution`() {
    for (old, new) in [("- **GNUstep.** No.\n", ""), ("Either (", "Either.\n\nMore (")] {
      let text = Self.contested.replacing(old, with: new)
      #expect(throws: ChapterErrors.self) {
        _ = try Book(freedoms: Self.freedoms, contested: text, sources: Self.sources)
      }
    }
  }

  @Test func `generated paragraphs and links are taken out and put in again`() throws {
    var page = PageText(Self.freedoms + "\n\n\(Page.linksMark)\n\n[DEP-9]: nowhere\n")
    #expect(page.handWritten.hasSuffix("[both](Model.md#x)."))
    page.append { $0.hasPrefix("ND-1") ? ["**Rules.** [ND-1]."] : [] }
    let book = try Self.book()
    let links = LinkTable(Catalogue(chapters: []), book)
    let text = page.text(linkedBy: links)
    #expect(
      text.hasSuffix(
        "**Rules.** [ND-1].\n\n\(Page.linksMark)\n\n[ND-1]: Freedoms.md#nd-1-first\n"))
    var again = PageText(text)
    again.append { $0.hasPrefix("ND-1") ? ["**Rules.** [ND-1]."] : [] }
    #expect(again.text(linkedBy: links) == text)
  }

  @Test func `long paragraphs are wrapped at one hundred columns`() throws {
    var page = PageText("# T\n\n## S\n\nWords.\n")
    let rules = (10...60).map { "[DEP-\($0)]" }.joined(separator: ", ")
    page.append { _ in ["**Rules.** " + rules] }
    let lines = page.handWritten.split(separator: "\n")
    #expect(lines.count > 5)
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  @Test func `text between marks is replaced`() {
    var page = PageText("# T\n\n<!-- table -->\nold\n<!-- end of table -->\n\nend\n")
    let isReplaced = page.replace("table", with: ["new", "rows"])
    #expect(isReplaced)
    #expect(page.handWritten == "# T\n\n<!-- table -->\nnew\nrows\n<!-- end of table -->\n\nend")
    let isOther = page.replace("other", with: [])
    #expect(!isOther)
  }

  @Test func `labels are what stands in brackets without an address`() {
    #expect(LinkTable.labels(in: "[a] [b](c) [`d`], [e\n[f]") == ["a", "`d`", "f"])
  }

  @Test func `slugs are those of repository hosts`() {
    #expect(Slug.of("DEP-9 A `removed` one: is it?") == "dep-9-a-removed-one-is-it")
  }
}
