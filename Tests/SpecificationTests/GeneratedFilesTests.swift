import Foundation
import Testing

import OQSpecification

/// The chapters and the generated files as they are checked in.
@Suite struct GeneratedFilesTests {
  private let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private func catalogue() throws -> Catalogue {
    let folder = root.appending(path: "Spec/Rules").path(percentEncoded: false)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".md") }
    let chapters = try names.map { try ChapterParser.parse(text("Spec/Rules/\($0)"), file: $0) }
    return Catalogue(chapters: chapters)
  }

  @Test func `the generated file is the one that the chapters give`() throws {
    let file = CatalogueFiles.source(for: try catalogue())
    let present = try text(file.path)
    #expect(present == file.content, "\(file.path): run 'swift run oqspec regenerate'")
  }

  @Test func `the embedded catalogue is the one of the chapters`() throws {
    let catalogue = try catalogue()
    #expect(Catalogue.current == catalogue)
    #expect(Catalogue.currentDigest == catalogue.digest.description)
  }

  @Test func `the rules do not contradict each other`() {
    #expect(Catalogue.current.problems == [])
  }

  @Test func `ids are unique and ascending`() {
    let ids = Catalogue.current.rules.map(\.id)
    #expect(!ids.isEmpty)
    #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `every rule is found under its id`() {
    for rule in Catalogue.current.rules {
      #expect(Catalogue.current[rule.id] == rule)
    }
  }

  @Test func `a literal survives quotes, backslashes and number signs`() throws {
    var sample = ChapterSample()
    sample.lines[31] = ##"**Note.** A """# and a \#(trap) and "#."##
    let chapter = try ChapterParser.parse(sample.text, file: "Dependencies.md")
    let swift = CatalogueFiles.source(for: Catalogue(chapters: [chapter])).content
    #expect(swift.contains("##\"\"\"\n# DEP: Dependencies\n"))
    #expect(swift.contains("\n\n\"\"\"##,\n"))
  }
}
