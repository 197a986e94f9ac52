#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A worker under its guard, seen from the supervisor.
// Safety: handed from the thread that starts it to the one that uses it, and on to the one that
// disposes of it; used by one thread at a time.
package final class WorkerProcess: @unchecked Sendable {
  /// What came of waiting for an answer.
  package enum Answer: Sendable {
    /// The worker answered.
    case reply(WorkerReply)
    /// The worker ended, and nothing of it is left.
    case died(ProcessStatus)
    /// Nothing came and nothing moved for as long as the supervisor waits, or what came was no
    /// answer.
    case silent
  }

  /// Where the worker records the events of its programs.
  package let log: MappedLog

  /// Programs that were sent.
  package private(set) var programs = 0

  private let process: GuardedProcess
  private let requests: OwnedDescriptor
  private let replies: OwnedDescriptor
  private let silence: Int
  private let tail: OutputTail
  private var buffer = MessageBuffer()

  /// Starts a worker, or has it forked, and waits until its subject is there.
  ///
  /// - Parameters:
  ///   - options: how workers are started.
  ///   - zygote: what the worker's guard is forked from; nil starts both.
  ///   - origin: whether the worker is forked, too, or started, so that it has a first thread for
  ///     main loops.
  /// - Throws: `WorkerFault`; `SystemError`, also where the zygote is gone.
  package init(
    _ options: WorkerOptions, forkedFrom zygote: Zygote? = nil,
    _ origin: ForkRequest.Origin = .forked
  ) throws {
    _ = signal(SIGPIPE, SIG_IGN)
    log = try MappedLog.shared(capacity: options.capacity)
    guard let descriptor = log.descriptor else { preconditionFailure("a shared log has a file") }
    let requests = try Pipe()
    let replies = try Pipe()
    let output = try Pipe()
    let descriptors = ForkRequest.Descriptors(
      log: descriptor, requests: requests.reader.number, replies: replies.writer.number,
      output: output.writer.number)
    if let zygote {
      process = try GuardedProcess(forkedFrom: zygote, origin, passing: descriptors)
    } else {
      process = try GuardedProcess(
        WorkerMain.request(options.executable, options.arguments, descriptors),
        guardExecutable: options.executable)
    }
    self.requests = requests.closingReader()
    self.replies = replies.closingWriter()
    tail = OutputTail(output.closingWriter())
    silence = options.silence
    switch receive() {
    case .reply(.ready): break
    case .reply(.noSubject): throw WorkerFault.noSubject(options.subject)
    case .reply: throw WorkerFault.notUnderstood
    case .died(let status): throw WorkerFault.subjectDied(status)
    case .silent: throw WorkerFault.subjectSilent
    }
  }

  /// The identifier of the worker's process.
  package var identifier: pid_t { process.identifier }

  /// The last lines that the worker, once it has ended, has written to its standard output and
  /// error, at most 4096 bytes of them: not the same every time.
  package var lastOutput: String { tail.text(within: 2_000) }

  /// Sends a request.
  ///
  /// - Parameter request: what is asked.
  /// - Returns: False if the worker is gone; `receive()` then says how.
  package func send(_ request: WorkerRequest) -> Bool {
    if case .run = request { programs += 1 }
    return (try? requests.write(MessageBuffer.frame(request.description))) != nil
  }

  /// Waits for the next answer.
  ///
  /// - Parameter most: the longest time; nil for as long as something moves.
  /// - Returns: the answer; `silent` where there is none by then.
  package func receive(atMost most: Duration? = nil) -> Answer {
    var calm = calm
    let begun = ContinuousClock.now
    while true {
      if let answer = receive(within: 500) { return answer }
      if isSilent(&calm) { return .silent }
      if let most, ContinuousClock.now - begun >= most { return .silent }
    }
  }

  /// Where the log stood when it was last seen to move, and when that was.
  package struct Calm: Sendable {
    fileprivate var moved: LogTicket
    fileprivate var since: Int
  }

  /// The calm that begins now.
  package var calm: Calm { Calm(moved: log.next, since: Monotonic.milliseconds) }

  /// Whether nothing has moved for as long as the supervisor waits.
  ///
  /// - Parameter calm: what was seen so far; follows the log.
  /// - Returns: true where the worker is to be given up.
  package func isSilent(_ calm: inout Calm) -> Bool { isSilent(&calm, for: silence) }

  /// Whether nothing has moved for some time.
  ///
  /// - Parameters:
  ///   - calm: what was seen so far; follows the log.
  ///   - milliseconds: the time.
  /// - Returns: true where it has passed.
  package func isSilent(_ calm: inout Calm, for milliseconds: Int) -> Bool {
    let next = log.next
    if next != calm.moved { calm = self.calm }
    return Monotonic.milliseconds - calm.since >= milliseconds
  }

  /// Waits until one of several workers may have an answer.
  ///
  /// - Parameters:
  ///   - workers: the workers.
  ///   - milliseconds: how long to wait at most.
  /// - Returns: whether one of them may have an answer, by position.
  package static func await(_ workers: [WorkerProcess], within milliseconds: Int32) -> [Bool] {
    var waits = workers.flatMap {
      [
        pollfd(fd: $0.replies.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: $0.process.reportDescriptor, events: Int16(POLLIN), revents: 0),
      ]
    }
    guard poll(&waits, nfds_t(waits.count), milliseconds) > 0 else {
      return workers.map { _ in false }
    }
    return workers.indices.map { waits[2 * $0].revents != 0 || waits[2 * $0 + 1].revents != 0 }
  }

  /// Looks for an answer.
  ///
  /// - Parameter milliseconds: how long to wait at most.
  /// - Returns: the answer, never `silent` for want of one; nil if there is none yet.
  package func receive(within milliseconds: Int32) -> Answer? {
    while true {
      switch buffer.next() {
      case .message(let text): return WorkerReply(text).map { .reply($0) } ?? .silent
      case .malformed: return .silent
      case .none: break
      }
      var waits = [
        pollfd(fd: replies.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: process.reportDescriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waits, 2, milliseconds) > 0 else { return nil }
      if waits[0].revents != 0 {
        let bytes = (try? replies.read(atMost: 4096)) ?? []
        buffer.receive(bytes)
        // At the end of the answers only the guard has something to say.
        if bytes.isEmpty { return died() }
      } else if waits[1].revents != 0 {
        return died()
      }
    }
  }

  private func died() -> Answer {
    // It may have closed its end of the pipe and go on without it.
    process.end()
    guard case .ended(let status) = process.wait() else { return .silent }
    return .died(status)
  }

  /// Has the worker and everything that descends from it killed; ``wait()`` returns when it is
  /// done.
  package func end() { process.end() }

  /// Waits for the end of the worker and of everything that descends from it.
  package func wait() { process.wait() }
}

/// Why workers cannot be used.
package enum WorkerFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The executable knows no subject of this name.
  case noSubject(String)
  /// The worker ended before its subject was there.
  case subjectDied(ProcessStatus)
  /// The subject was not there after a long time.
  case subjectSilent
  /// A worker was asked for after the end.
  case isShutDown
  /// Worker and supervisor do not speak the same language.
  case notUnderstood
  /// A worker could not read its program, or the order to follow.
  case refused

  /// Whether the subject is to blame, and not suite or machine.
  package var isOfSubject: Bool {
    switch self {
    case .subjectDied, .subjectSilent: true
    case .noSubject, .isShutDown, .notUnderstood, .refused: false
    }
  }

  /// What happened.
  package var description: String {
    switch self {
    case .noSubject(let name): "a worker knows no subject '\(name)'"
    case .subjectDied(let status): "the worker \(status) before the subject was there"
    case .subjectSilent: "the subject was not there after a long time"
    case .isShutDown: "the workers are shut down"
    case .notUnderstood: "a worker of another version answered"
    case .refused: "a worker could not read its program, or the order to follow"
    }
  }
}

/// The clock that never goes back; for patience, never for evidence.
package enum Monotonic {
  /// Microseconds since some moment.
  static var microseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000
  }

  /// Milliseconds since some moment.
  static var milliseconds: Int { microseconds / 1000 }

  /// Sleeps for a number of microseconds.
  package static func sleep(microseconds: Int) {
    // A signal may cut the sleep short, which matters to nobody who looks again.
    var time = timespec(
      tv_sec: microseconds / 1_000_000, tv_nsec: microseconds % 1_000_000 * 1000)
    nanosleep(&time, nil)
  }
}
