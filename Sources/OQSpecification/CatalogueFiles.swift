/// The files that are generated from the chapters.
package enum CatalogueFiles {
  /// One generated file.
  package struct File: Sendable, Hashable {
    /// The path from the package root.
    package let path: String
    /// The whole content.
    package let content: String

    /// A file.
    ///
    /// - Parameters:
    ///   - path: the path from the package root.
    ///   - content: the whole content.
    package init(path: String, content: String) {
      self.path = path
      self.content = content
    }
  }

  /// The version of the layout of `Spec/catalogue.json`.
  package static let schemaVersion = 1

  /// The generated files for a catalogue; a pure function of it.
  ///
  /// - Parameter catalogue: what the chapters say.
  /// - Returns: the Swift source that embeds the catalogue, and the catalogue as JSON.
  package static func all(for catalogue: Catalogue) -> [File] {
    [
      File(
        path: "Sources/OQSpecification/Catalogue.generated.swift", content: swift(for: catalogue)),
      File(path: "Spec/catalogue.json", content: json(for: catalogue)),
    ]
  }

  /// Embeds the canonical text as raw string literals, which the compiler takes in fastest.
  private static func swift(for catalogue: Catalogue) -> String {
    let literals = catalogue.chapters.map { literal($0.canonicalText) + ",\n" }
    return """
      // swift-format-ignore-file
      // Generated from Spec/Rules by 'swift run oqspec regenerate'; edit the chapters instead.

      /// The chapters of `Spec/Rules` in canonical form, and the digest over all of them.
      enum GeneratedCatalogue {
        static let digest = "\(catalogue.digest)"

        static let chapters: [String] = [

      """ + literals.joined() + """
          ]
        }

        """
  }

  /// A raw string literal with as many number signs as the text demands.
  static func literal(_ text: String) -> String {
    var signs = "#"
    while text.contains("\"\"\"" + signs) || text.contains("\\" + signs) { signs += "#" }
    return signs + "\"\"\"\n" + text + "\n\"\"\"" + signs
  }

  private static func json(for catalogue: Catalogue) -> String {
    let object = JSONText.object([
      "schema": .number(schemaVersion),
      "spec": .object([
        "version": .string(SpecificationVersion.current.description),
        "digest": .string(catalogue.digest.description),
      ]),
      "chapters": .array(catalogue.chapters.map(json(for:))),
      "rules": .array(catalogue.rules.map(json(for:))),
    ])
    return object.rendered() + "\n"
  }

  private static func json(for chapter: Chapter) -> JSONText {
    .object([
      "area": .string(chapter.area.rawValue),
      "title": .string(chapter.area.title),
      "file": .string("Spec/Rules/" + chapter.area.chapterFile),
      "introduction": .strings(chapter.introduction),
    ])
  }

  private static func json(for rule: Rule) -> JSONText {
    .object([
      "id": .string(rule.id.description),
      "title": .string(rule.title),
      "level": .string(rule.level.description),
      "kind": .string(rule.kind.description),
      "check": json(for: rule.check),
      "oracle": rule.oracle == .none ? .null : .string(rule.oracle.rawValue),
      "needs": .strings(rule.needs),
      "outcomes": rule.outcomes.map(json(for:)) ?? .null,
      "derived": json(for: rule.derived),
      "contexts": .strings(rule.contexts),
      "sources": .strings(rule.sources),
      "mutants": .strings(rule.mutants),
      "see": .strings(rule.see),
      "since": .string(rule.since.description),
      "challenged": rule.challenge.map { .string($0) } ?? .null,
      "statement": .string(rule.statement),
      "antecedent": .string(rule.antecedent),
      "intent": .string(rule.intent),
      "checkText": .string(rule.checkText),
      "ifViolated": rule.ifViolated.map { .string($0) } ?? .null,
      "note": rule.note.map { .string($0) } ?? .null,
    ])
  }

  private static func json(for check: Checkability) -> JSONText {
    switch check {
    case .checked: .object(["status": .string("checked"), "reason": .null])
    case .sampled: .object(["status": .string("sampled"), "reason": .null])
    case .unchecked(let reason):
      .object(["status": .string("unchecked"), "reason": .string(reason)])
    }
  }

  private static func json(for outcomes: Outcomes) -> JSONText {
    .object(
      Dictionary(
        uniqueKeysWithValues: Profile.allCases.map {
          ($0.rawValue, JSONText.strings(outcomes.accepted(in: $0)))
        }))
  }

  private static func json(for derivation: Derivation) -> JSONText {
    switch derivation {
    case .none: .array([])
    case .twin(let rule): .array([.object(["rule": .string(rule.description), "context": .null])])
    case .restriction(let bases):
      .array(
        bases.map {
          .object(["rule": .string($0.rule.description), "context": .string($0.context)])
        })
    }
  }
}
