import OQSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How urgently a run was asked to end.
package enum StopRequest: Int, Comparable, Sendable {
  /// Nobody asked.
  case none

  /// End as if the budget were over: what ran is reported.
  case endRun

  /// End at once.
  case endAtOnce

  /// What is asked for after this many signals.
  ///
  /// - Parameter count: The number of signals received.
  package init(afterSignals count: Int) {
    self = count == 0 ? .none : count == 1 ? .endRun : .endAtOnce
  }

  /// Compares by urgency.
  package static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// `SIGINT` and `SIGTERM` as events for a supervisor.
///
/// The first signal is a request to end the run, which a supervisor notices by `current` or by
/// `descriptor`. The second one ends the process at once and by that signal, so that whoever sent
/// it sees what it did; guards then end all foreign programs.
package final class StopRequests: Sendable {
  /// A descriptor that becomes readable with the first signal, and need not be read.
  package var descriptor: Int32 { notice.reader.number }

  private let signals: Pipe
  private let notice: Pipe
  private let count = Atomic<Int>(0)
  private let tell: @Sendable () -> Void

  /// Handles the signals of this process from here on, and ignores `SIGPIPE`, so that writing to
  /// a process that is gone is an error like others.
  ///
  /// - Parameter tell: Called on a thread of its own with the first signal.
  /// - Returns: The requests. They live as long as the process.
  /// - Throws: `SystemError` when there are no descriptors or threads left.
  package static func watch(
    _ tell: @escaping @Sendable () -> Void = {}
  ) throws(SystemError) -> StopRequests {
    let requests = try StopRequests(tell)
    _ = signal(SIGPIPE, SIG_IGN)
    try requests.startThread()
    let writer = requests.signals.writer.number
    for signal in [SIGINT, SIGTERM] {
      try check("sigaction") { oq_report_signal(signal, writer) }
    }
    return requests
  }

  private init(_ tell: @escaping @Sendable () -> Void) throws(SystemError) {
    self.tell = tell
    signals = try Pipe()
    notice = try Pipe()
    let writer = signals.writer.number
    try check("fcntl") { fcntl(writer, F_SETFL, O_NONBLOCK) }
  }

  /// What was asked for so far.
  package var current: StopRequest {
    StopRequest(afterSignals: count.load(ordering: .acquiring))
  }

  /// Reads signals on a thread of its own, so that the second one ends the process whatever the
  /// others are doing.
  private func startThread() throws(SystemError) {
    let context = Unmanaged.passRetained(self)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(&thread, &attributes, readSignals, context.toOpaque())
    if code != 0 {
      context.release()
      throw SystemError("pthread_create", code: code)
    }
  }

  /// Reads signals for ever.
  ///
  /// A process starts with the signals blocked that the thread which started it had blocked, and
  /// threads of a pool have blocked them all. So this thread lets in what it waits for.
  fileprivate func read() {
    var expected = sigset_t()
    sigemptyset(&expected)
    for signal in [SIGINT, SIGTERM] { sigaddset(&expected, signal) }
    pthread_sigmask(SIG_UNBLOCK, &expected, nil)
    while let received = try? signals.reader.read(atMost: 1), let number = received.first {
      let total = count.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
      switch StopRequest(afterSignals: total) {
      case .none: break
      case .endRun:
        try? notice.writer.write([number])
        tell()
      case .endAtOnce:
        _ = signal(Int32(number), SIG_DFL)
        kill(getpid(), Int32(number))
      }
    }
  }
}

#if canImport(Darwin)
  private func readSignals(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<StopRequests>.fromOpaque(context).takeRetainedValue().read()
    return nil
  }
#else
  private func readSignals(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<StopRequests>.fromOpaque(context).takeRetainedValue().read()
    return nil
  }
#endif
