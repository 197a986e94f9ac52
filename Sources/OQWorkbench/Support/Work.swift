import Foundation
import OQCommandLine
import OQCommands
import OQDriver
import OQReport
import OQRunner
import Synchronization

/// Work on mutants that several threads share.
enum Work {
  /// Does something with each of several mutants, on some threads.
  ///
  /// - Parameters:
  ///   - items: the mutants.
  ///   - name: the name of one.
  ///   - threads: how many threads.
  ///   - console: shows how far it is.
  ///   - stops: ends it early.
  ///   - body: what to do with one.
  /// - Returns: what came of each, in their order; fewer where it was ended early.
  /// - Throws: the first fault of the suite or of the machine.
  static func each<Item: Sendable, Value: Sendable>(
    of items: [Item], named name: any KeyPath<Item, String> & Sendable, threads: Int,
    _ console: Console, _ stops: StopRequests?, _ body: @Sendable (Item) throws -> Value
  ) throws(Failure) -> [Value] {
    let results = Mutex<[Int: Result<Value, any Error>]>([:])
    let next = Atomic<Int>(0)
    let status = StatusLine(console)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      while (stops?.current ?? StopRequest.none) == .none {
        let position = next.add(1, ordering: .relaxed).oldValue
        guard position < items.count else { return }
        let result = Result { try body(items[position]) }
        let done = results.withLock { results in
          results[position] = result
          return results.count
        }
        status.show { "\(done) of \(items.count) mutants, last \(items[position][keyPath: name])" }
      }
    }
    status.clear()
    var values: [Value] = []
    for position in items.indices {
      switch results.withLock({ $0[position] }) {
      case .success(let value): values.append(value)
      case .failure(let failure as Failure): throw failure
      case .failure(let error): throw Failure(.fault, "\(items[position][keyPath: name]): \(error)")
      case nil: continue
      }
    }
    return values
  }
}
