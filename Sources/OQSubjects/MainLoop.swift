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

/// A main queue that outlives every program and that the run loop of the first thread serves, lent
/// to one program.
package final class MainQueueLease: Sendable {
  private let loop = MainLoop()
  private let giveBack: @Sendable () -> Void
  private let isEmpty: @Sendable () -> Bool

  /// Takes a main queue over.
  ///
  /// - Parameters:
  ///   - giveBack: has the queue go on, with the settings that it had before the program.
  ///   - isEmpty: whether nothing is left in the queue.
  package init(
    giveBack: @escaping @Sendable () -> Void, isEmpty: @escaping @Sendable () -> Bool
  ) {
    self.giveBack = giveBack
    self.isEmpty = isEmpty
  }

  /// Runs the main loop on the calling thread until ``end()`` was called and the queue is as it was
  /// before.
  ///
  /// Where the program has left an operation that never becomes ready, it does not come back: the
  /// thread is lost to other programs, and with it the process.
  package func run() {
    loop.run()
    giveBack()
    while Thread.isMainThread, !isEmpty() {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
    }
  }

  /// Ends the loop.
  package func end() { loop.end() }
}

extension MainQueueLease {
  /// Foundation's main queue.
  convenience init() {
    let limit = OperationQueue.main.maxConcurrentOperationCount
    let level = OperationQueue.main.qualityOfService
    self.init {
      let queue = OperationQueue.main
      queue.isSuspended = false
      if queue.maxConcurrentOperationCount != limit { queue.maxConcurrentOperationCount = limit }
      if queue.qualityOfService != level { queue.qualityOfService = level }
    } isEmpty: {
      OperationQueue.main.operationCount == 0
    }
  }
}
