import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A foreign program under a guard, seen from the supervisor.
///
/// The program and everything that descends from it ends when the program ends, when `end()` is
/// called, when this value goes away, which waits for it, and when this process dies, by whatever
/// signal.
package final class GuardedProcess: Sendable {
  /// How a guarded program ended.
  package enum End: Equatable, Sendable {
    /// It ended like this, by itself or because it was told to, and nothing of it is left.
    case ended(ProcessStatus)

    /// The guard was killed, so the program's status is unknown. What carries the mark of this
    /// program in its environment was killed.
    case guardLost
  }

  /// The identifier of the program's process, also that of its group.
  package let identifier: pid_t

  /// The identifier of the guard's process.
  package let guardIdentifier: pid_t

  /// A descriptor that becomes readable when `poll()` may have news.
  package var reportDescriptor: Int32 { reportReader.number }

  /// Nil where the guard is the child of another process, which reaps it.
  private let guardian: ChildProcess?
  private let mark: String
  private let reportReader: OwnedDescriptor
  private let report: Mutex<(report: GuardReport, end: End?)>
  private let control: Mutex<ControlEnd>

  /// The variable by which the processes of a program are found when its guard is lost.
  package static let markVariable = "OQ_GUARD_MARK"

  /// A mark that no other program has: of the same length as all others, so that the copy of a
  /// process can put its own in the place of the original's.
  static func nextMark() -> String {
    let number = startedPrograms.wrappingAdd(1, ordering: .relaxed).newValue
    return [String(getpid()), String(number)]
      .map { String(repeating: "0", count: max(0, 10 - $0.utf8.count)) + $0 }
      .joined(separator: ".")
  }

  /// Starts a program under a guard, and returns when it runs.
  ///
  /// - Parameters:
  ///   - request: What to start.
  ///   - guardExecutable: An executable that calls `ReservedArguments.dispatch()` first.
  /// - Throws: `SystemError`: `posix_spawn` if the program or the guard cannot be started,
  ///   `guard` if the guard ended before the program ran.
  package convenience init(
    _ request: ProcessRequest, guardExecutable: String = ReservedArguments.ownExecutable
  ) throws(SystemError) {
    try self.init { mark, control, report throws(SystemError) in
      var guarded = request
      guarded.executable = guardExecutable
      guarded.arguments = [
        ReservedArguments.guardian.rawValue, String(request.descriptors.count),
        request.executable,
      ]
      guarded.arguments += request.arguments
      guarded.descriptors = [control, report] + request.descriptors
      guarded.environment[Self.markVariable] = mark
      return try ChildProcess(guarded)
    }
  }

  /// Has a guard forked that starts a program, and returns when it runs.
  ///
  /// - Parameters:
  ///   - zygote: What is forked.
  ///   - request: What to start, with three descriptors beside its streams at most.
  /// - Throws: `SystemError`: `posix_spawn` if the program cannot be started, `EMSGSIZE` for a
  ///   request that does not fit into a message, others where the zygote is gone.
  convenience init(
    forkedFrom zygote: GuardZygote, _ request: ProcessRequest
  ) throws(SystemError) {
    try self.init { mark, control, report throws(SystemError) in
      var marked = request
      marked.environment[Self.markVariable] = mark
      let message = GuardRequest(marked, mark: mark, control: control, report: report)
      guard let message else { throw SystemError("sendmsg", code: EMSGSIZE) }
      try zygote.fork(message)
      return nil
    }
  }

  /// Has a guard forked with a worker, and returns when it runs.
  ///
  /// - Parameters:
  ///   - zygote: What is forked.
  ///   - origin: How the worker comes into being.
  ///   - descriptors: Open descriptors for the worker.
  /// - Throws: `SystemError`, also where the zygote is gone.
  convenience init(
    forkedFrom zygote: Zygote, _ origin: ForkRequest.Origin,
    passing descriptors: ForkRequest.Descriptors
  ) throws(SystemError) {
    try self.init { mark, control, report throws(SystemError) in
      try zygote.fork(
        ForkRequest(
          origin: origin, mark: mark, control: control, report: report, descriptors: descriptors))
      return nil
    }
  }

  /// Has a guard forked with an adapter, and returns when it runs.
  ///
  /// - Parameters:
  ///   - zygote: What is forked.
  ///   - streams: The adapter's standard input, output and error.
  ///   - page: The path of the page of its points.
  /// - Throws: `SystemError`, also where the zygote is gone.
  convenience init(
    forkedFrom zygote: AdapterZygote, streams: [Int32], page: String
  ) throws(SystemError) {
    try self.init { mark, control, report throws(SystemError) in
      try zygote.fork(
        AdapterZygote.Request(mark: mark, descriptors: [control, report] + streams, page: page))
      return nil
    }
  }

  private init(
    _ start: (_ mark: String, _ control: Int32, _ report: Int32) throws(SystemError)
      -> ChildProcess?
  ) throws(SystemError) {
    mark = Self.nextMark()
    let control = try Pipe()
    let report = try Pipe()
    guardian = try start(mark, control.reader.number, report.writer.number)
    self.control = Mutex(ControlEnd(control.closingReader()))
    reportReader = report.closingWriter()
    (identifier, guardIdentifier) = try Self.awaitStart(reportReader)
    self.report = Mutex((GuardReport(), nil))
  }

  deinit {
    end()
    wait()
  }

  /// Reads the report's first line.
  private static func awaitStart(
    _ reader: borrowing OwnedDescriptor
  ) throws(SystemError) -> (program: pid_t, guardian: pid_t) {
    var report = GuardReport()
    while report.last == nil {
      // One byte at a time: the end of the program may follow at once, and is read later.
      let bytes = try reader.read(atMost: 1)
      if bytes.isEmpty { throw SystemError("guard", code: ECHILD) }
      report.receive(bytes)
    }
    switch report.last {
    case .started(let process, let guardian): return (process, guardian)
    case .failed(let code): throw SystemError("posix_spawn", code: code)
    case .ended, nil: throw SystemError("guard", code: EPROTO)
    }
  }

  /// Looks whether the program has ended, without waiting.
  ///
  /// - Returns: How it ended; `nil` while it, or anything of it, runs.
  @discardableResult
  package func poll() -> End? {
    receive(timeout: 0)
  }

  /// Waits for the end of the program and of everything that descends from it.
  ///
  /// - Returns: How it ended.
  @discardableResult
  package func wait() -> End {
    while true {
      if let end = receive(timeout: -1) { return end }
    }
  }

  /// Has the program and everything that descends from it killed.
  ///
  /// Returns at once; `wait()` returns when it is done.
  package func end() {
    control.withLock { $0.close() }
  }

  private func receive(timeout: Int32) -> End? {
    // Waits without the lock, reads with it: of several waiting threads one reads, and the
    // others find nothing to read, or the end.
    if report.withLock({ $0.end }) == nil, !reportReader.isReadable(within: timeout) { return nil }
    return report.withLock { state in
      if let end = state.end { return end }
      guard reportReader.isReadable(within: 0) else { return nil }
      let bytes = (try? reportReader.read(atMost: 256)) ?? []
      state.report.receive(bytes)
      guard bytes.isEmpty else { return nil }
      guardian?.wait()
      if case .ended(let status) = state.report.last {
        state.end = .ended(status)
      } else {
        killMarked()
        state.end = .guardLost
      }
      return state.end
    }
  }

  /// Kills whatever has this program's mark, until nothing is left that has it and can be killed.
  ///
  /// A process that hides its arguments and its environment for good must not keep this up for
  /// ever.
  private func killMarked() {
    let line = "\(Self.markVariable)=\(mark)"
    for _ in 0..<Self.searches {
      let (processes, isComplete) = ProcFiles.processes(withEnvironmentLine: line)
      let killed = processes.count { kill($0, SIGKILL) == 0 }
      if killed == 0, isComplete { return }
      sched_yield()
    }
  }

  /// Searches for what a lost guard has left, at most.
  private static let searches = 1000
}

/// Counts the programs that this process started under guards.
private let startedPrograms = Atomic<UInt64>(0)

/// The supervisor's end of the control pipe, until it is closed.
private struct ControlEnd: ~Copyable {
  private var descriptor: OwnedDescriptor?

  init(_ descriptor: consuming OwnedDescriptor) {
    self.descriptor = consume descriptor
  }

  mutating func close() {
    descriptor = nil
  }
}
