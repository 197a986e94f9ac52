import OQWire
import Testing

@Suite struct JSONTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-7", "9223372036854775807", "1.5", "\"\"", "\"a\\\"b\\\\c\\n\"",
    "[]", "[1,[2],\"x\"]", "{}", "{\"a\":1,\"b\":[true,null]}", "\"\\u0001ä😀\"",
  ]) func `a value comes back as it was written`(text: String) throws {
    #expect(try JSON(parsing: text).text == text)
  }

  @Test(arguments: [
    (" { \"a\" :\t[ 1 , 2 ] } ", "{\"a\":[1,2]}"), ("\"\\u00e4\\ud83d\\ude00\\/\"", "\"ä😀/\""),
    ("-0", "0"), ("1e2", "100.0"), ("99999999999999999999", "1e+20"),
  ]) func `other spellings are read`(text: String, canonical: String) throws {
    #expect(try JSON(parsing: text).text == canonical)
  }

  @Test(arguments: [
    ("", 1, "a JSON value"), ("tru", 1, "'true'"), ("01", 2, "the end of the line"),
    ("1.", 3, "a digit"), ("-", 2, "a digit"), ("\"a", 3, "the end of a string"),
    ("\"\u{1}\"", 2, "no control character in a string"), ("\"\\x\"", 3, "an escaped character"),
    ("\"\\ud800\"", 8, "the second half of a surrogate pair"),
    ("\"\\u12g4\"", 6, "four hexadecimal digits"), ("[1", 3, "',' or ']'"),
    ("[1,]", 4, "a JSON value"),
    ("{\"a\"}", 5, "':'"), ("{\"a\":1", 7, "',' or '}'"), ("{a:1}", 2, "a member's name"),
    ("{\"a\":1,\"a\":2}", 8, "a member other than 'a'"), ("{} x", 4, "the end of the line"),
    ("1e999", 1, "a number that fits 64 bits"),
    (String(repeating: "[", count: 17), 17, "at most 16 levels"),
  ]) func `a fault names the byte and what was expected`(
    text: String, column: Int, expected: String
  ) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
    #expect(error?.column == column)
    #expect(error?.expected == expected)
  }

  @Test func `no text traps the parser`() {
    // Every prefix of a text with everything in it, and every one with a byte changed.
    let text = #"{"a":[1,-2.5e3,"\u00e4\n",true,null,{"b":false}]}"#
    let bytes = Array(text.utf8)
    for length in bytes.indices {
      _ = try? JSON(parsing: String(decoding: bytes[..<length], as: UTF8.self))
      for byte: UInt8 in [0, 0x22, 0x5C, 0x5B, 0x7B, 0x2C, 0x39, 0x7F, 0xFF] {
        var changed = bytes
        changed[length] = byte
        _ = try? JSON(parsing: String(decoding: changed, as: UTF8.self))
      }
    }
    #expect((try? JSON(parsing: text)) != nil)
  }
}

@Suite struct LineBufferTests {
  @Test func `lines come out however they were split`() {
    let bytes = Array("one\n\r\n\ntwo\r\nä\nrest".utf8)
    for size in 1...bytes.count {
      var buffer = LineBuffer()
      var lines: [LineBuffer.Next] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        buffer.receive(bytes[start..<min(bytes.count, start + size)])
        while case let next = buffer.next(), next != .none { lines.append(next) }
      }
      #expect(lines == [.line("one"), .line("two"), .line("ä")])
      #expect(buffer.isInLine)
    }
  }

  @Test func `what is no text is told apart`() {
    var buffer = LineBuffer()
    buffer.receive([0x61, 0xFF, 0x0A, 0x62, 0x0A])
    #expect(buffer.next() == .notText("a\u{FFFD}"))
    #expect(buffer.next() == .line("b"))
  }

  @Test func `a giant line is refused before it ends`() {
    var buffer = LineBuffer()
    buffer.receive(Array(repeating: 0x78, count: LineBuffer.limit))
    #expect(buffer.next() == .none)
    buffer.receive([0x78])
    #expect(buffer.next() == .tooLong(String(repeating: "x", count: 60)))
  }

  @Test func `many lines are taken in linear time and space`() {
    var buffer = LineBuffer()
    var count = 0
    for _ in 0..<2_000 {
      buffer.receive(Array(repeating: Array("0123456789\n".utf8), count: 50).joined())
      while case .line = buffer.next() { count += 1 }
    }
    #expect(count == 100_000)
    #expect(!buffer.isInLine)
  }
}
