import Foundation

/// Any JSON value.
enum JSONValue: Decodable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  init(parsing text: String) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  /// The member with a name, if this is an object that has it.
  subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The elements, if this is an array.
  var elements: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

  /// The text, if this is a string.
  var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The number, if this is one.
  var number: Double? { if case .number(let value) = self { value } else { nil } }

  /// Names of JSON Schema types that the value has.
  var types: [String] {
    switch self {
    case .null: ["null"]
    case .boolean: ["boolean"]
    case .number(let value): value == value.rounded() ? ["integer", "number"] : ["number"]
    case .string: ["string"]
    case .array: ["array"]
    case .object: ["object"]
    }
  }
}
