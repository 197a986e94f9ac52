import Foundation
import Glibc
import OQWire

/// A conversation with an adapter, line by line, as it would be held by hand.
final class HandTalk {
  /// What was said: `>` to the adapter, `<` by it.
  private(set) var lines: [String] = []
  /// The stamp of the last line that had one.
  private(set) var lastStamp = 0

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors: URL
  private var buffer = LineBuffer()
  private var calls = 0

  /// How long a line may take to come, in milliseconds; an adapter that keeps the point is prompt.
  private static let patience: Int32 = 30_000

  init(_ words: [String]) throws {
    signal(SIGPIPE, SIG_IGN)
    errors = FileManager.default.temporaryDirectory
      .appending(path: "hand-talk-\(UUID().uuidString)")
    try Data().write(to: errors)
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = input
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
  }

  func send(_ line: String) {
    lines.append("> \(line)")
    try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// The next message of the adapter.
  func next() throws -> AdapterMessage {
    while true {
      if case .line(let line) = buffer.next() {
        lines.append("< \(line)")
        guard let message = try AdapterMessage.parse(line) else { continue }
        note(message)
        return message
      }
      let handle = output.fileHandleForReading
      var wait = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, Self.patience) > 0 else { throw Unexpected(what: "nothing comes") }
      let bytes = handle.availableData
      guard !bytes.isEmpty else { throw Unexpected(what: "the adapter has ended: \(said)") }
      buffer.receive(bytes)
    }
  }

  private func note(_ message: AdapterMessage) {
    switch message {
    case .enter(_, let stamp), .leave(_, _, let stamp), .reply(_, _, let stamp, _),
      .ended(_, let stamp):
      lastStamp = stamp
    case .hello, .begun, .pong, .error: break
    }
  }

  /// Waits for a message, and passes over others.
  func skip(until isAwaited: (AdapterMessage) -> Bool) throws {
    while !isAwaited(try next()) {}
  }

  func greet() throws {
    send(#"{"do":"hello","protocol":1,"harness":"hand"}"#)
    guard case .hello = try next() else { throw Unexpected(what: "no hello") }
  }

  /// Begins a program with a queue `q` and an operation that is held or not.
  func begin(making name: String, held: Bool = false, number: Int = 1) throws {
    send("{\"do\":\"begin\",\"program\":\(number),\"held\":[\(held ? "\"\(name)\"" : "")]}")
    try skip { $0 == .begun(program: number) }
    calls = 0
    guard case .returned = try outcome("setup", "make-queue", "q"),
      case .returned = try outcome("setup", "make-operation", name, #","kind":"task""#)
    else { throw Unexpected(what: "the objects cannot be made") }
  }

  /// Has a lane make a call; its number.
  @discardableResult
  func make(_ lane: String, _ verb: String, _ name: String, _ rest: String = "") -> Int {
    calls += 1
    send(
      "{\"do\":\"call\",\"id\":\(calls),\"lane\":\"\(lane)\",\"verb\":\"\(verb)\",\"on\":\"\(name)\""
        + rest + "}")
    return calls
  }

  /// Has a lane make a call, and waits for its outcome.
  func outcome(
    _ lane: String, _ verb: String, _ name: String, _ rest: String = ""
  ) throws -> WireOutcome {
    let call = make(lane, verb, name, rest)
    while true {
      if case .reply(id: call, _, _, let outcome) = try next() { return outcome }
    }
  }

  func release(_ lane: String) { send("{\"do\":\"release\",\"lane\":\"\(lane)\"}") }

  /// What it has written to standard error.
  var said: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

  /// The status with which it ends by itself.
  func waitForEnd() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  /// Ends it.
  func end() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: errors)
  }
}
