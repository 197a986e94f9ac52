import OQSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A process of an adapter from which others are forked, seen from the supervisor: an adapter then
/// costs two forks and no start of a program.
///
/// The library that shows points stops it before its `main`: it has loaded and bound everything,
/// has one thread, and does nothing but fork. Every adapter has a guard of its own, forked just as
/// well, which reports and obeys as all guards do. The adapters of a zygote that is gone go on.
///
/// What a program does before `main`, in constructors, is done once for all adapters.
final class AdapterZygote: Sendable {
  /// Longest time, in milliseconds, until it can be used: one that never answers is of no use.
  private static let silence: Int32 = 10_000
  /// What it says once.
  private static let isReady = "adapters"
  /// The variable that has the library serve forks, taken back in the copies.
  private static let variable = "OQ_POINTS_FORKS"

  private let process: ChildProcess
  private let channel: OwnedDescriptor

  /// Starts a zygote, and returns when adapters can be forked from it.
  ///
  /// There is none where the process cannot be copied safely, as with threads that began before
  /// `main`, or where the library is not loaded: adapters are started then.
  ///
  /// - Parameter request: an adapter into which the library is loaded.
  /// - Throws: `SystemError` where it cannot be started.
  init?(_ request: ProcessRequest) throws(SystemError) {
    let ends = try Zygote.makeChannel()
    let channel = OwnedDescriptor(owning: ends.own)
    let other = OwnedDescriptor(owning: ends.other)
    var request = request
    request.descriptors = [other.number]
    request.streams = (.null, .null, .null)
    request.environment[AdapterZygote.variable] = "1"
    // The place for the marks of guards.
    request.environment[GuardedProcess.markVariable] = GuardedProcess.nextMark()
    if request.environment[Zygote.bindingVariable] == nil {
      request.environment[Zygote.bindingVariable] = Zygote.binding
    }
    process = try ChildProcess(request)
    // Otherwise the end of a zygote that refuses would never be seen here.
    _ = consume other
    guard channel.isReadable(within: AdapterZygote.silence),
      String(decoding: try channel.read(atMost: 64), as: UTF8.self) == AdapterZygote.isReady
    else { return nil }
    self.channel = channel
  }

  /// The identifier of the zygote's process.
  var identifier: pid_t { process.identifier }

  /// What is copied.
  struct Request {
    /// The mark of the guard.
    let mark: String
    /// The ends of the guard's pipes, and the streams of the adapter: control, report, standard
    /// input, output and error.
    let descriptors: [Int32]
    /// The path of the page of the adapter's points.
    let page: String
  }

  /// Has an adapter forked, without waiting for it.
  ///
  /// - Parameter request: what it gets.
  /// - Throws: `SystemError` where the zygote is gone.
  func fork(_ request: Request) throws(SystemError) {
    let (numbers, text) = (request.descriptors, Array("\(request.mark)\0\(request.page)".utf8))
    try check("sendmsg") {
      oq_send_descriptors(channel.number, numbers, numbers.count, text, text.count)
    }
  }
}
