/// All rules of the specification.
package struct Catalogue: Sendable, Hashable {
  /// The chapters, in the order of ``Area``.
  package let chapters: [Chapter]
  /// All rules, by ascending id.
  package let rules: [Rule]

  /// Makes a catalogue from chapters in any order; takes n log n in the number of rules.
  ///
  /// - Parameter chapters: at most one per area.
  package init(chapters: [Chapter]) {
    self.chapters = chapters.sorted { $0.area < $1.area }
    rules = self.chapters.flatMap(\.rules)
  }

  /// The rule with an id, or `nil`; logarithmic in the number of rules.
  package subscript(id: RuleID) -> Rule? {
    var low = rules.startIndex
    var high = rules.endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if rules[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < rules.endIndex && rules[low].id == id ? rules[low] : nil
  }

  /// The rules that any of the patterns names, by ascending id, each once.
  ///
  /// - Parameter patterns: whole ids (`DEP-9`) or all rules of an area (`DEP-*`).
  /// - Returns: the rules, at least one unless there are no patterns.
  /// - Throws: the first pattern that is malformed or names no rule, with what may have been meant.
  package func select(_ patterns: [String]) throws(UnknownPattern) -> [Rule] {
    var selected: Set<RuleID> = []
    for pattern in patterns {
      let matches = try select(pattern)
      selected.formUnion(matches.map(\.id))
    }
    return rules.filter { selected.contains($0.id) }
  }

  /// The rules that a pattern names, by ascending id.
  ///
  /// - Parameter pattern: a whole id (`DEP-9`) or all rules of an area (`DEP-*`).
  /// - Returns: the rules, at least one.
  /// - Throws: ``UnknownPattern`` when the pattern is malformed or names no rule.
  package func select(_ pattern: String) throws(UnknownPattern) -> [Rule] {
    let matches = matches(pattern)
    guard matches.isEmpty else { return matches }
    let known = chapters.map { "\($0.area)-*" } + rules.map(\.id.description)
    throw UnknownPattern(
      pattern: pattern, candidates: Suggestion.nearest(pattern, among: known))
  }

  private func matches(_ pattern: String) -> [Rule] {
    if let id = RuleID(pattern) {
      return self[id].map { [$0] } ?? []
    }
    guard pattern.hasSuffix("-*"), let area = Area(pattern.dropLast(2)) else { return [] }
    return chapters.first { $0.area == area }?.rules ?? []
  }

  /// A pattern that names no rule.
  package struct UnknownPattern: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was written.
    package let pattern: String
    /// The nearest patterns that name a rule, nearest first, at most three.
    package let candidates: [String]

    /// The error as one line for a terminal.
    package var description: String {
      let hint =
        candidates.isEmpty
        ? "write a whole id such as DEP-9, or DEP-* for an area"
        : "did you mean \(candidates.joined(separator: " or "))?"
      return "no rule matches '\(pattern)'; \(hint)"
    }
  }
}
