import OQHistory
import OQSpecification

/// What a dependency that was removed before its dependent was queued leaves behind.
enum RemovedDependencySituations {
  static let all: [Situation] = [
    Situation("CANCEL-5", weight: 4, cancelledFinishes)
  ]

  /// A cancelled operation loses dependencies that have finished, and is queued.
  ///
  /// An implementation that looks at an operation again only when a dependency finishes, and counts
  /// what was removed as open, never finishes it.
  private static func cancelledFinishes(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let dependencies = (0..<p.number(1...2)).map { _ in p.work() }
    let x = p.work(after: dependencies)
    if p.has(.start), p.chance(2) {
      for d in dependencies { p.start(d) }
    } else {
      p.addAll(q, dependencies)
    }
    for d in dependencies { p.until(.isFinished, d) }
    let isCancelledLast = p.chance(2)
    if !isCancelledLast { p.cancel(x) }
    for d in dependencies { p.undepend(x, d) }
    if isCancelledLast { p.cancel(x) }
    p.add(q, x)
    p.until(.isFinished, x)
  }
}
