import OQSystem

/// The cores on which the process may run.
enum Cores {
  /// Pins the calling thread, and the threads it makes from here on, to one core.
  static func pinToOne() {}
  /// Undoes ``pinToOne()``.
  static func unpin() {}
}
