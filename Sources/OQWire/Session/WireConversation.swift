import OQAdapters
import OQHistory

/// Everything that is said between the harness and one process of an adapter.
///
/// A pure machine: lines go in, messages come out, and each program leaves a history.
package struct WireConversation: Sendable {
  /// What the adapter said of itself; nil until it answered `hello`.
  package private(set) var description: SubjectDescription?
  /// The program that runs, or ran last.
  package var run: WireRun?
  /// Questions that were not answered yet.
  package private(set) var openPings: Set<Int> = []

  private var outbox: [HarnessMessage]
  private var buffer = LineBuffer()
  private var programs = 0
  private var pings = 0
  private var lines = 0

  /// A conversation that begins with `hello`.
  ///
  /// - Parameter harness: the name of the harness, with its version.
  package init(harness: String) {
    outbox = [.hello(protocol: WireProtocol.version, harness: harness)]
  }

  /// Lines taken so far.
  package var lineCount: Int { lines }

  /// Whether a line was begun and not ended.
  package var isInLine: Bool { buffer.isInLine }

  /// Begins a program.
  ///
  /// - Parameters:
  ///   - program: a program without faults.
  ///   - signs: names of client lanes that make a `mark` before any client begins.
  ///   - pins: an order of harness points to follow as far as the adapter permits.
  /// - Precondition: the adapter has answered `hello`, and no program runs.
  package mutating func begin(
    _ program: Program, signs: [String] = [], following pins: Pins? = nil
  ) {
    precondition(description != nil && run?.phase.isOver ?? true, "one program after another")
    programs += 1
    run = WireRun(program, number: programs, signs: signs, following: pins)
  }

  /// Asks for a sign of life.
  package mutating func ping() {
    pings += 1
    openPings.insert(pings)
    outbox.append(.ping(pings))
  }

  /// Ends the conversation.
  package mutating func stop() { outbox.append(.stop) }

  /// Whether something is to be sent.
  package var hasOutput: Bool { !outbox.isEmpty || run?.outbox.isEmpty == false }

  /// Gives what is to be sent.
  ///
  /// - Returns: lines with their ends, in order; empty if there is nothing.
  package mutating func takeOutput() -> [UInt8] {
    let messages = outbox + (run?.takeOutbox() ?? [])
    outbox = []
    var bytes: [UInt8] = []
    for message in messages { bytes += (message.line + "\n").utf8 }
    return bytes
  }

  /// Takes what came from the adapter, split anywhere.
  ///
  /// - Throws: `WireFault` with the first line that is wrong; nothing after it is read.
  package mutating func receive(_ bytes: some Sequence<UInt8>) throws(WireFault) {
    buffer.receive(bytes)
    while true {
      switch buffer.next() {
      case .none: return
      case .tooLong(let start): throw WireFault(.tooLong, line: start + "…")
      case .notText(let line): throw WireFault(.notText, line: line)
      case .line(let line): try take(line)
      }
    }
  }

  /// Takes one line of the adapter.
  ///
  /// - Parameter line: the line without its end.
  /// - Throws: `WireFault` where it is wrong.
  package mutating func take(_ line: String) throws(WireFault) {
    lines += 1
    guard let message = try AdapterMessage.parse(line) else { return }
    if case .pong(let id) = message {
      guard openPings.remove(id) != nil else {
        throw WireFault(.outOfTurn("'pong' with the id of a 'ping'"), line: line)
      }
      return
    }
    guard description != nil else { return try greet(message, line) }
    guard run != nil, run?.phase.isOver == false else {
      if case .error(let text) = message { throw WireFault(.toldError(text), line: line) }
      // Other lanes were at work when the program was given up; its process runs no other one.
      if run?.phase == .indefinite || run?.phase == .unprepared { return }
      throw WireFault(.outOfTurn("nothing before the next 'begin'"), line: line)
    }
    try run?.take(message, line)
  }

  private mutating func greet(_ message: AdapterMessage, _ line: String) throws(WireFault) {
    switch message {
    case .hello(WireProtocol.version, let description): self.description = description
    case .hello(let version, _): throw WireFault(.version(version), line: line)
    case .error(let text): throw WireFault(.toldError(text), line: line)
    default: throw WireFault(.outOfTurn("'hello' first"), line: line)
    }
  }
}
