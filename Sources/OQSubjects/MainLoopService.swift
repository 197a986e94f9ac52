import Foundation
import OQAdapters
import Synchronization

/// The main queue and the main run loop of this process, served by its first thread to the end.
package final class MainLoopService: FirstThreadService {
  /// The one of this process.
  package static let shared = MainLoopService()

  private let hasBegun = Atomic(false)

  private init() {}

  /// See ``FirstThreadService/isServing``.
  package var isServing: Bool { hasBegun.load(ordering: .acquiring) }

  /// See ``FirstThreadService/serve()``.
  package func serve() -> Never {
    precondition(Thread.isMainThread, "the first thread alone runs the main loop")
    hasBegun.store(true, ordering: .releasing)
    while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  /// See ``FirstThreadService/pass(_:)``.
  ///
  /// A block of the main queue wakes the loop, which then runs what the loop was handed, in order.
  package func pass(_ done: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async { RunLoop.main.perform { done() } }
  }
}
