import Foundation
import OQHistory
import OQSpecification
import Testing

/// The pages of `Spec` that speak of text forms are compared with the code that reads and prints.
@Suite struct DocumentTests {
  @Test func `every program in the documentation is canonical apart from comments`() throws {
    let examples = try Document("Programs.md").blocks("oqprogram")
    #expect(examples.count >= 5)
    for example in examples {
      let program = try Program(parsing: example)
      #expect(program.text == Document.withoutComments(example))
      #expect(try Program(parsing: program.text) == program)
    }
  }

  @Test func `every fault in the documentation is refused with its message`() throws {
    let faults = try Document("Programs.md").blocks("oqprogram-fault")
    #expect(faults.count >= 3)
    for fault in faults {
      let message = try #require(fault.split(separator: "\n").last?.dropFirst(2))
      let error = #expect(throws: TextError.self) { try Program(parsing: fault) }
      #expect(error?.description == String(message))
    }
  }

  @Test func `every history in the documentation comes back unchanged`() throws {
    let examples = try Document("Histories.md").blocks("oqhistory")
    #expect(examples.count >= 3)
    for example in examples {
      #expect(try History(parsing: example).text == example)
    }
  }

  @Test func `the documentation names every kind of operation`() throws {
    let rows = try Document("Programs.md").table(after: "| kind | what it is |")
    let kinds = Program.Kind.allCases.filter { $0 != .task }.map { "| `\($0.rawValue)` " }
    #expect(rows.count == kinds.count)
    for (row, kind) in zip(rows, kinds) { #expect(row.hasPrefix(kind)) }
  }

  @Test func `the documentation has the limits of the code`() throws {
    let rows = try Document("Programs.md").table(after: "| what | at most |")
    #expect(
      rows == [
        "| operations | \(Limits.operations) |",
        "| queues | \(Limits.queues) |",
        "| client lanes | \(Limits.clients) |",
        "| blocks of one operation, number of a completion block | \(Limits.blocks) |",
        "| number of a meeting | \(Limits.meetings) |",
        "| lines | \(Limits.lines) |",
      ])
  }
}

/// A page of `Spec`.
private struct Document {
  let lines: [Substring]

  init(_ name: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Spec/\(name)"), encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The texts of the fenced blocks with an info string, each line ending in a newline.
  func blocks(_ info: String) -> [String] {
    var blocks: [String] = []
    var isInside = false
    for line in lines {
      if line == "```\(info)" {
        isInside = true
        blocks.append("")
      } else if line == "```" {
        isInside = false
      } else if isInside {
        blocks[blocks.count - 1] += line + "\n"
      }
    }
    return blocks
  }

  /// The rows of the table whose head begins with some text.
  func table(after head: String) -> [String] {
    guard let start = lines.firstIndex(where: { $0.hasPrefix(head) }) else { return [] }
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map(String.init)
  }

  static func withoutComments(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      var end = line.firstIndex(of: "#") ?? line.endIndex
      while end > line.startIndex, line[line.index(before: end)] == " " {
        end = line.index(before: end)
      }
      return line[..<end] + "\n"
    }.joined()
  }
}
