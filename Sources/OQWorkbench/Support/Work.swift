import Dispatch
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
    _ console: Console, _ stops: StopRequests?, _ body: @escaping @Sendable (Item) throws -> Value
  ) throws(Failure) -> [Value] {
    let progress = Progress<Value>()
    let status = StatusLine(console)
    let group = DispatchGroup()
    // More threads than cores pay where the work waits: a pool would not give them.
    for _ in 0..<threads {
      group.enter()
      PlainThread.start {
        defer { group.leave() }
        while (stops?.current ?? StopRequest.none) == .none {
          let position = progress.next.add(1, ordering: .relaxed).oldValue
          guard position < items.count else { return }
          let done = progress.note(Result { try body(items[position]) }, of: position)
          status.show {
            "\(done) of \(items.count) mutants, last \(items[position][keyPath: name])"
          }
        }
      }
    }
    group.wait()
    status.clear()
    var values: [Value] = []
    for position in items.indices {
      switch progress.results.withLock({ $0[position] }) {
      case .success(let value): values.append(value)
      case .failure(let failure as Failure): throw failure
      case .failure(let error): throw Failure(.fault, "\(items[position][keyPath: name]): \(error)")
      case nil: continue
      }
    }
    return values
  }

  /// Which items were taken, and what came of those that are done.
  private final class Progress<Value: Sendable>: Sendable {
    let next = Atomic<Int>(0)
    let results = Mutex<[Int: Result<Value, any Error>]>([:])

    /// Notes what came of an item, and says how many are done.
    func note(_ result: Result<Value, any Error>, of position: Int) -> Int {
      results.withLock { results in
        results[position] = result
        return results.count
      }
    }
  }
}
