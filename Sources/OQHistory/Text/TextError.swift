/// A fault in a text file: where it is and what was expected there.
package struct TextError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Line, from 1.
  package let line: Int
  /// Column of the first character at fault, from 1.
  package let column: Int
  /// What was expected, and what was found.
  package let message: String

  /// Describes a fault.
  ///
  /// - Parameters:
  ///   - line: line, from 1.
  ///   - column: column, from 1.
  ///   - message: what was expected, and what was found.
  package init(line: Int, column: Int, message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  /// `line 3, column 5: expected …`.
  package var description: String { "line \(line), column \(column): \(message)" }
}
