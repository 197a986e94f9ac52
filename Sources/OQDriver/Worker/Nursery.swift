import Synchronization

/// The zygotes of workers: one for all who want workers of the same kind.
///
/// A zygote lives as long as somebody has entered the nursery.
package final class Nursery: Sendable {
  private struct State {
    var users = 0
    /// By executable and arguments; nil where processes cannot be forked.
    var zygotes: [[String]: Zygote?] = [:]
  }

  private let state = Mutex(State())

  /// No zygote yet.
  package init() {}

  /// Somebody wants workers from here on.
  func enter() { state.withLock { $0.users += 1 } }

  /// Somebody wants none any more; what the last one leaves behind is ended.
  func leave() {
    let left = state.withLock { state -> [[String]: Zygote?] in
      state.users -= 1
      guard state.users == 0 else { return [:] }
      defer { state.zygotes = [:] }
      return state.zygotes
    }
    // Ends here, outside the lock.
    _ = left
  }

  /// The zygote of workers of a kind; it is started for the first who asks.
  ///
  /// - Parameter options: the kind.
  /// - Returns: nil where processes cannot be forked safely.
  /// - Throws: `SystemError` where it cannot be started.
  func zygote(of options: WorkerOptions) throws -> Zygote? {
    let key = [options.executable] + options.arguments
    return try state.withLock { state in
      if let known = state.zygotes[key] { return known }
      let zygote = try Zygote.start(options)
      state.zygotes[key] = .some(zygote)
      return zygote
    }
  }

  /// Forgets a zygote that is gone.
  ///
  /// - Parameter zygote: one that does not answer.
  func lose(_ zygote: Zygote) {
    state.withLock { state in
      for (key, known) in state.zygotes where known === zygote {
        state.zygotes.removeValue(forKey: key)
      }
    }
  }
}
