extension JSON {
  /// Deepest nesting of a message: none needs more, and the stack has an end.
  package static let deepest = 16
  /// Deepest nesting of a document, such as a report.
  package static let deepestOfDocument = 64

  /// Reads one value that fills a text.
  ///
  /// - Parameters:
  ///   - text: a line without its end, or a document.
  ///   - deepest: how many levels are read.
  /// - Throws: `JSONError`, with the first byte that does not fit; also for an object that names a
  ///   member twice.
  /// - Complexity: O(length).
  package init(parsing text: String, deepest: Int = JSON.deepest) throws(JSONError) {
    var parser = JSONParser(Array(text.utf8), deepest: deepest)
    self = try parser.document()
  }
}

/// A reader of RFC 8259, one byte after another.
private struct JSONParser {
  private let bytes: [UInt8]
  private let deepest: Int
  private var position = 0
  private var depth = 0

  init(_ bytes: [UInt8], deepest: Int) {
    self.bytes = bytes
    self.deepest = deepest
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func fault(_ expected: String) -> JSONError {
    JSONError(column: position + 1, expected: expected)
  }

  mutating func document() throws(JSONError) -> JSON {
    let value = try value()
    skipSpace()
    guard current == nil else { throw fault("the end of the line") }
    return value
  }

  private mutating func skipSpace() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(JSONError) -> JSON {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"): return try number()
    case .some(let byte) where isDigit(byte): return try number()
    default: throw fault("a JSON value")
    }
  }

  private mutating func nested(
    _ read: (inout JSONParser) throws(JSONError) -> JSON
  ) throws(JSONError) -> JSON {
    guard depth < deepest else { throw fault("at most \(deepest) levels") }
    depth += 1
    position += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func word(_ text: String, _ value: JSON) throws(JSONError) -> JSON {
    guard bytes[position...].starts(with: text.utf8) else { throw fault("'\(text)'") }
    position += text.utf8.count
    return value
  }

  private mutating func object() throws(JSONError) -> JSON {
    var members: [JSON.Member] = []
    // Small objects, which nearly all are, do without.
    var names: Set<String> = []
    func isNew(_ name: String) -> Bool {
      if members.count < 16 { return !members.contains { $0.name == name } }
      if names.isEmpty { names = Set(members.map(\.name)) }
      return names.insert(name).inserted
    }
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw fault("a member's name") }
      let start = position
      let name = try string()
      guard isNew(name) else {
        position = start
        throw fault("a member other than '\(name)'")
      }
      skipSpace()
      guard take(":") else { throw fault("':'") }
      members.append(JSON.Member(name, try value()))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw fault("',' or '}'") }
    }
  }

  private mutating func array() throws(JSONError) -> JSON {
    var values: [JSON] = []
    skipSpace()
    if take("]") { return .array(values) }
    while true {
      values.append(try value())
      skipSpace()
      if take("]") { return .array(values) }
      guard take(",") else { throw fault("',' or ']'") }
    }
  }

  private mutating func digits() throws(JSONError) {
    guard let byte = current, isDigit(byte) else { throw fault("a digit") }
    while let byte = current, isDigit(byte) { position += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func number() throws(JSONError) -> JSON {
    let start = position
    var isIntegral = true
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") {
      isIntegral = false
      try digits()
    }
    if take("e") || take("E") {
      isIntegral = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isIntegral, let value = Int(text) { return .integer(value) }
    if isIntegral, let value = UInt64(text) { return .large(value) }
    guard let value = Double(text), value.isFinite else {
      position = start
      throw fault("a number that fits 64 bits")
    }
    return .decimal(value)
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    var content: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        // The text is valid UTF-8 and escapes were checked, so nothing is replaced here.
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"): content += try escape()
      case 0..<0x20: throw fault("no control character in a string")
      default:
        content.append(byte)
        position += 1
      }
    }
    throw fault("the end of a string")
  }

  private mutating func escape() throws(JSONError) -> [UInt8] {
    position += 1
    let simple: [UInt8: UInt8] = [
      0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D,
      0x74: 0x09,
    ]
    guard let byte = current else { throw fault("an escaped character") }
    if let plain = simple[byte] {
      position += 1
      return [plain]
    }
    guard byte == UInt8(ascii: "u") else { throw fault("an escaped character") }
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return Array(String(scalar).utf8) }
    guard (0xD800..<0xDC00).contains(first), current == UInt8(ascii: "\\") else {
      throw fault("the second half of a surrogate pair")
    }
    position += 1
    guard current == UInt8(ascii: "u") else { throw fault("the second half of a surrogate pair") }
    let second = try unit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw fault("the second half of a surrogate pair") }
    return Array(String(scalar).utf8)
  }

  /// Four hexadecimal digits after a `u`.
  private mutating func unit() throws(JSONError) -> UInt32 {
    position += 1
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
