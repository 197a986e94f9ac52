import Foundation
import Testing

/// The table of the README that says which files an addition touches.
@Suite struct `What the README says of additions` {
  /// A row: what is new, and the files in it.
  private struct Row {
    let title: String
    let paths: [String]

    /// Reads a row of the table; nil for another line.
    init?(_ line: Substring) {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      guard line.hasPrefix("| "), cells.count == 4 else { return nil }
      title = String(cells[1]).trimmed
      paths = cells[2].matches(of: /`((?:Sources|Spec|Tests)\/[^`]+\.\w+)`/).map { String($0.1) }
    }
  }

  private func row(_ start: String) throws -> Row {
    let readme = try Repository.text("README.md")
    let section = try #require(readme.range(of: "\n## Contributing\n"))
    let rows = readme[section.upperBound...].split(separator: "\n").compactMap { Row($0) }
    return try #require(rows.first { $0.title.hasPrefix(start) })
  }

  /// Hand-written files below some folders in which a text stands.
  private func files(naming text: String, below folders: [String]) throws -> Set<String> {
    let files = Repository.files(below: folders, suffix: "").filter {
      !$0.hasSuffix(".generated.swift")
        && [".swift", ".md", ".cases"].contains(where: $0.hasSuffix)
    }
    return Set(try files.filter { try Repository.text($0).contains(text) })
  }

  @Test(
    arguments: [
      ("rule", 5), ("mutant", 3), ("verb", 6), ("bundled subject", 3), ("report format", 3),
      ("contract", 2),
    ])
  func `is that few files are touched, which are there`(title: String, most: Int) throws {
    let paths = try row(title).paths
    #expect(!paths.isEmpty && Set(paths).count == paths.count && paths.count <= most)
    for path in paths {
      let place = Repository.root.appending(path: path).path
      #expect(FileManager.default.fileExists(atPath: place), "\(path)")
    }
  }

  @Test func `is true of its rule`() throws {
    let example = "\"QUEUE-57\""
    // That classes do not share a rule is said where it is so, which is rare.
    let named = try files(
      naming: example, below: ["Sources/OQCheckers", "Sources/OQPrograms", "Sources/OQRunner"]
    ).subtracting(["Sources/OQCheckers/OperationClasses/SharedRules.swift"])
    let listed = Set(try row("rule").paths)
    #expect(named.count == 2 && named.isSubset(of: listed), "\(named)")
    #expect(try files(naming: "\n## QUEUE-57 ", below: ["Spec/Rules"]).isSubset(of: listed))
    let mutants = try files(naming: example, below: ["Sources/OQMutants"])
    let places = try row("mutant").paths
    #expect(!mutants.isEmpty && mutants.isSubset(of: places))
  }

  @Test func `is true of its verb`() throws {
    let modules = Repository.files(below: ["Sources"], suffix: ".swift")
      .map { $0.split(separator: "/").prefix(2).joined(separator: "/") }
    // What rules, their programs and mutants do with a verb is theirs; the reference queue has
    // properties, no verbs.
    let others = ["OQCheckers", "OQPrograms", "OQFacts", "OQMutants", "OQReference"].map {
      "Sources/\($0)"
    }
    let named = try files(
      naming: ".queueQuality", below: Set(modules).subtracting(others).sorted())
    let listed = try row("verb").paths
    #expect(named.count >= 4 && named.isSubset(of: listed), "\(named)")
  }
}
