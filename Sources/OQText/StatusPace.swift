/// How often a line that says how far long work is may be shown: on a terminal, where it is written
/// over, ten times a second and at once; elsewhere, where every line stays, every ten seconds.
package struct StatusPace: Sendable {
  private let pause: Duration
  private var next: Duration

  /// The pace of work that begins.
  ///
  /// - Parameter isInteractive: whether the line is written over.
  package init(isInteractive: Bool) {
    pause = isInteractive ? .milliseconds(100) : .seconds(10)
    next = isInteractive ? .zero : pause
  }

  /// Whether a line is due; if so, the next one has to wait.
  ///
  /// - Parameter elapsed: the time since the work began.
  /// - Returns: whether to show a line.
  package mutating func isDue(after elapsed: Duration) -> Bool {
    guard elapsed >= next else { return false }
    next = elapsed + pause
    return true
  }
}
