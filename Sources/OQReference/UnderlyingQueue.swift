/// A queue of plain work, on which the operations of operation queues can run.
///
/// What runs on it can ask which one it is.
package final class UnderlyingQueue: Sendable {
  /// Its number, by which states name it; at least 1 unless it is the main one, and no two in one
  /// world have the same.
  package let number: Int

  /// The queue on which the calling code runs; nil outside of any.
  @TaskLocal package static var current: UnderlyingQueue?

  /// What the main loop runs, as the underlying queue of the main queue.
  package static let main = UnderlyingQueue()

  /// A queue.
  package init(number: Int) {
    precondition(number >= 1, "underlying queues are numbered from 1, not \(number)")
    self.number = number
  }

  private init() { number = -1 }

  /// Runs a job on a thread of a pool, as work of this queue.
  func submit(to pool: WorkerPool, _ job: @escaping @Sendable () -> Void) {
    pool.submit { UnderlyingQueue.$current.withValue(self) { job() } }
  }
}
