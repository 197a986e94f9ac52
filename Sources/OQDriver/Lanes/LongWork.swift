/// Work that takes longer than the timeouts which tests of applications give it.
enum LongWork {
  /// Microseconds that it takes, and between two signs of life.
  private static let whole = 50_000
  private static let piece = 500

  /// Takes its time.
  ///
  /// It wakes up again and again, so that the process is never taken for one in which nothing
  /// moves.
  ///
  /// - Parameter isWanted: whether the program still goes on.
  static func goOn(while isWanted: () -> Bool) {
    var rest = whole
    while rest > 0, isWanted() {
      Monotonic.sleep(microseconds: piece)
      rest -= piece
    }
  }
}
