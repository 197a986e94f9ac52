import OQHistory
import Testing

@Suite struct `Lines of a text file` {
  @Test(arguments: [
    ("", [""]), ("a", ["a"]), ("a\nb\n", ["a", "b", ""]), ("a\r\nb\r\n", ["a", "b", ""]),
    ("\r\n\n", ["", "", ""]), ("a\rb\n", ["a\rb", ""]), ("a\r", ["a"]), ("ä\r\nö", ["ä", "ö"]),
  ])
  func `end with a line feed, and lose a carriage return`(_ text: String, _ lines: [String]) {
    #expect(text.textFileLines.map { String($0) } == lines)
  }
}
