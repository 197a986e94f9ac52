import OQAdapters
import OQHistory
import OQSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The process in which a subject runs: it runs the programs that the supervisor sends, one after
/// another, and keeps their histories in a log that survives it.
///
/// Descriptors: the log's file, a pipe with requests, a pipe for replies. The standard streams are
/// the subject's. The first thread of a process that was started runs main loops and nothing else:
/// where an implementation has a main queue, that is the only thread on which it may run it. It is
/// lent to the programs that have a main queue, or serves the subject from the beginning to the end
/// (``Subject/firstThread``).
package enum WorkerMain {
  /// What a worker is told by its arguments.
  struct Settings {
    /// The subject's name.
    let subject: String
    /// How long the driver waits before it looks, and how often.
    let patience: Driver.Patience
    /// Microseconds for which canaries are waited for.
    let canary: Int

    /// Reads the arguments.
    ///
    /// - Parameter arguments: the subject's name, the driver's patience in microseconds and looks,
    ///   and that for canaries in microseconds.
    init?(_ arguments: [String]) {
      guard arguments.count == 4, let look = Int(arguments[1]), let looks = Int(arguments[2]),
        let canary = Int(arguments[3])
      else { return nil }
      subject = arguments[0]
      var patience = Driver.Patience()
      patience.look = look
      patience.looks = looks
      self.patience = patience
      self.canary = canary
    }
  }

  /// Runs a worker in this process, which was started for it.
  ///
  /// - Parameters:
  ///   - arguments: see ``Settings/init(_:)``.
  ///   - subject: makes the subject with a name; nil where there is none.
  package static func main(
    _ arguments: [String], subject: @escaping @Sendable (String) -> (any Subject)?
  ) -> Never {
    guard let settings = Settings(arguments) else { exit(EX_USAGE) }
    let descriptors = ForkRequest.Descriptors(log: 3, requests: 4, replies: 5, output: 1)
    for number in [descriptors.log, descriptors.requests, descriptors.replies] {
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }
    run(settings, on: descriptors, isForked: false, subject: subject)
  }

  /// What starts a worker.
  ///
  /// - Parameters:
  ///   - executable: an executable that dispatches reserved arguments.
  ///   - arguments: those of a worker after the reserved one.
  ///   - descriptors: what the worker has.
  /// - Returns: a request for the process that has the descriptors.
  static func request(
    _ executable: String, _ arguments: [String], _ descriptors: ForkRequest.Descriptors
  ) -> ProcessRequest {
    var request = ProcessRequest(
      executable, arguments: [ReservedArguments.worker.rawValue] + arguments,
      descriptors: [descriptors.log, descriptors.requests, descriptors.replies])
    let written = ProcessRequest.Stream.descriptor(descriptors.output)
    request.streams = (.null, written, written)
    return request
  }

  /// Runs a worker in this process.
  ///
  /// - Parameters:
  ///   - settings: the subject, and how patient the driver is.
  ///   - descriptors: what the worker has; of the output it takes no notice.
  ///   - isForked: whether the process is the copy of another one. The dispatch library holds the
  ///     first thread of a copy for that of the original, so no main loop runs on it.
  ///   - subject: makes the subject with a name; nil where there is none.
  static func run(
    _ settings: Settings, on descriptors: ForkRequest.Descriptors, isForked: Bool,
    subject: @escaping @Sendable (String) -> (any Subject)?
  ) -> Never {
    let first = isForked ? nil : LaneThread(.serving)
    do {
      let log = try MappedLog.attach(OwnedDescriptor(owning: descriptors.log))
      try log.recordCrashes()
      let channel = WorkerChannel(
        requests: OwnedDescriptor(owning: descriptors.requests),
        replies: OwnedDescriptor(owning: descriptors.replies))
      LaneThread().run { _ in
        guard let subject = subject(settings.subject) else {
          channel.send(.noSubject)
          _exit(EX_USAGE)
        }
        let observer = ProcessObserver(
          subject: subject, patience: ProcessObserver.Patience(canary: settings.canary))
        let driver = Driver(
          subject: subject, log: log, observer: observer, patience: settings.patience)
        if let service = subject.firstThread {
          guard let first else { preconditionFailure("a copy has no first thread that serves") }
          first.run { _ in service.serve() }
        } else if let first {
          driver.runMainLoops(on: first)
        }
        Worker(
          driver: driver, observer: observer, channel: channel, servesMainLoops: first != nil
        ).serve()
        // Not `exit`: threads of the subject may still run, and must not meet what it tears down.
        _exit(EX_OK)
      }
    } catch {
      _exit(EX_OSERR)
    }
    first?.serve()
    // The process ends with the thread that serves requests.
    let idle = WaitingLock()
    idle.lock()
    while true { idle.wait() }
  }
}

/// The worker's ends of its pipes.
final class WorkerChannel: Sendable {
  private let requests: OwnedDescriptor
  private let replies: OwnedDescriptor

  init(requests: consuming OwnedDescriptor, replies: consuming OwnedDescriptor) {
    self.requests = requests
    self.replies = replies
  }

  /// Sends a reply; a supervisor that is gone does not listen.
  func send(_ reply: WorkerReply) {
    try? replies.write(MessageBuffer.frame(reply.description))
  }

  /// Waits for the next request; nil once there will be none.
  func receive(_ buffer: inout MessageBuffer) -> String? {
    while true {
      switch buffer.next() {
      case .message(let text): return text
      case .malformed: return nil
      case .none: break
      }
      guard let bytes = try? requests.read(atMost: 4096), !bytes.isEmpty else { return nil }
      buffer.receive(bytes)
    }
  }
}

/// Serves requests; used by one thread.
private final class Worker {
  private let driver: Driver
  private let observer: ProcessObserver
  private let channel: WorkerChannel
  private let servesMainLoops: Bool
  private var buffer = MessageBuffer()

  init(
    driver: Driver, observer: ProcessObserver, channel: WorkerChannel, servesMainLoops: Bool
  ) {
    self.driver = driver
    self.observer = observer
    self.channel = channel
    self.servesMainLoops = servesMainLoops
  }

  func serve() {
    channel.send(.ready)
    while let text = channel.receive(&buffer) {
      channel.send(WorkerRequest(text).map(answer) ?? .refused)
    }
  }

  private func answer(_ request: WorkerRequest) -> WorkerReply {
    switch request {
    case .run(let program, let pins, let mode):
      guard driver.isReusable, servesMainLoops || !program.needsMainLoop else { return .refused }
      if pins.isEmpty { return ending(driver.execute(program, points: mode), of: program) }
      guard let order = try? Pins(parsing: pins.joined(separator: "\n"), for: program) else {
        return .refused
      }
      return ending(driver.execute(program, following: order, points: mode), of: program)
    case .runUnaided(let program):
      guard driver.isReusable, servesMainLoops || !program.needsMainLoop else { return .refused }
      return ending(driver.execute(program, isUnaided: true), of: program)
    case .confirm(let bound): return confirm(bound: bound)
    case .calibrate: return .calibrated(observer.calibrate())
    }
  }

  private func ending(_ end: Driver.End, of program: Program) -> WorkerReply {
    let end: WorkerReply.End =
      switch end {
      case .completed: .completed
      case .unprepared: .unprepared
      case .quiescent: .quiescent
      case .undecided: .undecided
      }
    var ending = ending(end)
    ending.points = driver.points?.lines(in: program) ?? []
    return .ended(ending)
  }

  private func reply(_ end: WorkerReply.End, late: Int = 0) -> WorkerReply {
    .ended(ending(end, late: late))
  }

  private func ending(_ end: WorkerReply.End, late: Int = 0) -> WorkerReply.Ending {
    let isOver = end == .completed || end == .unprepared
    return WorkerReply.Ending(
      end, isReusable: isOver && driver.isReusable, adapterLied: driver.adapterLied, late: late,
      wasWoken: driver.wasWoken)
  }

  /// Confirms a quiescence, or goes on with the program whenever something has moved.
  private func confirm(bound: Double) -> WorkerReply {
    var late = 0
    while true {
      if driver.confirmStall(bound: bound) { return reply(.stalled, late: late) }
      // Threads moved and nothing came of it, for longer than anybody waits.
      if driver.isAtRest, !driver.hasEnded { return reply(.undecided, late: late) }
      late += 1
      switch driver.resume() {
      case .completed: return reply(.completed, late: late)
      case .quiescent: continue
      case .undecided, .unprepared: return reply(.undecided, late: late)
      }
    }
  }
}
