import OQJSON

/// The one way in which values become JSON text here: keys in order, slashes as they are.
enum JSONForm {
  /// The value over several lines, ending in a newline; equal values give equal bytes.
  static func text(_ value: some Encodable) throws -> String {
    try JSON(encoding: value).laidOut + "\n"
  }

  /// The value on one line, without a newline; equal values give equal bytes.
  static func line(_ value: some Encodable) throws -> String { try JSON(encoding: value).text }

  /// The value that a text holds.
  static func value<Value: Decodable>(
    _ type: Value.Type, in text: String
  ) throws(JSONFault) -> Value {
    do {
      return try JSON(parsing: text, deepest: JSON.deepestOfDocument).decoded(as: type)
    } catch {
      throw JSONFault(error)
    }
  }
}
