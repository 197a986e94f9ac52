import OQPages
import OQSpecification
import Testing

/// The generated parts are those that chapters, pages and model give.
@Suite struct GeneratedPagesTests {
  @Test func `the generated files are fresh`() throws {
    for file in try SpecificationPages.files(.current, texts: Pages.texts()) {
      let present = try Pages.text(file.path)
      #expect(present == file.content, "\(file.path): run 'swift run oqspec regenerate'")
    }
  }

  @Test func `a page that was changed by hand is generated anew`() throws {
    var texts = try Pages.texts()
    for (name, text) in texts {
      texts[name] = text.replacing("**Rules.** ", with: "**Rules.** [DEP-1], ")
    }
    for file in try SpecificationPages.files(.current, texts: texts) {
      let present = try Pages.text(file.path)
      #expect(present == file.content, "\(file.path)")
    }
  }

  @Test func `the embedded book is the one of the pages`() throws {
    let texts = try Pages.texts()
    let book = try Book(
      freedoms: try #require(texts["Freedoms.md"]), contested: try #require(texts["Contested.md"]),
      sources: try #require(texts["Sources.md"]))
    #expect(Book.current == book)
  }

  @Test func `a reference that no page has is named`() throws {
    let texts = try Pages.texts()
    let page = try #require(texts["Contested.md"])
    let cut = try #require(page.firstRange(of: "\n## C-24 "))
    #expect {
      var changed = texts
      changed["Contested.md"] = String(page[..<cut.lowerBound])
      _ = try SpecificationPages.files(.current, texts: changed)
    } throws: { error in
      (error as? SpecificationPages.Fault)?.messages.contains {
        $0.contains("see C-24, which neither Freedoms.md nor Contested.md has")
      } == true
    }
  }

  @Test func `every freedom and every contested point bears on a rule`() {
    guard Pages.isComplete else { return }
    let used = Set(Catalogue.current.rules.flatMap(\.see))
    let all =
      Book.current.freedoms.map(\.reference) + Book.current.contested.map(\.reference)
    #expect(all.filter { !used.contains($0) } == [])
  }
}
