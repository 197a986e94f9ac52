extension StringProtocol {
  /// The lines of a text file, without what ends them: a line feed, or a carriage return and a line
  /// feed, which Swift takes for one character.
  ///
  /// What follows the last line feed is a line, too, and may be empty.
  ///
  /// - Complexity: O(size of the text).
  package var textFileLines: [Substring] {
    Substring(self).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in
        Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      }
  }
}
