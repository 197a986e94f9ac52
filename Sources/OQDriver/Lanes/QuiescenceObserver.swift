import OQHistory

/// How a driver establishes that nothing will happen by itself.
package protocol QuiescenceObserver: AnyObject {
  /// Looks whether the process is quiescent: every thread asleep and unchanged in two looks, and
  /// either sealed, or, after a canary on each route of what is awaited, asleep and unchanged
  /// again.
  ///
  /// - Parameters:
  ///   - routes: gives the routes of what is awaited, on each of which a canary flies; asked only
  ///     where every thread is asleep, since it reads the whole program.
  ///   - thread: the calling thread, which is awake by nature.
  ///   - isStill: whether the log is still as it was; asked between the looks.
  /// - Returns: the evidence, or nil if anything moved or a canary did not come back.
  func look(
    for routes: () -> [CanaryRoute], excluding thread: UInt64, isStill: () -> Bool
  ) -> Quiescence?

  /// Whether nothing is to be added beside the program before a quiescence is final.
  ///
  /// A quiescence is then only that nothing moves, until ``confirm(bound:isStill:)`` has waited for
  /// the bound; canaries fly at the end of that.
  var isUnaided: Bool { get set }

  /// Whether something moved while canaries were out, since this was last set to false.
  var wasWoken: Bool { get set }

  /// Whether it will never be known: a canary was waited for in vain, and time may still end some
  /// wait.
  var isHopeless: Bool { get }

  /// Measures what can be held and how long things take, in this process.
  ///
  /// - Returns: the measurements.
  func calibrate() -> Calibration

  /// Looks whether every thread is asleep and unchanged in two looks, without a canary.
  ///
  /// - Parameters:
  ///   - thread: the calling thread, which is awake by nature.
  ///   - isStill: whether the log is still as it was; asked between the looks.
  /// - Returns: true if so; false if anything moved.
  func isAtRest(excluding thread: UInt64, isStill: () -> Bool) -> Bool

  /// Waits until a quiescence is final: nothing moved for the bound, or nothing can wake up any
  /// more.
  ///
  /// - Parameters:
  ///   - bound: the step bound in seconds.
  ///   - isStill: whether nothing has moved since the quiescence.
  /// - Returns: true if it is final, false if something moved.
  func confirm(bound: Double, isStill: () -> Bool) -> Bool
}
