/// One place in a chapter that does not follow the strict form.
package struct ChapterError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the file, as given to the parser.
  package let file: String
  /// The line, from 1.
  package let line: Int
  /// The column of the first character that is wrong, from 1.
  package let column: Int
  /// What was expected, and what was found.
  package let message: String

  /// The error in the form that editors and compilers understand, `file:line:column: error: …`.
  package var description: String { "\(file):\(line):\(column): error: \(message)" }
}

/// All errors of one chapter, by ascending line.
package struct ChapterErrors: Error, Sendable, Hashable, CustomStringConvertible {
  /// The errors; never empty.
  package let errors: [ChapterError]

  /// One error per line.
  package var description: String { errors.map(\.description).joined(separator: "\n") }
}
