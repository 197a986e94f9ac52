import Foundation
import Testing

import OQSpecification

/// The pages beside the chapters agree with the types.
@Suite struct DocumentTests {
  private let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Spec")

  private func page(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The first cells of the table under a heading, without back quotes.
  private func table(under heading: String, of page: String) throws -> [String] {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: Substring(heading)))
    let rows = lines[start...].drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
    return rows.dropFirst(2).map { row in
      row.split(separator: "|")[0].trimmingCharacters(in: CharacterSet(charactersIn: " `"))
    }
  }

  @Test func `the page names every field in the order of the strict form`() throws {
    let fields = try table(under: "## How to read a rule", of: page("README.md"))
    let sample = ChapterSample.replacing(18, with: "see: -\nsince: 2.0\nchallenged: it is")
    let chapter = try ChapterParser.parse(sample.text, file: "Dependencies.md")
    let rule = try #require(chapter.rules.first)
    let lines = rule.canonicalText.split(separator: "\n").filter { $0.contains(": ") }
    #expect(fields == lines.prefix(fields.count).map { String($0.prefix { $0 != ":" }) })
    #expect(fields.count == 13)
  }

  @Test func `the page names every level`() throws {
    let levels = try table(under: "### Levels", of: page("README.md"))
    #expect(levels.joined(separator: ", ") == alternatives(Level.all))
  }

  @Test func `the page names every capability in order`() throws {
    let capabilities = try table(under: "### Capabilities", of: page("README.md"))
    #expect(capabilities == Capability.allCases.map(\.rawValue))
  }

  @Test func `the page names every area in order`() throws {
    let areas = try table(under: "## Chapters", of: page("README.md"))
    #expect(areas == Area.allCases.map(\.rawValue))
  }

  @Test func `the page names every source document`() throws {
    let page = try page("README.md")
    #expect(try table(under: "## Sources", of: page) == Seed.allCases.map(\.rawValue))
    #expect(Seed.allCases.allSatisfy { page.contains("`\($0.file)`") })
  }

  @Test func `every written chapter is linked and every link leads somewhere`() throws {
    let page = try page("README.md")
    for chapter in Catalogue.current.chapters {
      let link = "](Rules/\(chapter.area.chapterFile))"
      #expect(page.contains(link), "\(chapter.area) has a chapter without link in Spec/README.md")
    }
    for name in ["README.md", "Glossary.md", "Histories.md"] {
      for match in try self.page(name).matches(of: /\]\(([^)#]+)/) {
        let path = folder.appending(path: String(match.1)).path(percentEncoded: false)
        #expect(FileManager.default.fileExists(atPath: path), "\(name) links to \(match.1)")
      }
    }
  }

  @Test func `the glossary is in alphabetical order`() throws {
    let words = try table(under: "# Glossary", of: page("Glossary.md"))
    #expect(words.count > 50)
    #expect(words == words.sorted())
  }
}
