import OQHistory

/// A program that is kept to be run every time, and how it was made to show something.
package struct Regression: Sendable, Hashable {
  /// The program.
  package var program: Program
  /// The order of harness points, and the holds, in which it showed a finding; nil where it needs
  /// none.
  package var pins: Pins?

  /// Keeps a program.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - pins: the order and the holds; nil for a program that runs as it likes.
  package init(_ program: Program, following pins: Pins? = nil) {
    self.program = program
    self.pins = pins
  }
}
