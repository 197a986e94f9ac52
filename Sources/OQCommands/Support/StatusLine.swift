import OQCommandLine
import OQText
import Synchronization

/// Says on standard error how far long work is, at the pace of ``StatusPace``.
package final class StatusLine: Sendable {
  private let console: Console
  private let begun = ContinuousClock.now
  private let pace: Mutex<StatusPace>

  /// The line of work that begins.
  ///
  /// - Parameter console: where it is shown.
  package init(_ console: Console) {
    self.console = console
    pace = Mutex(StatusPace(isInteractive: console.errors.isInteractive))
  }

  /// Shows how far the work is, if a line is due.
  ///
  /// - Parameter text: makes the line; not called if none is due.
  package func show(_ text: () -> String) {
    // Written under the lock, so that the lines of two threads do not mix.
    pace.withLock { pace in
      guard pace.isDue(after: ContinuousClock.now - begun) else { return }
      if console.errors.isInteractive { console.rewrite(text()) } else { console.warn(text()) }
    }
  }

  /// Takes the line off a terminal.
  package func clear() {
    if console.errors.isInteractive { console.rewrite("") }
  }
}
