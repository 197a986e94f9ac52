import OQSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A process from which guards are forked, seen from the supervisor: a guarded program then costs
/// one start of a program, its own.
///
/// It has one thread and does nothing but fork. Guards of a zygote that is gone go on.
package final class GuardZygote: Sendable {
  /// Longest time, in milliseconds, until it can be used: one that never answers is of no use.
  private static let silence: Int32 = 10_000
  /// What it says once.
  static let isReady = "guards"

  private let process: ChildProcess
  private let channel: OwnedDescriptor

  /// Starts a zygote, and returns when guards can be forked from it.
  ///
  /// - Parameter executable: an executable that dispatches reserved arguments.
  /// - Returns: nil where processes of this platform, or of this executable, cannot be forked
  ///   safely.
  /// - Throws: `SystemError` where it cannot be started.
  package static func start(_ executable: String) throws(SystemError) -> GuardZygote? {
    #if os(Linux)
      return try GuardZygote(executable)
    #else
      return nil
    #endif
  }

  private init?(_ executable: String) throws(SystemError) {
    let ends = try Zygote.makeChannel()
    let channel = OwnedDescriptor(owning: ends.own)
    let other = OwnedDescriptor(owning: ends.other)
    var request = ProcessRequest(
      executable, arguments: [ReservedArguments.guards.rawValue], descriptors: [other.number])
    request.streams = (.null, .null, .null)
    // The place for the marks of guards.
    request.environment[GuardedProcess.markVariable] = GuardedProcess.nextMark()
    process = try ChildProcess(request)
    // Otherwise the end of a zygote that refuses would never be seen here.
    _ = consume other
    guard channel.isReadable(within: GuardZygote.silence),
      String(decoding: try channel.read(atMost: 64), as: UTF8.self) == GuardZygote.isReady
    else { return nil }
    self.channel = channel
  }

  /// The identifier of the zygote's process.
  package var identifier: pid_t { process.identifier }

  /// Has a guard forked, without waiting for it.
  ///
  /// - Parameter request: what it starts.
  /// - Throws: `SystemError` where the zygote is gone.
  func fork(_ request: GuardRequest) throws(SystemError) { try request.send(on: channel.number) }
}

/// The process from which guards are forked.
///
/// Descriptors: a socket with ``GuardRequest``s, whose end of file ends the process. As a zygote of
/// workers it never asks for the identifier of its thread.
enum GuardZygoteMain {
  /// Runs a zygote in this process; in its copies, guards.
  static func main() -> Never {
    let channel = ZygoteMain.channel
    Guard.ignoreSignals()
    // Nobody waits for a guard that has reported.
    _ = signal(SIGCHLD, SIG_IGN)
    guard ZygoteMain.isForkable else { _exit(EX_UNAVAILABLE) }
    ZygoteMain.tell(GuardZygote.isReady, on: channel)
    while let request = try? GuardRequest.receive(on: channel) {
      switch oq_fork() {
      case 0:
        _ = close(channel)
        runGuard(for: request)
      case -1: ZygoteMain.tell("\(GuardReport.Line.failed(errno))\n", on: request.report)
      default: break
      }
      request.close()
    }
    _exit(EX_OK)
  }

  private static func runGuard(for request: GuardRequest) -> Never {
    _ = setpgid(0, 0)
    _ = signal(SIGCHLD, SIG_DFL)
    ZygoteMain.mark(request.mark)
    let program = request.program
    Guard(control: request.control, report: request.report).run(lettingGoOf: request.others) {
      _ throws(SystemError) in
      try ChildProcess(program)
    }
  }
}
