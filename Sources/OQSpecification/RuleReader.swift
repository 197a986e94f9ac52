extension ChapterReader {
  /// Reads one rule; `nil` when its shape is broken and the rest of it must be skipped.
  ///
  /// - Parameters:
  ///   - area: the area of the chapter.
  ///   - lastNumber: the number of the rule before; becomes the number of this one.
  /// - Returns: the rule, or `nil` after at least one error.
  mutating func rule(in area: Area, after lastNumber: inout Int) -> Rule? {
    guard let (id, title) = ruleHeading(in: area, after: &lastNumber), expectEmptyLine(),
      let fields = fields(), expectEmptyLine(),
      let statement = statement(), let body = body()
    else { return nil }
    return Rule(
      id: id, title: title, level: fields.level, kind: fields.kind, check: fields.check,
      oracle: fields.oracle, needs: fields.needs, outcomes: fields.outcomes,
      derived: fields.derived, contexts: fields.contexts, sources: fields.sources,
      mutants: fields.mutants, see: fields.see, since: fields.since, challenge: fields.challenge,
      statement: statement, antecedent: body.antecedent, intent: body.intent,
      checkText: body.check, ifViolated: body.ifViolated, note: body.note)
  }

  private mutating func ruleHeading(
    in area: Area, after lastNumber: inout Int
  ) -> (id: RuleID, title: String)? {
    let line = current ?? ""
    let words = line.dropFirst(3)
    guard line.hasPrefix("## "), let space = words.firstIndex(of: " "),
      let id = RuleID(words[..<space]), id.area == area
    else {
      reportExpected("a rule heading such as '## \(area)-1 Title'")
      next += 1
      return nil
    }
    let title = words[words.index(after: space)...]
    if id.number <= lastNumber {
      report("expected a rule after \(area)-\(lastNumber), found \(id)", at: next, column: 4)
    }
    if title.hasPrefix(" ") || title.hasSuffix(".") {
      report("expected a title without full stop", at: next, column: 5 + id.description.count)
    }
    lastNumber = id.number
    next += 1
    return (id, String(title))
  }

  /// Reads the statement: a block quote of one paragraph, and the empty line after it.
  private mutating func statement() -> String? {
    var parts: [Substring] = []
    while let line = current, line.hasPrefix("> ") {
      parts.append(line.dropFirst(2))
      next += 1
    }
    guard !parts.isEmpty else {
      reportExpected("the statement as a block quote, '> …'")
      return nil
    }
    guard expectEmptyLine() else { return nil }
    return parts.joined(separator: " ")
  }

  /// The labelled paragraphs of a rule.
  struct Body {
    var antecedent = ""
    var intent = ""
    var check = ""
    var ifViolated: String?
    var note: String?
  }

  /// The labels of the paragraphs in their order; the last two are optional.
  private static let labels: [(label: String, isOptional: Bool)] = [
    ("Antecedent.", false), ("Intent.", false), ("Check.", false),
    ("If violated, look at.", true), ("Note.", true),
  ]

  private mutating func body() -> Body? {
    var texts: [String?] = []
    for (label, isOptional) in Self.labels {
      let start = next
      guard current?.hasPrefix("**\(label)**") == true, let whole = paragraph() else {
        texts.append(nil)
        if isOptional { continue }
        reportExpected("the paragraph '**\(label)** …'")
        return nil
      }
      let text = whole.dropFirst(label.count + 4)
      guard text.hasPrefix(" "), !text.hasPrefix("  ") else {
        report("expected a space and a text after '**\(label)**'", at: start)
        return nil
      }
      texts.append(String(text.dropFirst()))
      if !isAtRuleBoundary, !expectEmptyLine() { return nil }
    }
    guard isAtRuleBoundary else {
      let known = Self.labels.map { "'**\($0.label)**'" }.joined(separator: ", ")
      reportExpected("the next rule, or a paragraph that begins, in this order, with \(known)")
      return nil
    }
    return Body(
      antecedent: texts[0] ?? "", intent: texts[1] ?? "", check: texts[2] ?? "",
      ifViolated: texts[3], note: texts[4])
  }
}
