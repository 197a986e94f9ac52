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
}
