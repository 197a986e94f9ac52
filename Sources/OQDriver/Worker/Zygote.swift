#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A process from which workers are forked, seen from the supervisor: a worker then costs two forks
/// and no start of a program.
///
/// It has loaded and bound everything that a worker needs, has one thread, holds no object of a
/// subject, and does nothing but fork. Every worker has a guard of its own, forked just as well,
/// which is no child of the supervisor but reports and obeys as if it were. The workers of a zygote
/// that is gone go on.
package final class Zygote: Sendable {
  /// Whether workers are forked; otherwise only their guards are, which start them.
  package let forksWorkers: Bool

  private let process: ChildProcess
  private let channel: OwnedDescriptor

  /// What a zygote says once, when it can be used.
  enum Readiness: String {
    /// Guards and workers can be forked.
    case workers = "ready"
    /// Guards can be forked: what serves the subject must be the first thread of its process.
    case guards
  }

  /// Starts a zygote, and returns when workers can be forked from it.
  ///
  /// - Parameter options: how workers are started.
  /// - Returns: nil where processes of this platform, or of this executable, cannot be forked
  ///   safely: workers are started then.
  /// - Throws: `SystemError` where it cannot be started.
  package static func start(_ options: WorkerOptions) throws(SystemError) -> Zygote? {
    #if os(Linux)
      return try Zygote(options)
    #else
      // The frameworks of the system refuse to work in the copy of a process.
      return nil
    #endif
  }

  private init?(_ options: WorkerOptions) throws(SystemError) {
    let ends = try Self.makeChannel()
    let channel = OwnedDescriptor(owning: ends.own)
    let other = OwnedDescriptor(owning: ends.other)
    var request = ProcessRequest(
      options.executable, arguments: [ReservedArguments.zygote.rawValue] + options.arguments,
      descriptors: [other.number])
    request.streams = (.null, .null, .null)
    // The place for the marks of guards.
    request.environment[GuardedProcess.markVariable] = GuardedProcess.nextMark()
    // Symbols are looked up once, and not in every worker. Taken back there.
    if request.environment[Self.bindingVariable] == nil {
      request.environment[Self.bindingVariable] = Self.binding
    }
    process = try ChildProcess(request)
    // Otherwise the end of a zygote that refuses would never be seen here.
    _ = consume other
    // One that never answers is of no use: the worker that is started shows why.
    guard channel.isReadable(within: Int32(clamping: options.silence)) else { return nil }
    let word = String(decoding: try channel.read(atMost: 64), as: UTF8.self)
    guard let readiness = Readiness(rawValue: word) else { return nil }
    forksWorkers = readiness == .workers
    self.channel = channel
  }

  /// Has the dynamic loader look all symbols up at the start.
  static let bindingVariable = "LD_BIND_NOW"
  /// The value by which a zygote knows that the variable was set for itself alone.
  static let binding = "oq"

  /// Has a worker forked, without waiting for it.
  ///
  /// - Parameter request: the worker's descriptors and those of its guard.
  /// - Throws: `SystemError` where the zygote is gone.
  func fork(_ request: ForkRequest) throws(SystemError) {
    try request.send(on: channel.number)
  }

  /// The identifier of the zygote's process.
  package var identifier: pid_t { process.identifier }

  /// Two ends of a socket that keeps messages apart, closed on exec.
  static func makeChannel() throws(SystemError) -> (own: Int32, other: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    #endif
    try check("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
    return (ends[0], ends[1])
  }
}
