import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A process that this one started, leader of a process group of its own.
///
/// It lives no longer than this value, and its group no longer than itself: what is left of the
/// group when the end is noticed is killed. Until then the identifier cannot be reused, so no
/// signal meets a stranger.
package final class ChildProcess: Sendable {
  /// The process' identifier, also that of its group.
  package let identifier: pid_t

  private let status = Mutex<ProcessStatus?>(nil)

  /// Starts a program.
  ///
  /// The program starts with default signal actions and nothing blocked, and with
  /// `SWIFT_BACKTRACE=enable=no` in its environment.
  ///
  /// - Parameter request: What to start.
  /// - Throws: `SystemError`, with the call `posix_spawn` where the program cannot be started.
  package init(_ request: ProcessRequest) throws(SystemError) {
    identifier = try spawn(request)
  }

  /// Takes over a process that was forked and that makes itself the leader of a group.
  ///
  /// - Parameter identifier: The child.
  init(forked identifier: pid_t) {
    self.identifier = identifier
    // Whoever comes first, so that the group is there from here on.
    _ = setpgid(identifier, identifier)
  }

  deinit {
    // Nobody could notice its end any more, and it would stay a zombie.
    kill()
    wait()
  }

  /// Looks whether the process has ended, without waiting.
  ///
  /// - Returns: How it ended; `nil` while it runs.
  @discardableResult
  package func poll() -> ProcessStatus? {
    reap(options: WNOHANG)
  }

  /// Waits for the end of the process.
  ///
  /// - Returns: How it ended.
  @discardableResult
  package func wait() -> ProcessStatus {
    while true {
      if let status = reap(options: 0) { return status }
    }
  }

  /// Sends a signal to the process and all others of its group, unless its end was noticed.
  ///
  /// - Parameter signal: The signal's number; by default one that cannot be refused.
  package func kill(signal: Int32 = SIGKILL) {
    status.withLock { status in
      if status == nil { _ = killpg(identifier, signal) }
    }
  }

  /// Notices the end without the lock, so that `kill` can be called meanwhile; then reaps with it.
  private func reap(options: Int32) -> ProcessStatus? {
    if let ended = status.withLock({ $0 }) { return ended }
    var info = siginfo_t()
    let noticed = waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT | options)
    // ECHILD: another thread has reaped it meanwhile, and the status is there.
    if noticed == -1 && errno == EINTR { return nil }
    if noticed == 0 && endedProcess(info) == 0 { return nil }
    return status.withLock { status in
      if let ended = status { return ended }
      _ = killpg(identifier, SIGKILL)
      var word: Int32 = 0
      while waitpid(identifier, &word, 0) == -1 {
        // Somebody else waited for a child of ours: its status is lost, not its end.
        precondition(errno == EINTR, "the status of process \(identifier) was taken away")
      }
      let ended = ProcessStatus(waitWord: word)
      status = ended
      return ended
    }
  }
}

/// The process that `waitid` reported; 0 if it reported none.
func endedProcess(_ info: siginfo_t) -> pid_t {
  #if canImport(Darwin)
    info.si_pid
  #else
    info._sifields._sigchld.si_pid
  #endif
}
