import Foundation
import Synchronization
import Testing

/// Runs tests that take many seconds apart from the others.
///
/// All tests share as many threads as the machine has cores, and a time limit begins before a test gets
/// one. Tests that compute or wait for long would keep the others from theirs; on a thread of their own,
/// with little priority, they leave them the cores as well.
package struct ApartTrait: TestTrait, SuiteTrait, TestScoping {
  package let isRecursive = true
  fileprivate let thread: ApartThread

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(thread) { try await function() }
  }
}

extension Trait where Self == ApartTrait {
  /// The test computes for seconds.
  package static var computing: Self { Self(thread: .computing) }
  /// The test waits for other processes for seconds.
  package static var waiting: Self { Self(thread: .waiting) }
}

/// One thread, on which such tests take turns.
private final class ApartThread: TaskExecutor {
  static let computing = ApartThread("computing tests")
  static let waiting = ApartThread("waiting tests")

  private let jobs = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  private init(_ name: String) {
    let thread = Thread { [self] in
      #if os(Linux)
        // Of the calling thread alone; processes that it starts inherit it.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
      #endif
      while true {
        count.wait()
        jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.signal()
  }
}
