import OQJSON

/// Rules for other tools; `Spec/catalogue.schema.json` describes the form.
package enum CatalogueJSON {
  /// The version of the form.
  package static let schemaVersion = 1

  /// Rules as one JSON object: keys in order, a newline at the end; a pure function of its
  /// arguments.
  ///
  /// - Parameters:
  ///   - rules: the rules, in the order to be shown.
  ///   - catalogue: where they come from: its digest is named, and the introductions of the
  ///     chapters that have one of the rules.
  /// - Returns: everything that the chapters say of the rules.
  package static func text(_ rules: [Rule], of catalogue: Catalogue) -> String {
    let areas = Set(rules.map(\.id.area))
    let object = JSON.sorted([
      "schema": .integer(schemaVersion),
      "spec": .sorted([
        "version": .string(SpecificationVersion.current.description),
        "digest": .string(catalogue.digest.description),
      ]),
      "chapters": .array(
        catalogue.chapters.filter { areas.contains($0.area) }.map(json(for:))),
      "rules": .array(rules.map(json(for:))),
    ])
    return object.laidOut + "\n"
  }

  private static func json(for chapter: Chapter) -> JSON {
    .sorted([
      "area": .string(chapter.area.rawValue),
      "title": .string(chapter.area.title),
      "file": .string("Spec/Rules/" + chapter.area.chapterFile),
      "introduction": .strings(chapter.introduction),
    ])
  }

  private static func json(for rule: Rule) -> JSON {
    .sorted([
      "id": .string(rule.id.description),
      "title": .string(rule.title),
      "level": .string(rule.level.description),
      "kind": .string(rule.kind.description),
      "check": json(for: rule.check),
      "oracle": rule.oracle == .none ? .null : .string(rule.oracle.rawValue),
      "needs": .strings(rule.needs.map(\.description)),
      "outcomes": rule.outcomes.map(json(for:)) ?? .null,
      "derived": json(for: rule.derived),
      "contexts": .strings(rule.contexts.map(\.description)),
      "sources": .strings(rule.sources.map(\.description)),
      "mutants": .strings(rule.mutants.map(\.description)),
      "see": .strings(rule.see.map(\.description)),
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

  private static func json(for check: Checkability) -> JSON {
    switch check {
    case .checked: .sorted(["status": .string("checked"), "reason": .null])
    case .sampled: .sorted(["status": .string("sampled"), "reason": .null])
    case .unchecked(let reason):
      .sorted(["status": .string("unchecked"), "reason": .string(reason)])
    }
  }

  private static func json(for outcomes: Outcomes) -> JSON {
    .sorted(
      Dictionary(
        uniqueKeysWithValues: Profile.allCases.map {
          ($0.rawValue, JSON.strings(outcomes.accepted(in: $0)))
        }))
  }

  private static func json(for derivation: Derivation) -> JSON {
    switch derivation {
    case .none: .array([])
    case .twin(let rule): .array([.sorted(["rule": .string(rule.description), "context": .null])])
    case .restriction(let bases):
      .array(
        bases.map {
          .sorted(["rule": .string($0.rule.description), "context": .string($0.context)])
        })
    }
  }
}
