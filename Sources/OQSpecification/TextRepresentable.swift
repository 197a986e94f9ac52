/// A value of the specification that is written in chapters, command lines and reports as one word
/// or phrase.
///
/// `description` is the text form, and `init(_:)` reads exactly that form back.
package protocol TextRepresentable: Sendable, Hashable, CustomStringConvertible {
  /// What a reader should have written, as a phrase for an error message ("a profile: core, …").
  static var expectation: String { get }

  /// Reads the text form; `nil` when the text is not exactly one.
  ///
  /// - Parameter text: the whole text form, without surrounding space.
  init?(_ text: some StringProtocol)
}

extension TextRepresentable where Self: RawRepresentable, RawValue == String {
  /// Reads the raw value.
  ///
  /// - Parameter text: the raw value, spelled exactly.
  package init?(_ text: some StringProtocol) {
    self.init(rawValue: String(text))
  }

  /// The raw value.
  package var description: String { rawValue }
}

/// A text-representable value that is coded as that text.
package protocol TextCodable: TextRepresentable, Codable {}

extension TextCodable {
  /// Decodes the text form.
  ///
  /// - Parameter decoder: holds a single string.
  /// - Throws: `DecodingError.dataCorrupted` when the string is not a text form.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected \(Self.expectation), found '\(text)'")
    }
    self = value
  }

  /// Encodes the text form.
  ///
  /// - Parameter encoder: receives a single string.
  /// - Throws: what the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// Joins the text forms of all values of an enumeration for an error message.
package func alternatives<Value: TextRepresentable>(_ values: some Sequence<Value>) -> String {
  values.map(\.description).joined(separator: ", ")
}
