import OQHistory
import OQSpecification

/// Cancelled operations whose dependencies are unfinished, and cancels that come too late.
///
/// Only profile reference promises that a cancelled operation does not wait for its dependencies
/// (ND-36): programs await it only where that reading is in play.
enum CancelledDependentSituations {
  static let all: [Situation] = [
    Situation("STATE-52", weight: 2, verbs: [.isReady], readyByCancel),
    Situation("START-51", weight: 2, verbs: [.start], features: [.misuse], startedWhileBlocked),
    Situation("CANCEL-51", weight: 2, withoutWaiting),
    Situation("CANCEL-55", weight: 2, cancelledTooLate),
  ]

  /// Ready by its cancel, in no queue or parked; dependencies are removed, and it stays ready.
  private static func readyByCancel(_ p: inout Draft) {
    let done = p.work()
    let open = p.work()
    let x = p.work(after: [done, open])
    let q = p.queue()
    let r = p.queue(suspended: true)
    let parked = p.chance(2)
    if parked { p.add(r, x) }
    p.add(q, done)
    p.finished(done)
    p.cancel(x)
    p.read(x, .isFinished)
    // In no queue it may have finished at the cancel, and then has no specified readiness.
    if parked, p.has(.reference) { p.until(.isReady, x) } else { p.read(x, .isReady) }
    for dependency in p.shuffled([done, open]) where p.chance(2) {
      p.undepend(x, dependency)
      p.read(x, .isReady)
    }
    p.read(x, .isReady, .isFinished)
    if parked {
      p.resume(r)
      p.add(q, open)
      p.until(.isFinished, x)
    }
  }

  /// The start is refused, or finishes the operation.
  private static func startedWhileBlocked(_ p: inout Draft) {
    let d = p.work()
    let x = p.work(after: [d])
    p.cancel(x)
    p.read(x, .isFinished)
    p.start(x)
    p.read(x, .isFinished)
  }

  /// The dependency is held while the cancelled operation finishes.
  private static func withoutWaiting(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 2, 3]))
    let other = p.chance(3) ? p.queue() : q
    let d = p.work()
    let x = p.work(after: [d])
    p.hold(d)
    p.add(other, d)
    p.began(d)
    p.add(q, x)
    p.cancel(x)
    if p.has(.reference) { p.until(.isFinished, x) } else { p.read(x, .isFinished) }
    p.open(d)
    p.finished(d)
    p.until(.isFinished, x)
  }

  private static func cancelledTooLate(_ p: inout Draft) {
    let x = p.work()
    if p.has(.start), p.chance(3) {
      p.start(x)
    } else {
      p.add(p.queue(limit: p.pick([nil, 1])), x)
    }
    p.until(.isFinished, x)
    for _ in 0..<p.number(1...2) { p.cancel(x) }
    p.read(x, .isCancelled, .isFinished)
  }
}
