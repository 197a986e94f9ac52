#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one way in which values become JSON text here: keys in order, slashes as they are.
enum JSONForm {
  /// The value over several lines, ending in a newline; equal values give equal bytes.
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return laidOut(try encoder.encode(value)) + "\n"
  }

  /// Compact JSON over several lines, indented by two spaces a level.
  ///
  /// The encoder's own layout of empty containers differs between versions of Foundation.
  ///
  /// - Complexity: O(*n*).
  static func laidOut(_ compact: some Collection<UInt8>) -> String {
    var result: [UInt8] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    var last: UInt8 = 0
    func lineBreak() -> [UInt8] { [UInt8(ascii: "\n")] + repeatElement(0x20, count: 2 * depth) }
    for byte in compact {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        result.append(byte)
        last = byte
        continue
      }
      let isOpening = last == UInt8(ascii: "{") || last == UInt8(ascii: "[")
      switch byte {
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        result += (isOpening ? [] : lineBreak()) + [byte]
      case UInt8(ascii: ","): result += [byte] + lineBreak()
      case UInt8(ascii: ":"): result += [byte, 0x20]
      default:
        if isOpening { result += lineBreak() }
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
        isInString = byte == UInt8(ascii: "\"")
        result.append(byte)
      }
      last = byte
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The value that a text holds.
  static func value<Value: Decodable>(_ type: Value.Type, in text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

/// A member that is written as `null` without a value, so that all objects have the same keys.
@propertyWrapper
package struct Nullable<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The value, or nil.
  package var wrappedValue: Value?

  /// Wraps a value.
  ///
  /// - Parameter wrappedValue: the value, or nil.
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
