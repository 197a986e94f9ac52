/// A JSON value that is written with sorted keys and fixed layout, so that equal values give equal
/// bytes everywhere.
indirect enum JSONText {
  case null
  case number(Int)
  case string(String)
  case array([JSONText])
  case object([String: JSONText])

  /// An array of strings.
  static func strings(_ values: [some CustomStringConvertible]) -> JSONText {
    .array(values.map { .string($0.description) })
  }

  /// The value over several lines, indented by two spaces a level.
  func rendered(indentation: String = "") -> String {
    let inner = indentation + "  "
    switch self {
    case .null: return "null"
    case .number(let value): return String(value)
    case .string(let value): return JSONText.quoted(value)
    case .array(let values):
      let items = values.map { inner + $0.rendered(indentation: inner) }
      return JSONText.enclosed(items, "[", "]", indentation)
    case .object(let members):
      let items = members.sorted { $0.key < $1.key }.map { key, value in
        inner + JSONText.quoted(key) + ": " + value.rendered(indentation: inner)
      }
      return JSONText.enclosed(items, "{", "}", indentation)
    }
  }

  private static func enclosed(
    _ items: [String], _ open: String, _ close: String, _ indentation: String
  ) -> String {
    guard !items.isEmpty else { return open + close }
    return open + "\n" + items.joined(separator: ",\n") + "\n" + indentation + close
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
