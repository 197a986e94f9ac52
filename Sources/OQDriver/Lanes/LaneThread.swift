import OQSystem

/// A plain thread that runs one job after another, as long as the worker lives.
///
/// Kept between programs: a thread made per program would double the cost of a program. Never a
/// pool thread: a subject may exhaust its pool.
// Safety: every stored property is read and written under the waiting lock, but `waitingLock`
// itself.
final class LaneThread: @unchecked Sendable {
  private let waitingLock = WaitingLock()
  private var job: (@Sendable (_ thread: UInt64) -> Void)?
  private var isBusy = false
  private var isOver = false

  /// Where the thread comes from.
  enum Origin {
    /// It is made.
    case made
    /// It is the one that calls ``serve()``.
    case serving
  }

  init(_ origin: Origin = .made) {
    if origin == .made { start() }
  }

  private func start() { PlainThread.start(stack: nil) { self.serve() } }

  /// Hands over the next job; the thread must be idle.
  func run(_ job: @escaping @Sendable (_ thread: UInt64) -> Void) {
    waitingLock.withLock {
      precondition(!isBusy, "a lane runs one job at a time")
      self.job = job
      isBusy = true
      waitingLock.broadcast()
    }
  }

  /// Whether the last job has ended.
  var isIdle: Bool { waitingLock.withLock { !isBusy } }

  /// Ends the thread once it is idle.
  func finish() {
    waitingLock.withLock {
      isOver = true
      waitingLock.broadcast()
    }
  }

  /// Runs jobs on the calling thread until ``finish()``.
  func serve() {
    // Without a stack of its own only a stack overflow goes unexplained.
    try? SignalStack.use()
    let thread = oq_thread_id()
    while true {
      waitingLock.lock()
      while job == nil && !isOver { waitingLock.wait() }
      let next = job
      job = nil
      waitingLock.unlock()
      guard let next else { return }
      next(thread)
      waitingLock.withLock { isBusy = false }
    }
  }
}
