import OQAdapters
import OQSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The process from which workers are forked.
///
/// Descriptors: a socket with ``ForkRequest``s, whose end of file ends the process. It never asks
/// for the identifier of its thread, neither itself nor by a lock of the standard library: both are
/// remembered, and wrong in the copy.
package enum ZygoteMain {
  static let channel: Int32 = 3

  /// Runs a zygote in this process; in its copies, guards and workers.
  ///
  /// - Parameters:
  ///   - arguments: those of a worker.
  ///   - subject: makes the subject with a name; nil where there is none.
  static func main(
    _ arguments: [String], subject: @escaping @Sendable (String) -> (any Subject)?
  ) -> Never {
    guard let settings = WorkerMain.Settings(arguments) else { exit(EX_USAGE) }
    let start = { (descriptors: ForkRequest.Descriptors) throws(SystemError) in
      try ChildProcess(
        WorkerMain.request(ReservedArguments.ownExecutable, arguments, descriptors))
    }
    Guard.ignoreSignals()
    // Nobody waits for a guard that has reported.
    _ = signal(SIGCHLD, SIG_IGN)
    if getenv(Zygote.bindingVariable).map({ String(cString: $0) }) == Zygote.binding {
      unsetenv(Zygote.bindingVariable)
    }
    let forksWorkers = WarmUp.run { subject(settings.subject) }
    guard isForkable else { _exit(EX_UNAVAILABLE) }
    tell((forksWorkers ? Zygote.Readiness.workers : .guards).rawValue, on: channel)
    let length = GuardedProcess.nextMark().utf8.count
    while let request = try? ForkRequest.receive(on: channel, markOf: length) {
      switch oq_fork() {
      case 0:
        _ = close(channel)
        runGuard(for: request, settings, start, subject: subject)
      case -1: tell("\(GuardReport.Line.failed(errno))\n", on: request.report)
      default: break
      }
      request.close()
    }
    _exit(EX_OK)
  }

  /// Whether a copy of this process would lack nothing and share nothing: there is one thread, and
  /// no descriptor but the standard streams and the channel.
  ///
  /// A library may start threads or open files when it is loaded, as sanitizers do.
  package static var isForkable: Bool {
    // A thread that has ended leaves the list soon after.
    for _ in 0..<1000 {
      if ProcFiles.numbers(in: "/proc/self/task")?.count == 1 {
        // The directory itself is open while it is read.
        return ProcFiles.numbers(in: "/proc/self/fd")?.count == Int(channel) + 2
      }
      sched_yield()
    }
    return false
  }

  /// Writes a text on a descriptor that stays open; a supervisor that is gone does not listen.
  static func tell(_ text: String, on number: Int32) {
    let descriptor = OwnedDescriptor(owning: number)
    try? descriptor.write(Array(text.utf8))
    _ = descriptor.release()
  }

  private static func runGuard(
    for request: ForkRequest, _ settings: WorkerMain.Settings,
    _ start: (ForkRequest.Descriptors) throws(SystemError) -> ChildProcess,
    subject: @escaping @Sendable (String) -> (any Subject)?
  ) -> Never {
    _ = setpgid(0, 0)
    _ = signal(SIGCHLD, SIG_DFL)
    mark(request.mark)
    let descriptors = request.descriptors
    Guard(control: request.control, report: request.report).run(lettingGoOf: descriptors.all) {
      own throws(SystemError) in
      if request.origin == .started { return try start(descriptors) }
      let process = try check("fork") { oq_fork() }
      if process > 0 { return ChildProcess(forked: process) }
      for number in own { _ = close(number) }
      startAfresh(output: descriptors.output)
      WorkerMain.run(settings, on: descriptors, isForked: true, subject: subject)
    }
  }

  /// Puts the guard's mark where the kernel shows the environment of this process and of its
  /// copies, and where the programs that they start get it from.
  static func mark(_ text: String) {
    guard let value = getenv(GuardedProcess.markVariable), strlen(value) == text.utf8.count else {
      return
    }
    text.withCString { _ = memcpy(value, $0, text.utf8.count) }
  }

  /// Makes the process what a started one is: the leader of a group, with default signal actions
  /// and nothing blocked, and standard streams of its own.
  private static func startAfresh(output: Int32) {
    _ = setpgid(0, 0)
    // SIGKILL and SIGSTOP refuse, and cannot be anything else.
    for number in Int32(1)...64 { _ = signal(number, SIG_DFL) }
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    for stream in [STDOUT_FILENO, STDERR_FILENO] { _ = dup2(output, stream) }
    _ = close(output)
  }
}
