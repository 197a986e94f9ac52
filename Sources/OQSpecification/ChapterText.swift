extension Chapter {
  /// The chapter in canonical form: the strict form with each paragraph on one line.
  ///
  /// Reading it back gives an equal chapter; equal chapters have equal canonical forms.
  package var canonicalText: String {
    let blocks = ["# \(area): \(area.title)"] + introduction + rules.map(\.canonicalText)
    return blocks.joined(separator: "\n\n") + "\n"
  }
}

extension Rule {
  /// The rule in canonical form, from its heading to its last paragraph, without final line break.
  package var canonicalText: String {
    var fields = [
      "level: \(level)",
      "kind: \(kind)",
      "check: \(check)",
      "oracle: \(oracle)",
      "needs: " + listed(needs, by: ", "),
      "outcomes: " + (outcomes?.description ?? "-"),
      "derived: \(derived)",
      "contexts: " + listed(contexts, by: ", "),
      "sources: " + listed(sources, by: "; "),
      "mutants: " + listed(mutants, by: ", "),
      "see: " + listed(see, by: ", "),
    ]
    if since != .first { fields.append("since: \(since)") }
    if let challenge { fields.append("challenged: \(challenge)") }
    var blocks = [
      "## \(id) \(title)", fields.joined(separator: "\n"), "> \(statement)",
      "**Antecedent.** \(antecedent)", "**Intent.** \(intent)", "**Check.** \(checkText)",
    ]
    if let ifViolated { blocks.append("**If violated, look at.** \(ifViolated)") }
    if let note { blocks.append("**Note.** \(note)") }
    return blocks.joined(separator: "\n\n")
  }
}

/// A list as a field line holds it; `-` when there is nothing to list.
private func listed(_ values: [some CustomStringConvertible], by separator: String) -> String {
  values.isEmpty ? "-" : values.map(\.description).joined(separator: separator)
}
