import OQSpecification
import Testing

extension Catalogue {
  /// The chapter of a rule with a line more in the rule's fields.
  static func changing(_ rule: RuleID, _ field: String) throws -> Catalogue {
    let chapter = try #require(Catalogue.current.chapters.first { $0.area == rule.area })
    var lines = chapter.canonicalText.split(separator: "\n", omittingEmptySubsequences: false)
    let heading = try #require(lines.firstIndex { $0.hasPrefix("## \(rule) ") })
    let last = try #require(lines[heading...].firstIndex { $0.hasPrefix("see: ") })
    lines.insert(Substring(field), at: last + 1)
    let changed = try ChapterParser.parse(
      lines.joined(separator: "\n"), file: chapter.area.chapterFile)
    return Catalogue(chapters: [changed])
  }
}
