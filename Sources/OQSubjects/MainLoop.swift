import Foundation
import Synchronization

/// The main loop of this process, lent to one program.
///
/// On every platform what is submitted to the main queues of Foundation and of the dispatch library
/// is run by the run loop of the first thread.
final class MainLoop: Sendable {
  private let isOver = Atomic<Bool>(false)

  /// Runs the loop until ``end()`` was called, also before, and what was submitted until then has
  /// been run.
  ///
  /// On any other thread than the first one nothing is run.
  func run() {
    while Thread.isMainThread, !isOver.load(ordering: .acquiring) {
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }

  /// Ends the loop.
  func end() {
    // What was submitted before runs before. The loop comes back after a block of its own only.
    DispatchQueue.main.async {
      self.isOver.store(true, ordering: .releasing)
      RunLoop.main.perform {}
    }
  }
}

/// Foundation's main queue, which outlives every program, lent to one of them.
final class MainQueueLease: Sendable {
  private let loop = MainLoop()
  private let limit = OperationQueue.main.maxConcurrentOperationCount
  private let level = OperationQueue.main.qualityOfService

  /// Runs the main loop on the calling thread until ``end()`` was called and the queue is as it was
  /// before.
  ///
  /// Where the program has left an operation that never becomes ready, it does not come back: the
  /// thread is lost to other programs, and with it the process.
  func run() {
    let queue = OperationQueue.main
    loop.run()
    queue.isSuspended = false
    if queue.maxConcurrentOperationCount != limit { queue.maxConcurrentOperationCount = limit }
    if queue.qualityOfService != level { queue.qualityOfService = level }
    while Thread.isMainThread, queue.operationCount > 0 {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
    }
  }

  /// Ends the loop.
  func end() { loop.end() }
}
