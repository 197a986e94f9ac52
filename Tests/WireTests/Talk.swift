import OQAdapters
import OQDriver
import OQHistory
import OQWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A conversation with a server in this process, over pipes.
final class Talk {
  private let toServer: OwnedDescriptor
  private let fromServer: OwnedDescriptor
  private var buffer = LineBuffer()
  private(set) var lines: [Transcript.Line] = []

  init(_ subject: any Subject) throws {
    let input = try Pipe()
    let output = try Pipe()
    toServer = OwnedDescriptor(owning: dup(input.writer.number))
    fromServer = OwnedDescriptor(owning: dup(output.reader.number))
    let serverInput = dup(input.reader.number)
    let serverOutput = dup(output.writer.number)
    PlainThread.detach {
      let server = WireServer(
        subject, input: OwnedDescriptor(owning: serverInput),
        output: OwnedDescriptor(owning: serverOutput))
      _ = server.serve()
    }
  }

  func send(_ line: String) throws {
    lines.append(.harness(line))
    try toServer.write(Array((line + "\n").utf8))
  }

  /// The next line of the server; nil once there will be none.
  func receive() throws -> String? {
    while true {
      if case .line(let line) = buffer.next() {
        lines.append(.adapter(line))
        return line
      }
      let bytes = try fromServer.read(atMost: 4096)
      if bytes.isEmpty { return nil }
      buffer.receive(bytes)
    }
  }

  /// Runs a program to its end, or to a line after which nothing comes any more.
  func run(_ program: Program, stopsWhen isOver: (WireRun) -> Bool = { $0.phase.isOver }) throws
    -> WireRun
  {
    var conversation = WireConversation(harness: "test")
    func say() throws {
      for line in conversation.takeOutput().split(separator: 0x0A) {
        try send(String(decoding: line, as: UTF8.self))
      }
    }
    try say()
    while conversation.description == nil, let line = try receive() { try conversation.take(line) }
    conversation.begin(program)
    try say()
    while let run = conversation.run, !isOver(run), let line = try receive() {
      try conversation.take(line)
      if conversation.run?.arePollsAnswered == true { conversation.run?.pollAgain() }
      try say()
    }
    guard let run = conversation.run else { throw Silence() }
    return run
  }

  struct Silence: Error {}
}

/// A thread that is no pool's.
enum PlainThread {
  static func detach(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    pthread_detach(thread)
  }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
