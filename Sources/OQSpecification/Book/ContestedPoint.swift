/// A contested point, C-n: where documents or implementations contradict each other, and what the
/// rules make of it.
package struct ContestedPoint: Sendable, Hashable {
  /// One reading of the point.
  package struct Reading: Sendable, Hashable {
    /// Who reads it so: lines of source documents, class references, implementations.
    package let source: String
    /// What it says.
    package let text: String
  }

  /// The number n of C-n.
  package let number: Int
  /// A short name, without full stop.
  package let title: String
  /// What is in question.
  package let question: String
  /// The readings, at least two.
  package let readings: [Reading]
  /// What the rules follow.
  package let resolution: String

  /// Where it is referred to, `C-5`.
  package var reference: CrossReference { .contested(number) }

  /// The freedoms that the resolution names, by ascending number; linear in its length.
  package var freedoms: [CrossReference] {
    var found: Set<CrossReference> = []
    for word in resolution.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "-" }) {
      if let reference = CrossReference(word), case .nondeterminism = reference {
        found.insert(reference)
      }
    }
    return found.sorted()
  }

  /// Reads a section of `Contested.md`.
  init(_ section: Page.Section, in file: String) throws(ChapterErrors) {
    var reader = SectionReader(section, in: file)
    guard case (.contested(let number), let title) = try reader.heading() else {
      throw reader.fault("expected a contested point, '## C-1 Title'")
    }
    self.number = number
    self.title = title
    question = try reader.quote()
    var readings: [Reading] = []
    for item in try reader.list(of: "readings") {
      guard let (source, text) = Page.splitLabel(item) else {
        throw reader.fault("expected a reading as '**source.** text', found '\(item)'")
      }
      readings.append(Reading(source: String(source.dropLast()), text: text))
    }
    guard readings.count > 1 else { throw reader.fault("expected two readings or more") }
    self.readings = readings
    resolution = try reader.paragraph("Resolution.")
    try reader.end(after: "Resolution")
  }
}
