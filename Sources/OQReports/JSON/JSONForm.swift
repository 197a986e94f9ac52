#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one way in which values become JSON text here: keys in order, slashes as they are.
enum JSONForm {
  /// The value over several lines, ending in a newline; equal values give equal bytes.
  static func text(_ value: some Encodable) throws -> String {
    laidOut(try compact(value)) + "\n"
  }

  /// The value on one line, without a newline; equal values give equal bytes.
  static func line(_ value: some Encodable) throws -> String {
    String(decoding: try compact(value), as: UTF8.self)
  }

  private static func compact(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
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
  static func value<Value: Decodable>(
    _ type: Value.Type, in text: String
  ) throws(JSONFault) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      throw JSONFault(error)
    }
  }
}
