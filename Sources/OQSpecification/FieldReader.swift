extension ChapterReader {
  /// The values of the field lines of one rule.
  struct Fields {
    var level = Level.core
    var kind = Kind.safety
    var check = Checkability.checked
    var oracle = Oracle.none
    var needs: [Capability] = []
    var outcomes: Outcomes?
    var derived = Derivation.none
    var contexts: [String] = []
    var sources: [Citation] = []
    var mutants: [String] = []
    var see: [CrossReference] = []
    var since = SpecificationVersion.first
    var challenge: String?
  }

  /// One field line: its value and where it stands.
  private struct Field {
    let value: Substring
    /// The index of the line.
    let line: Int
    /// The column of the value, from 1.
    let column: Int
  }

  /// Reads the field lines; `nil` when one is missing or out of order.
  ///
  /// A value that cannot be read is an error but not the end: the other fields are read on.
  mutating func fields() -> Fields? {
    var fields = Fields()
    guard let level = field("level") else { return nil }
    fields.level = value(level) ?? fields.level
    guard let kind = field("kind") else { return nil }
    fields.kind = value(kind) ?? fields.kind
    guard let check = field("check") else { return nil }
    fields.check = value(check) ?? fields.check
    guard let oracle = field("oracle") else { return nil }
    fields.oracle = value(oracle) ?? fields.oracle
    guard let needs = field("needs") else { return nil }
    fields.needs = capabilities(needs)
    guard let outcomes = field("outcomes") else { return nil }
    fields.outcomes = outcomes.value == "-" ? nil : value(outcomes)
    guard let derived = field("derived") else { return nil }
    fields.derived = value(derived) ?? fields.derived
    guard let contexts = field("contexts") else { return nil }
    fields.contexts = words(contexts, expectation: "a context such as 'limit 1'", isContext)
    guard let sources = field("sources") else { return nil }
    fields.sources = list(sources, separator: "; ", expectation: Citation.expectation) {
      Citation($0)
    }
    guard let mutants = field("mutants") else { return nil }
    fields.mutants = words(
      mutants, expectation: "a mutant name in kebab case", { isKebabCase($0) })
    guard let see = field("see") else { return nil }
    fields.see = list(see, separator: ", ", expectation: CrossReference.expectation) {
      CrossReference($0)
    }
    readStanding(into: &fields)
    return fields
  }

  /// Reads the two fields that most rules do without.
  private mutating func readStanding(into fields: inout Fields) {
    if current?.hasPrefix("since: ") == true, let since = field("since") {
      fields.since = value(since) ?? fields.since
      if fields.since == .first {
        report(
          "expected a version after \(SpecificationVersion.first); a rule without the field "
            + "'since' is as old as that", at: since.line, column: since.column)
      }
    }
    if current?.hasPrefix("challenged: ") == true, let challenge = field("challenged") {
      fields.challenge = String(challenge.value)
      if challenge.value.allSatisfy({ $0 == " " || $0 == "-" }) {
        report(
          "expected the reason for which the rule is challenged; leave the field out where it is "
            + "not", at: challenge.line, column: challenge.column)
      }
    }
  }

  private mutating func field(_ name: String) -> Field? {
    guard let line = current, line.hasPrefix("\(name): ") else {
      reportExpected("the field '\(name): …'")
      return nil
    }
    let prefix = name.utf8.count + 2
    let field = Field(value: line.dropFirst(prefix), line: next, column: prefix + 1)
    next += 1
    return field
  }

  private mutating func value<Value: TextRepresentable>(_ field: Field) -> Value? {
    guard let value = Value(field.value) else {
      reportBad(field.value, in: field, offset: 0, expectation: Value.expectation)
      return nil
    }
    return value
  }

  private mutating func capabilities(_ field: Field) -> [Capability] {
    let needs = list(field, separator: ", ", expectation: Capability.expectation) { Capability($0) }
    for (first, second) in zip(needs, needs.dropFirst()) where second < first {
      report(
        "expected capabilities in the order of their table, found \(second) after \(first)",
        at: field.line, column: field.column)
    }
    return needs
  }

  private mutating func words(
    _ field: Field, expectation: String, _ isWord: (Substring) -> Bool
  ) -> [String] {
    list(field, separator: ", ", expectation: expectation) { isWord($0) ? String($0) : nil }
  }

  /// Reads a list without repetitions; `-` is the empty list.
  private mutating func list<Element: Hashable>(
    _ field: Field, separator: String, expectation: String, _ parse: (Substring) -> Element?
  ) -> [Element] {
    guard field.value != "-" else { return [] }
    var elements: [Element] = []
    var seen: Set<Element> = []
    var offset = 0
    for piece in separated(field.value, by: separator) {
      if let element = parse(piece) {
        elements.append(element)
        if !seen.insert(element).inserted {
          report("'\(piece)' is listed twice", at: field.line, column: field.column + offset)
        }
      } else {
        reportBad(piece, in: field, offset: offset, expectation: expectation)
      }
      offset += piece.count + separator.count
    }
    return elements
  }

  private mutating func reportBad(
    _ text: Substring, in field: Field, offset: Int, expectation: String
  ) {
    report(
      "expected \(expectation); found '\(text)'", at: field.line, column: field.column + offset)
  }
}

/// Whether a text names a cell of contexts: words of ASCII letters, digits and hyphens, with single
/// spaces between them.
private func isContext(_ text: Substring) -> Bool {
  text != "-"
    && separated(text, by: " ").allSatisfy { word in
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}
