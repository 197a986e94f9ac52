import OQReport

extension Report {
  /// What is to be said of the programs beside their number: how many of them are undecided, and
  /// how many had not ended when time was over and are not among them; in brackets, and empty where
  /// there is nothing to say.
  package var programsRemark: String {
    let parts = [(undecided, "undecided"), (unawaited, "not waited for")].compactMap {
      count, word in count > 0 ? "\(count) \(word)" : nil
    }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  /// How many expected causes only those programs have shown that ran for it; nil for none.
  package var soughtRemark: String? {
    let shown = sought.count { $0.shown > 0 }
    guard shown > 0 else { return nil }
    let causes = shown == 1 ? "1 expected cause was" : "\(shown) expected causes were"
    let programs = shown == 1 ? "one that ran for it" : "programs that ran for them"
    return "\(causes) shown by no program of the run, but by \(programs)."
  }
}
