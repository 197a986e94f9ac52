/// A freedom of the specification, ND-n: a point at which several outcomes are allowed.
package struct FreedomEntry: Sendable, Hashable {
  /// One allowed outcome.
  package struct Outcome: Sendable, Hashable {
    /// Its name, such as `not-awaited`.
    package let name: String
    /// Whether the model counts it when a run takes it.
    package let isCounted: Bool
    /// What happens.
    package let text: String
  }

  /// The number n of ND-n.
  package let number: Int
  /// A short name, without full stop.
  package let title: String
  /// What is left open, and when.
  package let statement: String
  /// The allowed outcomes; nothing else is.
  package let outcomes: [Outcome]
  /// What checkers must accept, and what they must not conclude.
  package let checkers: String
  /// Why histories cannot show the point, or nil where they can.
  package let notSeen: String?
  /// What known implementations do.
  package let note: String?

  /// Where it is referred to, `ND-12`.
  package var reference: CrossReference { .nondeterminism(number) }

  /// Reads a section of `Freedoms.md`.
  init(_ section: Page.Section, in file: String) throws(ChapterErrors) {
    var reader = SectionReader(section, in: file)
    guard case (.nondeterminism(let number), let title) = try reader.heading() else {
      throw reader.fault("expected a freedom, '## ND-1 Title'")
    }
    self.number = number
    self.title = title
    statement = try reader.quote()
    var outcomes: [Outcome] = []
    for item in try reader.list(of: "outcomes") {
      guard let outcome = Outcome(item) else {
        throw reader.fault(
          "expected an outcome as '`name`: text' or '*name*: text', found '\(item)'")
      }
      outcomes.append(outcome)
    }
    self.outcomes = outcomes
    checkers = try reader.paragraph("Checkers.")
    notSeen = reader.optionalParagraph("Not seen.")
    note = reader.optionalParagraph("Note.")
    try reader.end(after: "Checkers, Not seen and Note")
  }
}

extension FreedomEntry.Outcome {
  /// Reads `` `name`: text `` or `*name*: text`.
  init?(_ item: String) {
    guard let mark = item.first, mark == "`" || mark == "*",
      let end = item.dropFirst().firstIndex(of: mark)
    else { return nil }
    let rest = item[item.index(after: end)...]
    let name = item[item.index(after: item.startIndex)..<end]
    guard rest.hasPrefix(": "), !name.isEmpty else { return nil }
    self.init(name: String(name), isCounted: mark == "`", text: String(rest.dropFirst(2)))
  }
}
