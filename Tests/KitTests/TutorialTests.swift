import Foundation
import OperationQueueConformance
import Testing

@Suite struct `The tutorial` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `shows what the package of an adopter says`() throws {
    let snippets = Snippet.all(in: try text("Spec/SwiftAdapters.md"))
    #expect(snippets.count >= 6)
    for snippet in snippets {
      let path = try #require(snippet.path, "a snippet without a file: \(snippet.text)")
      #expect(try text("Tests/Adopter/\(path)").contains(snippet.text), "\(path)")
    }
    #expect(
      Set(snippets.compactMap(\.path)).isSuperset(of: [
        "Package.swift", "Sources/ToyAdapters/ToyAdapter.swift", "Sources/toy-check/main.swift",
        "Tests/ToyTests/ToyTests.swift", "Tests/ToyXCTests/ToyXCTests.swift",
      ]))
  }

  @Test func `names the functions of every capability`() throws {
    let rows = try text("Spec/SwiftAdapters.md").matches(of: /\n\| `(\w+)` \| ([^|\n]+) \|/)
    #expect(
      rows.map { String($0.1) } == QueueCapability.allCases.map(\.rawValue))
    let source = try text("Sources/OQKit/Adapting/QueueAdapter.swift")
    var declared: [String: Set<String>] = [:]
    // The capability stands at the end of the first sentence.
    var sentence = ""
    for line in source.split(separator: "\n") {
      if let match = line.wholeMatch(of: /\ *\/\/\/ ?(.*)/) {
        if !sentence.contains("`)") { sentence += match.1 }
      } else if let match = line.firstMatch(of: /^\ *func (\w+)/) {
        if let capability = sentence.firstMatch(of: /\(`(\w+)`\)/) {
          declared[String(capability.1), default: []].insert(String(match.1))
        }
        sentence = ""
      } else {
        sentence = ""
      }
    }
    for row in rows {
      let named = row.2.matches(of: /`(\w+)`/).map { String($0.1) }
      #expect(Set(named) == declared[String(row.1)] ?? [], "\(row.1)")
    }
  }

  @Test func `is read snippet by snippet`() {
    let page = """
      <!-- a.swift -->
      ```swift
      let a = 1

      let b = 2
      ```
      ```swift
      let c = 3
      ```
      ```
      let d = 4
      ```
      """
    #expect(
      Snippet.all(in: page) == [
        Snippet(path: "a.swift", text: "let a = 1\n\nlet b = 2\n"),
        Snippet(path: nil, text: "let c = 3\n"),
      ])
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }
}

/// A piece of Swift on a page, under a comment that names its file.
struct Snippet: Hashable {
  let path: String?
  let text: String

  /// All pieces of a page, in their order.
  static func all(in page: String) -> [Snippet] {
    var snippets: [Snippet] = []
    var previous: Substring = ""
    var lines: [Substring]?
    var path: String?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = lines {
        if line == "```" {
          snippets.append(Snippet(path: path, text: open.map { $0 + "\n" }.joined()))
          lines = nil
        } else {
          lines = open + [line]
        }
      } else if line == "```swift" {
        lines = []
        path = previous.wholeMatch(of: /<!-- (\S+) -->/).map { String($0.1) }
      }
      previous = line
    }
    return snippets
  }
}
