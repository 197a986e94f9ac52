import Dispatch
import Testing

/// Records an issue and cancels a test when it runs for longer than it may.
///
/// It is there for what never ends: a machine that is busy with other work gives a test a third of
/// the processor or less, and what takes three times as long then is no fault of the test.
///
/// The time begins when the test gets a thread. A time limit of the testing library begins when the
/// test is put in line, so that on a busy machine it measures the others.
package struct LimitTrait: TestTrait, SuiteTrait, TestScoping {
  package let isRecursive = true
  fileprivate let minutes: Int
  /// How much longer a test may take on a busy machine.
  private static let patience = 3
  private static let watch = DispatchQueue(label: "limits of tests")

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withUnsafeCurrentTask { task in
      let running = RunningTask(task: task)
      let timer = DispatchSource.makeTimerSource(queue: Self.watch)
      timer.setEventHandler { [minutes] in
        Issue.record(
          "\(test.displayName ?? test.name) has run for more than \(minutes * Self.patience) min",
          sourceLocation: test.sourceLocation)
        running.task?.cancel()
      }
      timer.schedule(deadline: .now() + .seconds(60 * minutes * Self.patience))
      timer.resume()
      defer {
        timer.cancel()
        Self.watch.sync {}
      }
      try await function()
    }
  }
}

extension Trait where Self == LimitTrait {
  /// The test may run for some minutes on a machine that has nothing else to do, and on any machine
  /// for three times as long.
  package static func limit(minutes: Int) -> Self { Self(minutes: minutes) }
}

// Safety: cancelling is all that is done from another thread, and only in the scope of the task:
// the handler has run, or never will, when that is left.
private struct RunningTask: @unchecked Sendable {
  let task: UnsafeCurrentTask?
}
