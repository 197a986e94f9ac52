import OQAdapters
import OQHistory
import OQWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One process of an adapter under a guard, and what is said with it.
///
/// Used by one thread. Nothing of the process, nor of what descends from it, outlives this value.
package final class AdapterProcess {
  /// How it is.
  package enum Condition: Hashable, Sendable {
    /// It runs, as far as is known.
    case alive
    /// It ended like this.
    case died(ProcessStatus)
    /// It said something wrong, and is no longer listened to.
    case faulty(WireFault)
  }

  /// What is said.
  package var conversation: WireConversation
  /// How it is.
  package private(set) var condition = Condition.alive
  /// Whether it was killed.
  package private(set) var isOver = false
  /// Its processes.
  package let tree: ProcessTree
  /// Its points; nil where no library was loaded to show them.
  package let points: AdapterPoints?

  private let process: GuardedProcess
  private let input: OwnedDescriptor
  private let output: OwnedDescriptor
  private let tail: OutputTail
  private var unsent: [UInt8] = []
  private var sent = 0
  private let transcript: ((Bool, String) -> Void)?

  /// Bytes that a pipe takes without waiting once it takes any (PIPE_BUF).
  private static let portion = 4096

  /// Starts an adapter, and sends `hello`.
  ///
  /// - Parameters:
  ///   - words: the program, looked for as a shell does, and its arguments.
  ///   - harness: the name of the harness, with its version.
  ///   - variables: variables of its environment beside those of this process.
  ///   - preload: a library that shows its points; nil for none.
  ///   - guards: starts its guard.
  ///   - transcript: is told every line, and whether the harness sent it.
  /// - Throws: `AdapterFault` where it cannot be started.
  package init(
    _ words: [String], harness: String, variables: [String: String] = [:],
    preload: PreloadLibrary? = nil,
    guards: Guards,
    transcript: ((Bool, String) -> Void)? = nil
  ) throws(AdapterFault) {
    _ = signal(SIGPIPE, SIG_IGN)
    guard let name = words.first, let path = ProgramPath.find(name) else {
      let name = words.first ?? ""
      throw ProgramPath.isThere(name) ? .notExecutable(name) : .notFound(name)
    }
    do throws(SystemError) {
      let input = try Pipe()
      let output = try Pipe()
      let errors = try Pipe()
      var request = ProcessRequest(path, arguments: Array(words.dropFirst()))
      for (name, value) in variables { request.environment[name] = value }
      request.streams = (
        .descriptor(input.reader.number), .descriptor(output.writer.number),
        .descriptor(errors.writer.number)
      )
      if let preload {
        let page = preload.pagePath()
        points = try AdapterPoints(path: page)
        process = try preload.start(request, page: page, guards)
      } else {
        points = nil
        process = try guards.start(request)
      }
      self.input = input.closingReader()
      self.output = output.closingWriter()
      tail = OutputTail(errors.closingWriter())
    } catch {
      throw .notStarted(name, error)
    }
    tree = ProcessTree(guardian: process.guardIdentifier)
    conversation = WireConversation(harness: harness)
    self.transcript = transcript
  }

  /// The identifier of its process.
  package var identifier: Int32 { process.identifier }

  /// The last lines that it has written to standard error, at most 4096 bytes.
  package var lastOutput: String { tail.text(within: 2_000) }

  /// Sends what is to be sent and takes what came.
  ///
  /// - Parameter milliseconds: how long to wait, at most, for something to come.
  /// - Returns: whether anything came.
  @discardableResult
  package func pump(within milliseconds: Int32) -> Bool {
    guard condition == .alive else { return false }
    collect()
    let isSending = sent < unsent.count
    var waits = [
      pollfd(fd: output.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.reportDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isSending ? input.number : -1, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&waits, 3, milliseconds) > 0 else { return false }
    if isSending, waits[2].revents != 0 { sendPortion() }
    if waits[0].revents != 0 { return receive() }
    if waits[1].revents != 0, let end = process.poll() { die(end) }
    return waits[2].revents != 0 && sent < unsent.count
  }

  private func collect() {
    // Before the messages are sent that stand for the calls of holds.
    if let points, let run = conversation.run { points.arm(run) }
    let more = conversation.takeOutput()
    guard !more.isEmpty else { return }
    tell(more)
    if sent == unsent.count {
      unsent = more
      sent = 0
    } else {
      unsent += more
    }
  }

  private func tell(_ bytes: [UInt8]) {
    guard let transcript else { return }
    for line in bytes.split(separator: 0x0A) {
      transcript(true, String(decoding: line, as: UTF8.self))
    }
  }

  private func sendPortion() {
    let portion = Array(unsent[sent..<min(unsent.count, sent + AdapterProcess.portion)])
    // An adapter that is gone does not read; its end comes by another way.
    if (try? input.write(portion)) == nil {
      sent = unsent.count
    } else {
      sent += portion.count
    }
  }

  private func receive() -> Bool {
    guard let bytes = try? output.read(atMost: 1 << 16), !bytes.isEmpty else {
      closed()
      return false
    }
    if let transcript {
      for line in bytes.split(separator: 0x0A) {
        transcript(false, String(decoding: line, as: UTF8.self))
      }
    }
    do throws(WireFault) {
      try conversation.receive(bytes)
    } catch {
      condition = .faulty(error)
      process.end()
    }
    return true
  }

  /// Nothing more will come: the process has ended, or has closed its output.
  private func closed() {
    for _ in 0..<200 {
      if let end = process.poll() { return die(end) }
      Monotonic.sleep(microseconds: 10_000)
    }
    condition = .faulty(WireFault(.closedOutput))
    process.end()
  }

  private func die(_ end: GuardedProcess.End) {
    switch end {
    case .ended(let status): condition = .died(status)
    case .guardLost: condition = .died(.signalled(SIGKILL))
    }
  }

  /// Says that something that it did not do is wrong, and no longer listens.
  package func blame(_ fault: WireFault) {
    guard condition == .alive else { return }
    condition = .faulty(fault)
    process.end()
  }

  /// Whether everything was sent and nothing has come that was not taken.
  package var isIdle: Bool {
    sent == unsent.count && !output.isReadable(within: 0) && !conversation.hasOutput
      && condition == .alive
  }

  /// Has everything of it killed; ``wait()`` returns when it is done.
  package func end() {
    isOver = true
    process.end()
  }

  /// Waits for the end of everything of it.
  package func wait() { process.wait() }

  /// Asks it to stop, and waits a while until it does; what does not is killed.
  ///
  /// - Parameter milliseconds: how long to wait at most.
  /// - Returns: how it ended; nil where it had to be killed.
  package func stop(within milliseconds: Int) -> ProcessStatus? {
    conversation.stop()
    let begin = Monotonic.milliseconds
    while condition == .alive, Monotonic.milliseconds - begin < milliseconds {
      pump(within: 20)
    }
    process.end()
    process.wait()
    if case .died(let status) = condition { return status }
    return nil
  }
}

/// Why an adapter cannot be used.
package enum AdapterFault: Error, Sendable, CustomStringConvertible {
  /// There is no such program.
  case notFound(String)
  /// There is something that is no program, or must not be executed.
  case notExecutable(String)
  /// The program could not be started.
  case notStarted(String, SystemError)
  /// It said something wrong.
  case faulty(WireFault, output: String)
  /// It ended before it had answered `hello`.
  case died(ProcessStatus, output: String)
  /// It has not answered `hello` for a long time, though it runs.
  case silent(output: String)

  /// What happened.
  package var problem: String {
    switch self {
    case .notFound(let name):
      "there is no program '\(name)' that can be run: name its path, or put it into PATH"
    case .notExecutable(let name): "'\(name)' may not be executed"
    case .notStarted(let name, let error): "'\(name)' could not be started: \(error)"
    case .faulty(let fault, _): fault.statement
    case .died(let status, _): "the adapter \(status) before it answered 'hello'"
    case .silent: "the adapter has not answered 'hello' after a long time"
    }
  }

  /// What to do; empty where only the adapter's own words can tell.
  package var advice: String {
    switch self {
    case .faulty(let fault, _): fault.advice
    case .silent: WireFault.flushing
    case .notExecutable(let name):
      "Make it a program with 'chmod +x', or name what runs it, such as 'exec:python3 \(name)'."
    case .notFound, .notStarted, .died: ""
    }
  }

  /// The last lines that it wrote to standard error.
  package var output: String {
    switch self {
    case .faulty(_, let output), .died(_, let output), .silent(let output): output
    case .notFound, .notExecutable, .notStarted: ""
    }
  }

  /// What happened, what to do, and what it wrote.
  ///
  /// Where it wrote of an error that nobody caught, that comes first, and no other cause is named.
  package var description: String {
    let lines = output.split(separator: "\n").suffix(5)
    let tail =
      lines.isEmpty ? "" : "\nIt wrote to standard error:\n  " + lines.joined(separator: "\n  ")
    if let traceback = Traceback(in: output) {
      return "the adapter wrote of an error, \(traceback.error); \(problem)" + tail
    }
    return problem + (advice.isEmpty ? "" : ". \(advice)") + tail
  }
}
