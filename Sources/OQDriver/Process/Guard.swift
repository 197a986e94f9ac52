import OQSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The process between a supervisor and a foreign program: it ends the program and everything
/// that descends from it when the program ends, or when the supervisor goes away.
///
/// Descriptors: `control` is a pipe that only the supervisor can write to and never does, so its
/// end of file means that the supervisor has closed it or is dead. `GuardReport` lines go to
/// `report`. The guard's standard streams and the descriptors that it passes on are the program's.
/// As a child subreaper the guard becomes the parent of all orphans below it, so killing its
/// children until it has none leaves nothing.
package struct Guard {
  private static let firstPassedOn: Int32 = 5

  let control: Int32
  let report: Int32

  /// Runs a guard in this process, for a program that it starts.
  ///
  /// - Parameter arguments: How many descriptors to pass on, the program's path, its arguments.
  package static func main(_ arguments: [String]) -> Never {
    guard arguments.count >= 2, let passedOn = Int32(arguments[0]), passedOn >= 0 else {
      exit(EX_USAGE)
    }
    var request = ProcessRequest(arguments[1], arguments: Array(arguments.dropFirst(2)))
    request.streams.input = .inherited
    request.descriptors = (0..<passedOn).map { firstPassedOn + $0 }
    let (started, descriptors) = (request, request.descriptors)
    Guard(control: 3, report: 4).run(lettingGoOf: descriptors) { _ throws(SystemError) in
      try ChildProcess(started)
    }
  }

  /// Guards a program to its end, and ends this process.
  ///
  /// - Parameters:
  ///   - descriptors: What this process has for the program only.
  ///   - start: Starts the program as a child. It is given the descriptors that are the guard's
  ///     own, which are closed on exec.
  func run(
    lettingGoOf descriptors: [Int32],
    _ start: (_ own: [Int32]) throws(SystemError) -> ChildProcess
  ) -> Never {
    do throws(SystemError) {
      try guardProgram(lettingGoOf: descriptors, start)
      _exit(EX_OK)
    } catch {
      _exit(EX_OSERR)
    }
  }

  /// Ignores what a terminal or a shutdown sends to everybody.
  ///
  /// It must not end a guard before the supervisor, or the program would be left alone.
  static func ignoreSignals() {
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE] { _ = signal(number, SIG_IGN) }
  }

  private func guardProgram(
    lettingGoOf descriptors: [Int32],
    _ start: (_ own: [Int32]) throws(SystemError) -> ChildProcess
  ) throws(SystemError) {
    Guard.ignoreSignals()
    // Where there are no subreapers, only the program's group can be ended.
    _ = oq_become_subreaper()
    let ends = try Pipe()
    for number in [ends.reader.number, ends.writer.number] {
      try check("fcntl") { fcntl(number, F_SETFL, O_NONBLOCK) }
    }
    try check("sigaction") { oq_report_signal(SIGCHLD, ends.writer.number) }

    let program: ChildProcess
    do throws(SystemError) {
      program = try start([control, report, ends.reader.number, ends.writer.number])
    } catch {
      tell(.failed(error.code))
      return
    }
    tell(.started(program.identifier, guardian: getpid()))
    try letGo(of: descriptors)
    try waitForEnd(of: program, childEnds: ends.reader)
    program.kill()
    killChildren(and: program)
    tell(.ended(program.wait()))
  }

  private func tell(_ line: GuardReport.Line) {
    let report = OwnedDescriptor(owning: report)
    // A supervisor that is gone does not listen.
    try? report.write(Array("\(line)\n".utf8))
    _ = report.release()
  }

  /// Gives up the program's streams and descriptors, so that whoever is at their other ends
  /// notices when the program closes them.
  private func letGo(of descriptors: [Int32]) throws(SystemError) {
    let null = OwnedDescriptor(owning: try check("open") { open("/dev/null", O_RDWR | O_CLOEXEC) })
    for stream in 0..<Int32(3) { try check("dup2") { dup2(null.number, stream) } }
    for number in descriptors { _ = close(number) }
  }

  /// Returns when the program has ended or the supervisor is gone.
  ///
  /// Reaps orphans meanwhile.
  private func waitForEnd(
    of program: ChildProcess, childEnds: borrowing OwnedDescriptor
  ) throws(SystemError) {
    var waits = [
      pollfd(fd: control, events: Int16(POLLIN), revents: 0),
      pollfd(fd: childEnds.number, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      try check("poll") { poll(&waits, nfds_t(waits.count), -1) }
      if waits[0].revents != 0 { return }
      _ = try? childEnds.read(atMost: 64)
      while let ended = Guard.endedChild(options: WNOHANG), ended != 0 {
        if ended == program.identifier { return }
        waitpid(ended, nil, Guard.anyChild)
      }
    }
  }

  /// Kills and reaps until this process has no child left; it keeps the program's status.
  private func killChildren(and program: ChildProcess) {
    let own = getpid()
    while let ended = Guard.endedChild(options: WNOHANG) {
      if ended == program.identifier {
        program.poll()
        continue
      }
      if ended != 0 {
        waitpid(ended, nil, Guard.anyChild)
        continue
      }
      for child in ProcFiles.children(of: own) ?? [] { kill(child, SIGKILL) }
      // Wait for one of them to end, then look again: its children are ours by then.
      _ = Guard.endedChild(options: 0)
    }
  }

  #if canImport(Darwin)
    private static let anyChild: Int32 = 0
  #else
    /// Also children that were made by `clone` and do not signal their end.
    private static let anyChild: Int32 = 0x4000_0000
  #endif

  /// A child that has ended and is not reaped; 0 if there are only others; `nil` if there is no
  /// child.
  private static func endedChild(options: Int32) -> pid_t? {
    var info = siginfo_t()
    let result = try? check("waitid") {
      waitid(P_ALL, 0, &info, WEXITED | WNOWAIT | anyChild | options)
    }
    return result == nil ? nil : endedProcess(info)
  }
}
