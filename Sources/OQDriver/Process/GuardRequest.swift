import OQSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a forked guard needs to start a program: one message with descriptors.
struct GuardRequest {
  /// The most bytes of a message: what sockets take on every system, with room to spare.
  private static let most = 100_000

  /// The guard's pipe from the supervisor.
  let control: Int32
  /// The guard's pipe to the supervisor.
  let report: Int32
  /// The guard's mark: see ``GuardedProcess/markVariable``.
  let mark: String
  /// What to start.
  private(set) var program: ProcessRequest
  /// All descriptors of a request that was received.
  private var received: [Int32] = []

  /// Puts a request together; nil for what does not fit into a message.
  ///
  /// - Parameters:
  ///   - program: what to start, with three descriptors beside its streams at most.
  ///   - mark: the guard's mark.
  ///   - control: the guard's pipe from the supervisor.
  ///   - report: the guard's pipe to the supervisor.
  init?(_ program: ProcessRequest, mark: String, control: Int32, report: Int32) {
    (self.program, self.mark, self.control, self.report) = (program, mark, control, report)
    let fits = numbers.count <= Int(OQ_DESCRIPTORS) && message.count <= GuardRequest.most
    guard fits else { return nil }
  }

  /// Reads a request.
  private init?(_ message: some Sequence<UInt8>, _ numbers: [Int32]) {
    var parts = message.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }[...]
    guard let mark = parts.popFirst(), let executable = parts.popFirst(),
      let nulls = parts.popFirst(), let descriptors = parts.popFirst().flatMap({ Int($0) }),
      let arguments = parts.popFirst().flatMap({ Int($0) }), nulls.utf8.count == 3,
      (0...numbers.count - 5).contains(descriptors), (0...parts.count).contains(arguments)
    else { return nil }
    program = ProcessRequest(
      executable, arguments: Array(parts.prefix(arguments)),
      environment: ProcessEnvironment(lines: Array(parts.dropFirst(arguments))),
      descriptors: Array(numbers[5..<5 + descriptors]))
    let streams = zip(nulls.utf8, numbers[2...]).map { isNull, number in
      isNull == UInt8(ascii: "n") ? ProcessRequest.Stream.null : .descriptor(number)
    }
    program.streams = (streams[0], streams[1], streams[2])
    (self.mark, control, report) = (mark, numbers[0], numbers[1])
  }

  private var streams: [ProcessRequest.Stream] {
    [program.streams.input, program.streams.output, program.streams.error]
  }

  /// The pipes, a descriptor for each stream, though it is of no use for one that is null, and the
  /// program's further descriptors.
  private var numbers: [Int32] {
    let streams = streams.enumerated().map { place, stream in
      switch stream {
      case .null: report
      case .inherited: Int32(place)
      case .descriptor(let number): number
      }
    }
    return [control, report] + streams + program.descriptors
  }

  /// Mark, path, which streams are null, the number of further descriptors, that of arguments,
  /// arguments, environment: none of them holds a zero.
  private var message: [UInt8] {
    let nulls = streams.map { $0 == .null ? "n" : "d" }.joined()
    let parts =
      [
        mark, program.executable, nulls, String(program.descriptors.count),
        String(program.arguments.count),
      ] + program.arguments + program.environment.lines
    return Array(parts.joined(separator: "\0").utf8)
  }

  /// Sends the request.
  ///
  /// - Parameter channel: a socket that keeps messages apart.
  /// - Throws: `SystemError`, also where nobody can receive it.
  func send(on channel: Int32) throws(SystemError) {
    // Always as many, so that the receiver knows how many to expect.
    let missing = Int(OQ_DESCRIPTORS) - numbers.count
    let (all, text) = (numbers + Array(repeating: report, count: missing), message)
    try check("sendmsg") { oq_send_descriptors(channel, all, all.count, text, text.count) }
  }

  /// Waits for a request.
  ///
  /// - Parameter channel: the other end of the socket.
  /// - Returns: the request, with descriptors of this process; nil once there will be none.
  /// - Throws: `SystemError`, also for a message that is no request.
  static func receive(on channel: Int32) throws(SystemError) -> GuardRequest? {
    var numbers = [Int32](repeating: -1, count: Int(OQ_DESCRIPTORS))
    var text = [UInt8](repeating: 0, count: most)
    let received = try check("recvmsg") {
      oq_receive_descriptors(channel, &numbers, numbers.count, &text, text.count)
    }
    if received == 0 { return nil }
    guard !numbers.contains(-1), var request = GuardRequest(text.prefix(Int(received)), numbers)
    else { throw SystemError("recvmsg", code: EPROTO) }
    request.received = numbers
    return request
  }

  /// Closes the descriptors of a received request.
  func close() { for number in received { _ = OwnedDescriptor(owning: number) } }

  /// The descriptors of a received request that are the program's, or of no use.
  var others: [Int32] { received.filter { $0 != control && $0 != report } }
}
