import OQSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a zygote needs to fork a guard with a worker: one message with descriptors.
package struct ForkRequest {
  /// How the worker comes into being; the letter is the first of the message.
  package enum Origin: UInt8 {
    /// It is forked.
    case forked = 0x66
    /// The forked guard starts it as a program.
    case started = 0x73
  }

  /// The worker's descriptors.
  struct Descriptors {
    /// The log's file.
    var log: Int32
    /// The end of a pipe from which requests come.
    var requests: Int32
    /// The end of a pipe to which replies go.
    var replies: Int32
    /// Standard output and standard error.
    var output: Int32

    /// All of them.
    var all: [Int32] { [log, requests, replies, output] }
  }

  /// How the worker comes into being.
  let origin: Origin
  /// The guard's mark: see ``GuardedProcess/markVariable``.
  let mark: String
  /// The guard's pipe from the supervisor.
  let control: Int32
  /// The guard's pipe to the supervisor.
  let report: Int32
  /// What the worker gets.
  let descriptors: Descriptors

  private static let count = 6

  /// Sends the request.
  ///
  /// - Parameter channel: a socket that keeps messages apart.
  /// - Throws: `SystemError`, also where nobody can receive it.
  func send(on channel: Int32) throws(SystemError) {
    let numbers = [control, report] + descriptors.all
    let text = [origin.rawValue] + Array(mark.utf8)
    try check("sendmsg") {
      oq_send_descriptors(channel, numbers, numbers.count, text, text.count)
    }
  }

  /// Waits for a request.
  ///
  /// - Parameters:
  ///   - channel: the other end of the socket.
  ///   - length: bytes of a mark.
  /// - Returns: the request, with descriptors of this process; nil once there will be none.
  /// - Throws: `SystemError`, also for a message that is no request.
  static func receive(on channel: Int32, markOf length: Int) throws(SystemError) -> ForkRequest? {
    var numbers = [Int32](repeating: -1, count: count)
    var text = [UInt8](repeating: 0, count: 1 + length)
    let received = try check("recvmsg") {
      oq_receive_descriptors(channel, &numbers, numbers.count, &text, text.count)
    }
    if received == 0 { return nil }
    guard received == 1 + length, !numbers.contains(-1), let origin = Origin(rawValue: text[0])
    else { throw SystemError("recvmsg", code: EPROTO) }
    return ForkRequest(
      origin: origin, mark: String(decoding: text.dropFirst(), as: UTF8.self), control: numbers[0],
      report: numbers[1],
      descriptors: Descriptors(
        log: numbers[2], requests: numbers[3], replies: numbers[4], output: numbers[5]))
  }

  /// Closes the descriptors of a received request.
  func close() {
    for number in [control, report] + descriptors.all { _ = OwnedDescriptor(owning: number) }
  }
}
