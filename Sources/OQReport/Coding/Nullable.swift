/// A member that is written as `null` without a value, so that all objects have the same keys.
@propertyWrapper
package struct Nullable<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The value, or nil.
  package var wrappedValue: Value?

  /// Wraps a value.
  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  /// Reads a value or `null`.
  ///
  /// - Parameter decoder: holds one value.
  /// - Throws: `DecodingError` when it holds something else.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
  }

  /// Writes the value or `null`.
  ///
  /// - Parameter encoder: receives one value.
  /// - Throws: what the encoder throws.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
  }
}
