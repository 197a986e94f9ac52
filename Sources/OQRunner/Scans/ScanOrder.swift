import OQHistory

/// A program of a campaign that is to be scanned.
package struct ScanOrder: Sendable {
  /// The program.
  package let program: Program
  /// Its index.
  package let index: UInt64
  /// How many programs have been scanned that are much like it: other points are tried then.
  package var turn = 0
}
