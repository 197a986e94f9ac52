import Foundation
import Synchronization

/// An operation that fetches something on a dispatch queue, and finishes on the main queue.
public final class FetchOperation: Operation, @unchecked Sendable {
  // Safety: the state is guarded, the rest constant.
  private enum State { case ready, executing, finished }

  private let fetch: @Sendable () throws -> Void
  private let state = Mutex(State.ready)

  /// Makes an operation.
  ///
  /// - Parameter fetch: what it does; an error ends the operation, too.
  public init(_ fetch: @escaping @Sendable () throws -> Void) { self.fetch = fetch }

  override public var isAsynchronous: Bool { true }
  override public var isExecuting: Bool { state.withLock { $0 == .executing } }
  override public var isFinished: Bool { state.withLock { $0 == .finished } }

  override public func start() {
    guard !isCancelled else { return become(.finished) }
    become(.executing)
    DispatchQueue.global().async {
      try? self.fetch()
      DispatchQueue.main.async { self.become(.finished) }
    }
  }

  private func become(_ next: State) {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    state.withLock { $0 = next }
    didChangeValue(for: \.isFinished)
    didChangeValue(for: \.isExecuting)
  }
}
