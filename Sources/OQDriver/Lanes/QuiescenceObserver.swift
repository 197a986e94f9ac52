import OQHistory

/// How a driver establishes that nothing will happen by itself.
package protocol QuiescenceObserver: AnyObject {
  /// Looks whether the process is quiescent: every thread asleep and unchanged in two looks, then a
  /// canary by the same route as what is awaited, then asleep and unchanged again.
  ///
  /// - Parameters:
  ///   - thread: the calling thread, which is awake by nature.
  ///   - isStill: whether the log is still as it was; asked between the looks.
  /// - Returns: the evidence, or nil if anything moved or a canary did not come back.
  func look(excluding thread: UInt64, isStill: () -> Bool) -> Quiescence?

  /// Waits until a quiescence is final: nothing moved for the bound, or nothing can wake up any more.
  ///
  /// - Parameters:
  ///   - bound: the step bound in seconds.
  ///   - isStill: whether nothing has moved since the quiescence.
  /// - Returns: true if it is final, false if something moved.
  func confirm(bound: Double, isStill: () -> Bool) -> Bool
}
