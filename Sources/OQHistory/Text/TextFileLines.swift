extension StringProtocol {
  /// The lines of a text file, without what ends them: a line feed, with the carriage returns right
  /// before it, of which Swift takes the last and the line feed for one character.
  ///
  /// What follows the last line feed is a line, too, and may be empty.
  ///
  /// - Complexity: O(size of the text).
  package var textFileLines: [Substring] {
    Substring(self).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in
        let end = line.lastIndex { $0 != UInt8(ascii: "\r") }.map { line.index(after: $0) }
        return Substring(line[..<(end ?? line.startIndex)])
      }
  }
}
