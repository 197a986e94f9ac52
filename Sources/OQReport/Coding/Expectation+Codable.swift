import OQHistory
import OQPrograms

extension Expectation: Codable {
  private enum Key: String, CodingKey { case rule, trigger, reason, link, until, pin, versions }

  /// Reads an expectation.
  ///
  /// - Parameter decoder: holds one of the array `expected` of a report.
  /// - Throws: `DecodingError` when a key is missing or holds something else.
  package init(from decoder: any Decoder) throws {
    let form = try decoder.container(keyedBy: Key.self)
    let word = try form.decode(String.self, forKey: .rule)
    guard let blame = Finding.Blame(word) else {
      throw form.fault(.rule, "'\(word)' is no rule id, unexplained or crash")
    }
    var trigger: Trigger?
    if let text = try form.decodeIfPresent(String.self, forKey: .trigger) {
      do {
        trigger = try Trigger(parsing: text)
      } catch {
        throw form.fault(.trigger, "part \(error.line): \(error.message)")
      }
    }
    self.init(blame, when: trigger, reason: try form.decode(String.self, forKey: .reason))
    link = try form.decodeIfPresent(String.self, forKey: .link)
    until = try form.decodeIfPresent(String.self, forKey: .until)
    if let text = try form.decodeIfPresent(String.self, forKey: .pin) {
      guard let pin = Pin(text) else { throw form.fault(.pin, "'\(text)' is no pin") }
      self.pin = pin
    }
    versions = try form.decodeIfPresent([String].self, forKey: .versions) ?? []
  }

  /// Writes an expectation.
  ///
  /// - Parameter encoder: receives one of the array `expected` of a report.
  /// - Throws: what the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var form = encoder.container(keyedBy: Key.self)
    try form.encode(blame.description, forKey: .rule)
    try form.encodeIfPresent(trigger?.text, forKey: .trigger)
    try form.encode(reason, forKey: .reason)
    try form.encodeIfPresent(link, forKey: .link)
    try form.encodeIfPresent(until, forKey: .until)
    try form.encodeIfPresent(pin?.description, forKey: .pin)
    if !versions.isEmpty { try form.encode(versions, forKey: .versions) }
  }
}
