/// Work that takes longer than the timeouts which tests of applications give it.
enum LongWork {
  /// Microseconds that it takes, and between two signs of life.
  private static let whole = 50_000
  private static let piece = 500

  /// Takes its time.
  ///
  /// On a busy machine two looks can both find it asleep, so whoever looks for quiescence asks
  /// ``Board/isWorking`` too.
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
