extension ModelReach.Count: Codable {
  private enum Key: String, CodingKey { case name, count }

  /// Reads a count.
  ///
  /// - Parameter decoder: holds an object with a name and a number.
  /// - Throws: `DecodingError` when a key is missing or holds something else.
  package init(from decoder: any Decoder) throws {
    let form = try decoder.container(keyedBy: Key.self)
    self.init(try form.decode(String.self, forKey: .name), try form.count(.count))
  }

  /// Writes a count.
  ///
  /// - Parameter encoder: receives an object with a name and a number.
  /// - Throws: what the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var form = encoder.container(keyedBy: Key.self)
    try form.encode(name, forKey: .name)
    try form.encode(count, forKey: .count)
  }
}

extension ModelReach: Codable {
  /// How much of one part of the model was walked through; everything follows from the counts.
  private struct Share: Codable {
    let taken: Int
    let total: Int
    let missing: [String]
    let counts: [Count]

    init(_ counts: [Count]) {
      missing = counts.filter { $0.count == 0 }.map(\.name)
      total = counts.count
      taken = counts.count - missing.count
      self.counts = counts
    }
  }

  private enum Key: String, CodingKey { case transitions, outcomes }

  /// Reads the reach of a campaign.
  ///
  /// - Parameter decoder: holds the object `reach` of a report.
  /// - Throws: `DecodingError` when a key is missing or holds something else.
  package init(from decoder: any Decoder) throws {
    let form = try decoder.container(keyedBy: Key.self)
    self.init(
      transitions: try form.decode(Share.self, forKey: .transitions).counts,
      outcomes: try form.decode(Share.self, forKey: .outcomes).counts)
  }

  /// Writes the reach of a campaign.
  ///
  /// - Parameter encoder: receives the object `reach` of a report.
  /// - Throws: what the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var form = encoder.container(keyedBy: Key.self)
    try form.encode(Share(transitions), forKey: .transitions)
    try form.encode(Share(outcomes), forKey: .outcomes)
  }
}
