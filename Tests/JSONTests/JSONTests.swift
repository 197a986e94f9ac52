import OQJSON
import Testing

@Suite struct JSONTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-7", "9223372036854775807", "18446744073709551615", "1.5",
    "\"\"", "\"a\\\"b\\\\c\\n\"",
    "[]", "[1,[2],\"x\"]", "{}", "{\"a\":1,\"b\":[true,null]}",
    "\"\\u0001\\u001f\\b\\f\\n\\r\\tä😀\"",
  ]) func `a value comes back as it was written`(text: String) throws {
    #expect(try JSON(parsing: text).text == text)
  }

  @Test(arguments: [
    (" { \"a\" :\t[ 1 , 2 ] } ", "{\"a\":[1,2]}"), ("\"\\u00e4\\ud83d\\ude00\\/\"", "\"ä😀/\""),
    ("-0", "0"), ("-0.0", "-0.0"), ("2.0", "2"), ("1e2", "100"), ("99999999999999999999", "1e+20"),
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

  @Test func `a document may nest deeper than a message`() throws {
    let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(try JSON(parsing: text, deepest: JSON.deepestOfDocument).text == text)
    let error = #expect(throws: JSONError.self) {
      try JSON(parsing: "[\(text)]", deepest: JSON.deepestOfDocument)
    }
    #expect(error?.description == "expected at most 64 levels at byte 65")
  }
}
