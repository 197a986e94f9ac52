import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Starts programs under guards, which are forked where that is safe and started elsewhere.
package final class Guards: Sendable {
  private enum Source {
    /// Nobody has asked for a guard.
    case untried
    /// Guards are forked from it; nil where they cannot be.
    case known(GuardZygote?)
  }

  private let executable: String
  private let source = Mutex(Source.untried)

  /// Guards that nobody has asked for.
  ///
  /// - Parameter executable: an executable that dispatches reserved arguments.
  package init(_ executable: String = ReservedArguments.ownExecutable) {
    self.executable = executable
  }

  /// What guards are forked from, once one was asked for; nil where they are started.
  package var zygote: GuardZygote? {
    source.withLock { if case .known(let zygote) = $0 { zygote } else { nil } }
  }

  /// Starts a program under a guard, and returns when it runs.
  ///
  /// - Parameter request: what to start.
  /// - Returns: the program.
  /// - Throws: `SystemError`, with `posix_spawn` where the program cannot be started.
  package func start(_ request: ProcessRequest) throws(SystemError) -> GuardedProcess {
    for _ in 0..<2 {
      guard let zygote = try current() else { break }
      do throws(SystemError) {
        return try GuardedProcess(forkedFrom: zygote, request)
      } catch {
        if error.call == "posix_spawn" { throw error }
        if error.code == EMSGSIZE { break }
        lose(zygote)
      }
    }
    return try GuardedProcess(request, guardExecutable: executable)
  }

  /// What guards are forked from; started for the first who asks.
  private func current() throws(SystemError) -> GuardZygote? {
    try source.withLock { source throws(SystemError) in
      if case .known(let zygote) = source { return zygote }
      let zygote = try GuardZygote.start(executable)
      source = .known(zygote)
      return zygote
    }
  }

  /// Forgets a zygote that is gone.
  private func lose(_ zygote: GuardZygote) {
    source.withLock { source in
      if case .known(let known) = source, known === zygote { source = .untried }
    }
  }
}
