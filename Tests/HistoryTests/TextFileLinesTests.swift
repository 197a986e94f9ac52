import OQHistory
import Testing

@Suite struct `Lines of a text file` {
  @Test(arguments: [
    ("", [""]), ("a", ["a"]), ("a\nb\n", ["a", "b", ""]), ("a\r\nb\r\n", ["a", "b", ""]),
    ("\r\n\n", ["", "", ""]), ("a\rb\n", ["a\rb", ""]), ("a\r", ["a"]), ("ä\r\nö", ["ä", "ö"]),
    ("a\r\r\r\nb\rc\r\r", ["a", "b\rc"]), ("\r\r", [""]),
  ])
  func `end with a line feed, and lose the carriage returns before it`(
    _ text: String, _ lines: [String]
  ) {
    #expect(text.textFileLines.map { String($0) } == lines)
  }
}
