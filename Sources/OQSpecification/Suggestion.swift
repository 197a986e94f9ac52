/// Proposes the known word that a misspelt one probably stands for.
///
/// Used wherever a person types a word from a closed set: options and subcommands, rule ids,
/// subjects, mutants. Comparison ignores ASCII case; the answer keeps the spelling of the known
/// word.
package enum Suggestion {
  /// The known words close to `word`, nearest first.
  ///
  /// A known word is close in two cases. It is one edit away, or as many as a third of its length,
  /// and shares something with `word`. Or `word` is its beginning and has three characters or more.
  /// Words equally far keep the order of `known`, so that the answer depends on the arguments
  /// alone.
  ///
  /// - Parameters:
  ///   - word: What was typed.
  ///   - known: The words that would have been understood.
  ///   - limit: The largest number of words to return.
  /// - Returns: At most `limit` elements of `known`, without duplicates.
  /// - Complexity: O(*k · m · n*) for *k* known words of length *n* and a word of length *m*.
  package static func nearest(
    _ word: some StringProtocol, among known: some Sequence<String>, limit: Int = 3
  ) -> [String] {
    let typed = folded(word)
    var ranked: [(word: String, distance: Int)] = []
    for candidate in known where !ranked.contains(where: { $0.word == candidate }) {
      guard let distance = closeness(of: typed, to: folded(candidate)) else { continue }
      // Insertion after every entry that is as near keeps the order of `known` among equals.
      let place = ranked.firstIndex { $0.distance > distance } ?? ranked.endIndex
      ranked.insert((candidate, distance), at: place)
    }
    return ranked.prefix(max(limit, 0)).map(\.word)
  }

  /// The number of edits between two sequences: an edit inserts, deletes or replaces one element,
  /// or swaps two neighbours (optimal string alignment).
  ///
  /// - Parameters:
  ///   - left: One sequence, such as a word.
  ///   - right: The other; the distance is symmetric.
  /// - Returns: 0 exactly if both are equal.
  /// - Complexity: O(*m · n*) time, O(*n*) space.
  package static func distance<Text: Collection>(_ left: Text, _ right: Text) -> Int
  where Text.Element: Equatable {
    let (first, second) = (Array(left), Array(right))
    var beforePrevious = [Int](repeating: 0, count: second.count + 1)
    var previous = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      row.reserveCapacity(second.count + 1)
      for j in second.indices {
        let substitution = previous[j] + (first[i] == second[j] ? 0 : 1)
        var best = min(substitution, previous[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          best = min(best, beforePrevious[j - 1] + 1)
        }
        row.append(best)
      }
      (beforePrevious, previous) = (previous, row)
    }
    return previous[second.count]
  }

  /// The distance by which a close word ranks, or `nil` if `known` is not close to `typed`.
  private static func closeness(of typed: [UInt8], to known: [UInt8]) -> Int? {
    let allowed = max(1, known.count / 3)
    // The difference in length is a lower bound of the distance, and far cheaper.
    if abs(typed.count - known.count) <= allowed {
      let distance = distance(typed, known)
      if distance <= allowed, distance < max(typed.count, known.count) { return distance }
    }
    return typed.count >= 3 && known.starts(with: typed) ? allowed + 1 : nil
  }

  /// The UTF-8 bytes of a word with ASCII capitals made small.
  private static func folded(_ word: some StringProtocol) -> [UInt8] {
    word.utf8.map { byte in (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
  }
}
