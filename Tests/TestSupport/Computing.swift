import Dispatch
import Testing

/// Runs tests that compute for seconds on a thread of their own.
///
/// All tests share as many threads as the machine has cores. A test that computes for long keeps those
/// waiting whose time limit has begun; on its own thread it shares the cores with them instead.
package struct ComputingTrait: TestTrait, SuiteTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ComputingThread.shared) { try await function() }
  }
}

extension Trait where Self == ComputingTrait {
  /// The test computes for seconds.
  package static var computing: Self { Self() }
}

/// One thread, on which such tests take turns.
private final class ComputingThread: TaskExecutor {
  static let shared = ComputingThread()

  private let thread = DispatchQueue(label: "computing tests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    thread.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
