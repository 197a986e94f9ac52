import Synchronization

/// Counts what is looked at while a history is judged: calls, runs of client code, and records.
///
/// Tests hold index and checkers to work that grows with the history and no faster. Notes count
/// inside ``count(_:)`` only; elsewhere a note costs one load.
package enum Work {
  /// What was seen in one measurement.
  @usableFromInline
  final class Tally: Sendable {
    private let seen = Atomic<Int>(0)

    /// What was counted so far.
    var count: Int { seen.load(ordering: .relaxed) }

    @usableFromInline
    func add(_ amount: Int) { seen.add(amount, ordering: .relaxed) }
  }

  /// Measurements in progress, in any task: where there is none, nobody asks whose a note is.
  @usableFromInline static let measurements = Atomic<Int>(0)

  @TaskLocal @usableFromInline static var tally: Tally?

  /// Notes that something was looked at.
  ///
  /// - Parameter amount: how many things.
  @inlinable
  package static func note(_ amount: Int = 1) {
    if measurements.load(ordering: .relaxed) > 0 { tally?.add(amount) }
  }

  /// Counts what is looked at in a piece of work of this task.
  ///
  /// - Parameter body: the work; what it hands to other threads is not counted.
  /// - Returns: how many calls, runs and records were looked at.
  package static func count(_ body: () -> Void) -> Int {
    measurements.add(1, ordering: .relaxed)
    defer { measurements.subtract(1, ordering: .relaxed) }
    let tally = Tally()
    $tally.withValue(tally) { body() }
    return tally.count
  }
}
