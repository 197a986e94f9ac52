import OQHistory

/// The largest count that is read: adding up the counts of many reports stays far below the bounds
/// of a number.
private let largestCount = 1_000_000_000_000

extension KeyedDecodingContainer {
  /// An error at the place of a member.
  func fault(_ key: Key, _ message: String) -> DecodingError {
    DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: message)
  }

  /// A number of things.
  func count(_ key: Key) throws -> Int {
    let value = try decode(Int.self, forKey: key)
    try check(value, key)
    return value
  }

  /// Numbers of things, by name.
  func counts(_ key: Key) throws -> [String: Int] {
    let values = try decode([String: Int].self, forKey: key)
    for value in values.values { try check(value, key) }
    return values
  }

  private func check(_ count: Int, _ key: Key) throws {
    guard (0...largestCount).contains(count) else {
      throw fault(key, "expected a number from 0 to \(largestCount), found \(count)")
    }
  }

  /// A value or `null`; the key must be there.
  func nullable<Value: Codable & Hashable & Sendable>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    try decode(Nullable<Value>.self, forKey: key).wrappedValue
  }

  /// One of the words of an enumeration.
  func word<Value: RawRepresentable<String> & CaseIterable>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value {
    let text = try decode(String.self, forKey: key)
    guard let value = Value(rawValue: text) else {
      let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw fault(key, "expected one of \(words), found '\(text)'")
    }
    return value
  }

  /// A number below 2^64 in hexadecimal, `0x7`.
  func hexadecimal(_ key: Key) throws -> UInt64 {
    let text = try decode(String.self, forKey: key)
    guard let value = UInt64(hexadecimal: text) else {
      throw fault(key, "expected a number below 2^64 as 0x7, found '\(text)'")
    }
    return value
  }

  /// A value in a text form of its own.
  func parsed<Value>(
    _ text: String, _ key: Key, _ parse: (String) throws(TextError) -> Value
  ) throws -> Value {
    do throws(TextError) {
      return try parse(text)
    } catch {
      throw fault(key, "line \(error.line), column \(error.column): \(error.message)")
    }
  }
}

extension KeyedEncodingContainer {
  /// Writes a value or `null`.
  mutating func encode<Value: Codable & Hashable & Sendable>(
    nullable value: Value?, forKey key: Key
  ) throws {
    try encode(Nullable(wrappedValue: value), forKey: key)
  }
}

extension UInt64 {
  /// The number as reports and command lines write seeds, `0x7`.
  package var hexadecimal: String { "0x" + String(self, radix: 16) }

  /// Reads ``hexadecimal``; nil for anything else.
  init?(hexadecimal text: String) {
    guard text.hasPrefix("0x"), let value = UInt64(text.dropFirst(2), radix: 16),
      value.hexadecimal == text
    else { return nil }
    self = value
  }
}
