import Foundation
import Synchronization
import Testing

/// Runs tests that take many seconds apart from the others.
///
/// All tests share as many threads as the machine has cores, and a time limit begins before a test
/// gets one. Tests that compute or wait for long would keep the others from theirs; on threads of
/// their own, with little priority, they leave them the cores as well.
///
/// What a test awaits may have come long before it gets a thread again: behind all that began
/// meanwhile. So there are no more of these tests at a time than there are threads for them, and
/// this trait stands before a limit of time, which then measures nothing else.
package struct ApartTrait: TestTrait, SuiteTrait, TestScoping {
  package let isRecursive = true
  fileprivate let threads: ApartThreads

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(threads) {
      await threads.takeTurn()
      defer { threads.passTurn() }
      try await function()
    }
  }
}

extension Trait where Self == ApartTrait {
  /// The test computes for seconds.
  package static var computing: Self { Self(threads: .computing) }
  /// The test waits for other processes for seconds, and keeps its thread.
  package static var waiting: Self { Self(threads: .waiting) }
  /// The test awaits other processes for seconds.
  package static var awaiting: Self { Self(threads: .awaiting) }
  /// The test has to answer soon to what other processes do.
  ///
  /// Every exit test is such a test. The testing library asks the system for any child that has
  /// ended, and is told of the same one until somebody takes its status: a single exit test that
  /// gets no thread to do so keeps all others from their ends, and the asking takes a core.
  package static var prompt: Self { Self(threads: .prompt) }
}

/// Threads, on which such tests take turns.
private final class ApartThreads: TaskExecutor {
  static let computing = ApartThreads("computing tests", count: 2, niceness: 10)
  static let waiting = ApartThreads("waiting tests", count: 2, niceness: 10)
  static let awaiting = ApartThreads("awaiting tests", count: 4, niceness: 0)
  static let prompt = ApartThreads("prompt tests", count: 3, niceness: 0)

  private let jobs = Mutex<[UnownedJob]>([])
  private let open = DispatchSemaphore(value: 0)
  private let turns: Mutex<Turns>

  private struct Turns {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private init(_ name: String, count: Int, niceness: Int32) {
    turns = Mutex(Turns(free: count))
    for _ in 0..<count {
      let thread = Thread { [self] in run(niceness) }
      thread.name = name
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  private func run(_ niceness: Int32) {
    #if os(Linux)
      // Of the calling thread alone; processes that it starts inherit it.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    #endif
    while true {
      open.wait()
      jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Waits until there is a thread for another test.
  func takeTurn() async {
    await withCheckedContinuation { continuation in
      let isFree = turns.withLock { turns in
        guard turns.free > 0 else {
          turns.waiting.append(continuation)
          return false
        }
        turns.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Gives the turn of a test that is over to the next one.
  func passTurn() {
    let next = turns.withLock { turns -> CheckedContinuation<Void, Never>? in
      guard turns.waiting.isEmpty else { return turns.waiting.removeFirst() }
      turns.free += 1
      return nil
    }
    next?.resume()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    open.signal()
  }
}
