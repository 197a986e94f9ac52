extension JSON {
  /// The value on one line, without spaces.
  ///
  /// - Complexity: O(length).
  package var text: String {
    var writer = JSONWriter(isLaidOut: false)
    writer.write(self)
    return writer.text
  }

  /// The value over several lines, indented by two spaces a level, without a newline at its end.
  ///
  /// - Complexity: O(length).
  package var laidOut: String {
    var writer = JSONWriter(isLaidOut: true)
    writer.write(self)
    return writer.text
  }
}

/// Writes values one after another into one text.
private struct JSONWriter {
  let isLaidOut: Bool
  private var bytes: [UInt8] = []
  private var depth = 0

  init(isLaidOut: Bool) { self.isLaidOut = isLaidOut }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .large(let value): bytes += String(value).utf8
    case .decimal(let value): bytes += JSONWriter.short(value).utf8
    case .string(let value): quote(value)
    case .array(let values):
      enclose("[", values, "]") { writer, value in writer.write(value) }
    case .object(let members):
      enclose("{", members, "}") { writer, member in
        writer.quote(member.name)
        writer.bytes += (writer.isLaidOut ? ": " : ":").utf8
        writer.write(member.value)
      }
    }
  }

  /// The shortest spelling that reads as the same number: `2` where Swift says `2.0`, but `-0.0`.
  private static func short(_ value: Double) -> String {
    let text = String(value)
    return text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
  }

  private mutating func enclose<Item>(
    _ open: String, _ items: [Item], _ close: String, _ write: (inout JSONWriter, Item) -> Void
  ) {
    bytes += open.utf8
    depth += 1
    for (index, item) in items.enumerated() {
      if index > 0 { bytes += ",".utf8 }
      startLine()
      write(&self, item)
    }
    depth -= 1
    if !items.isEmpty { startLine() }
    bytes += close.utf8
  }

  private mutating func startLine() {
    guard isLaidOut else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += #"\""#.utf8
      case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
      case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
      case UInt8(ascii: "\r"): bytes += #"\r"#.utf8
      case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
      case 0x08: bytes += #"\b"#.utf8
      case 0x0C: bytes += #"\f"#.utf8
      case 0..<0x20:
        bytes += (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8
        bytes += String(byte, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
