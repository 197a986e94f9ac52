import Foundation
import OQSpecification
import Testing

/// The cells in which decided cases are counted come from one list, so that one function can decide
/// them for every rule.
@Suite struct ContextTests {
  @Test func `every context of a rule is a cell that Histories defines`() throws {
    let cells = try cells()
    #expect(cells.count >= 30)
    for rule in Catalogue.current.rules {
      for context in rule.contexts {
        let isDefined = cells.contains(context)
        #expect(isDefined, "\(rule.id): '\(context)' is not in the table of Spec/Histories.md")
      }
    }
  }

  @Test func `no cell is defined twice`() throws {
    let cells = try cells()
    let unique = Set(cells)
    #expect(unique.count == cells.count)
  }

  /// The words in the first column of the table of contexts.
  private func cells() throws -> [String] {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "Spec/Histories.md"), encoding: .utf8)
    let lines = page.split(separator: "\n")
    let head = try #require(lines.firstIndex { $0.hasPrefix("| cells | decided by |") })
    return lines[(head + 2)...].prefix { $0.hasPrefix("|") }.flatMap { row in
      row.split(separator: "|")[0].split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
  }
}
