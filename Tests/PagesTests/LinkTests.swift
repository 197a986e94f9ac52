import Foundation
import OQPages
import OQSpecification
import Testing

/// Every link in the specification and in the READMEs leads somewhere.
@Suite struct LinkTests {
  /// The Markdown files, relative to the package root.
  static let files: [String] = {
    let walker = FileManager.default.enumerator(atPath: Pages.root.appending(path: "Spec").path)
    var files = ["README.md", "Tests/README.md"]
    while let name = walker?.nextObject() as? String {
      if name.hasSuffix(".md") { files.append("Spec/\(name)") }
    }
    return files.sorted()
  }()

  /// The anchors of each file, by its path: many links lead to the same few files.
  private static let anchors: [String: Set<String>] = files.reduce(into: [:]) { anchors, file in
    let text = try? Pages.text(file)
    anchors[path(of: file)] = Set(MarkdownLinks.anchors(in: text ?? ""))
  }

  private static func path(of file: String) -> String {
    Pages.root.appending(path: file).standardizedFileURL.path
  }

  @Test(arguments: files) func `leads to a file and to a place in it`(file: String) throws {
    let text = try Pages.text(file)
    let targets = MarkdownLinks.targets(in: text)
    for target in targets where !target.contains("://") {
      #expect(fault(of: target, in: file) == nil, "\(file): \(target)")
    }
    for label in MarkdownLinks.undefinedLabels(in: text) where isOwed(label) {
      Issue.record("\(file): [\(label)] has no definition")
    }
  }

  /// Why a link leads nowhere, or nil.
  private func fault(of target: String, in file: String) -> String? {
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let folder = Pages.root.appending(path: file).deletingLastPathComponent()
    let path =
      parts[0].isEmpty ? Pages.root.appending(path: file) : folder.appending(path: parts[0])
    guard FileManager.default.fileExists(atPath: path.path) else { return "no such file" }
    guard parts.count == 2 else { return nil }
    guard let anchors = Self.anchors[path.standardizedFileURL.path] else { return "not a page" }
    return anchors.contains(String(parts[1])) ? nil : "no such anchor"
  }

  /// Whether a label must be defined: an address whose area has its chapter.
  private func isOwed(_ label: String) -> Bool {
    if CrossReference(label) != nil { return true }
    guard let rule = RuleID(label) else { return false }
    return Catalogue.current.chapters.contains { $0.area == rule.area }
  }

  @Test func `links of all forms are found, and code is left out`() {
    let text = """
      # A page

      [one](a.md#x) ![two](b.svg) `[no](c.md)` [ND-1] and [ND-2].

      ```
      [no](d.md)
      ```

      [ND-2]: e.md
      """
    #expect(MarkdownLinks.targets(in: text) == ["a.md#x", "b.svg", "e.md"])
    #expect(MarkdownLinks.undefinedLabels(in: text) == ["ND-1"])
  }

  @Test func `anchors are headings, counted where they are repeated, and ids`() {
    let text = "# A b\n\n## A b\n\n| <a id=\"c\"></a>`c` |\n"
    #expect(MarkdownLinks.anchors(in: text) == ["a-b", "a-b-1", "c"])
  }
}

/// What a Markdown file links to, and where it can be linked to.
enum MarkdownLinks {
  /// The addresses of its links and pictures, in their order.
  static func targets(in text: String) -> [String] {
    withoutCode(text).flatMap { line -> [String] in
      if let definition = line.firstMatch(of: /^\[[^\]]+\]: (\S+)$/) {
        return [String(definition.1)]
      }
      return line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
    }
  }

  /// Labels in brackets that look like addresses and have no definition.
  static func undefinedLabels(in text: String) -> [String] {
    let lines = withoutCode(text)
    let defined = Set(
      lines.compactMap { $0.firstMatch(of: #/^\[([^\]]+)\]: /#).map { String($0.1) } })
    return lines.flatMap { LinkTable.labels(in: $0) }.filter { !defined.contains($0) }
  }

  /// The anchors of its headings and ids, in their order.
  static func anchors(in text: String) -> [String] {
    var anchors: [String] = []
    for line in withoutCode(text) {
      if let heading = line.firstMatch(of: /^#+ (.*)$/) {
        let slug = Slug.of(heading.1)
        let repeats = anchors.count {
          $0 == slug || $0.hasPrefix(slug + "-") && Int($0.dropFirst(slug.count + 1)) != nil
        }
        anchors.append(repeats == 0 ? slug : "\(slug)-\(repeats)")
      }
      anchors += line.matches(of: /<a id="([^"]+)">/).map { String($0.1) }
    }
    return anchors
  }

  /// The lines outside fenced code, without code spans; headings keep theirs.
  private static func withoutCode(_ text: String) -> [String] {
    var isFenced = false
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isFenced.toggle()
      } else if !isFenced {
        lines.append(
          line.hasPrefix("#") || line.hasPrefix("[") && line.contains("]: ")
            ? String(line) : String(line.replacing(/(^|[^\[])`[^`]*`/) { $0.1 }))
      }
    }
    return lines
  }
}
