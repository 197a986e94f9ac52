/// A JSON value, as RFC 8259 defines it.
///
/// Members of an object keep their order, so that equal values give equal bytes everywhere.
package indirect enum JSON: Sendable, Hashable {
  /// A name with its value.
  package struct Member: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The value.
    package let value: JSON

    /// Names a value.
    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  case null
  case boolean(Bool)
  case integer(Int)
  /// An integer above the largest `Int`, such as half of all seeds.
  case large(UInt64)
  /// A number with a fraction, an exponent, or beyond the range of integers.
  case decimal(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// An array of strings.
  ///
  /// - Parameter strings: its elements.
  /// - Returns: the array.
  package static func strings(_ strings: some Sequence<String>) -> JSON {
    .array(strings.map { .string($0) })
  }

  /// An object with its members in the order of their names.
  ///
  /// - Parameter members: the values by their names.
  /// - Returns: the object.
  package static func sorted(_ members: [String: JSON]) -> JSON {
    .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
  }

  /// The value of a member; nil where there is none, or where the value is no object.
  ///
  /// - Complexity: O(members).
  package subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The boolean, where it is one.
  package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// The integer, where it is one.
  package var integer: Int? { if case .integer(let value) = self { value } else { nil } }

  /// The number, where it is one.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .large(let value): Double(value)
    case .decimal(let value): value
    default: nil
    }
  }

  /// The string, where it is one.
  package var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements, where it is an array.
  package var elements: [JSON]? { if case .array(let values) = self { values } else { nil } }

  /// The strings, where it is an array of nothing else.
  package var strings: [String]? {
    guard let elements else { return nil }
    let strings = elements.compactMap(\.string)
    return strings.count == elements.count ? strings : nil
  }
}

/// Why a text is no JSON value.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Position of the byte that cannot stand where it stands, from 1.
  package let column: Int
  /// What could.
  package let expected: String

  /// One clause.
  package var description: String { "expected \(expected) at byte \(column)" }
}
