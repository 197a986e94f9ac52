import Foundation
import OQCommandLine
import OQDriver
import Synchronization

/// Work in numbered stretches, done by several threads, joined in their order.
enum Stretches {
  /// Does stretches, in no particular order, until all are done or a signal ends it.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - jobs: how many at a time.
  ///   - console: shows how far it is.
  ///   - stops: ends it early.
  ///   - work: does one.
  /// - Returns: what came of each, in their order; fewer where it was ended early.
  static func run<Value: Sendable>(
    _ count: Int, jobs: Int, _ console: Console, _ stops: StopRequests?,
    _ work: @Sendable (Int) -> Value
  ) -> [Value] {
    let results = Mutex<[Int: Value]>([:])
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while (stops?.current ?? StopRequest.none) == .none {
        let place = next.add(1, ordering: .relaxed).oldValue
        guard place < count else { return }
        let value = work(place)
        let done = results.withLock { results in
          results[place] = value
          return results.count
        }
        if console.errors.isInteractive { console.rewrite("\(done * 100 / max(count, 1))%") }
      }
    }
    if console.errors.isInteractive { console.rewrite("") }
    return results.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// A share as a person reads it: `93.4 %`, or `-` where there is none.
  static func percent(_ share: Double?) -> String {
    guard let share else { return "-" }
    let tenths = Int((share * 1000).rounded(.down))
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
