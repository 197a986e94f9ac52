import OQJSON

/// Why a text is not the JSON that was expected.
package struct JSONFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where, such as `rules[3].level`; empty for the text as a whole.
  package let place: String
  /// What is wrong there.
  package let message: String

  /// The place, if there is one, and what is wrong there.
  package var description: String { place.isEmpty ? message : "\(place): \(message)" }

  /// Says what a decoder found.
  init(_ error: any Error) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      self.init(context.codingPath, "'\(key.stringValue)' is missing")
    case DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context):
      self.init(context.codingPath, context.debugDescription)
    case let error as JSONError:
      self.init([], "not JSON, or cut off: \(error)")
    case DecodingError.dataCorrupted(let context):
      self.init(context.codingPath, context.debugDescription)
    default:
      self.init([], "\(error)")
    }
  }

  private init(_ path: [any CodingKey], _ message: String) {
    place = path.reduce(into: "") { place, key in
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += (place.isEmpty ? "" : ".") + key.stringValue
      }
    }
    self.message = message.hasSuffix(".") ? String(message.dropLast()) : message
  }
}
