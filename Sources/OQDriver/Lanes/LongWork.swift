/// Work that takes longer than the timeouts which tests of applications give it.
package enum LongWork {
  /// Microseconds that it takes, and between two signs of life.
  private static let whole = 50_000
  private static let piece = 500
  /// How long work takes in a program that lingers, and how long such a program goes on after the
  /// last client's end.
  private static let patient = 250_000
  private static let farewell = 300_000

  /// Takes its time.
  ///
  /// On a busy machine two looks can both find it asleep, so whoever looks for quiescence asks
  /// ``Board/isWorking`` too.
  ///
  /// - Parameters:
  ///   - isPatient: whether it takes longer than the shorter timers of applications, too.
  ///   - isWanted: whether the program still goes on.
  package static func goOn(isPatient: Bool = false, while isWanted: () -> Bool) {
    take(isPatient ? patient : whole, while: isWanted)
  }

  /// Lets the time pass in which a timer may fire that something has left behind.
  ///
  /// - Parameter isWanted: whether there is room for what it may do.
  static func linger(while isWanted: () -> Bool) { take(farewell, while: isWanted) }

  private static func take(_ microseconds: Int, while isWanted: () -> Bool) {
    var rest = microseconds
    while rest > 0, isWanted() {
      Monotonic.sleep(microseconds: piece)
      rest -= piece
    }
  }
}
