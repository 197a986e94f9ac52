#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Wakes threads by a timer of the kernel.
///
/// One thread waits without a time limit until one of the timers that are armed runs out, and then
/// wakes the thread that armed it, which waits without a time limit too. So no thread is ever in a
/// timed wait, and yet progress is on its way.
final class KernelTimer: @unchecked Sendable {
  // Safety: `fired` is touched only under the waiting lock; the rest is set once.
  private let waitingLock = WaitingLock()
  private var fired: Set<Int32> = []
  private let events: EventSet?

  /// A timer; it falls back to sleeping where the kernel has no such timers.
  init() {
    events = EventSet()
    guard let events else { return }
    // The thread owns nothing but the set of events and a weak way back, and it ends with the set.
    _ = Thread.detach { [weak self] in
      while let descriptor = events.next() { self?.fire(descriptor) }
      events.close()
    }
  }

  deinit { events?.end() }

  /// Blocks the calling thread.
  ///
  /// - Parameter nanoseconds: for how long, at least 1.
  func pause(nanoseconds: Int) {
    guard let events, let descriptor = events.arm(nanoseconds: nanoseconds) else {
      return Thread.sleep(nanoseconds: nanoseconds)
    }
    waitingLock.lock()
    while fired.remove(descriptor) == nil { waitingLock.wait() }
    waitingLock.unlock()
    close(descriptor)
  }

  private func fire(_ descriptor: Int32) {
    waitingLock.lock()
    fired.insert(descriptor)
    waitingLock.broadcast()
    waitingLock.unlock()
  }
}

#if os(Linux)
  /// A set of timers that one thread waits for: `timerfd` behind `epoll`.
  ///
  /// The C module does not declare these calls, so they are looked up by name.
  struct EventSet: Sendable {
    private typealias Create = @convention(c) (Int32) -> Int32
    private typealias TimerCreate = @convention(c) (Int32, Int32) -> Int32
    private typealias TimerSet =
      @convention(c) (Int32, Int32, UnsafePointer<itimerspec>, UnsafeMutableRawPointer?) -> Int32
    private typealias Control =
      @convention(c) (Int32, Int32, Int32, UnsafeMutableRawPointer?) -> Int32
    private typealias Wait =
      @convention(c) (Int32, UnsafeMutableRawPointer, Int32, Int32) -> Int32

    private let descriptor: Int32
    /// A pipe whose end wakes the waiting thread for good.
    private let bell: (read: Int32, write: Int32)
    private let timerCreate: TimerCreate
    private let timerSet: TimerSet
    private let control: Control
    private let wait: Wait

    init?() {
      guard let create = EventSet.find("epoll_create1", as: Create.self),
        let timerCreate = EventSet.find("timerfd_create", as: TimerCreate.self),
        let timerSet = EventSet.find("timerfd_settime", as: TimerSet.self),
        let control = EventSet.find("epoll_ctl", as: Control.self),
        let wait = EventSet.find("epoll_wait", as: Wait.self)
      else { return nil }
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return nil }
      descriptor = create(0)
      bell = (ends[0], ends[1])
      self.timerCreate = timerCreate
      self.timerSet = timerSet
      self.control = control
      self.wait = wait
      guard descriptor >= 0, watch(bell.read) else { return nil }
    }

    /// Arms a new timer.
    ///
    /// - Parameter nanoseconds: when it runs out.
    /// - Returns: its descriptor; nil if the kernel gives none.
    func arm(nanoseconds: Int) -> Int32? {
      let timer = timerCreate(CLOCK_MONOTONIC, 0)
      guard timer >= 0 else { return nil }
      var span = itimerspec()
      span.it_value.tv_sec = nanoseconds / 1_000_000_000
      span.it_value.tv_nsec = nanoseconds % 1_000_000_000
      guard watch(timer), timerSet(timer, 0, &span, nil) == 0 else {
        Glibc.close(timer)
        return nil
      }
      return timer
    }

    /// Waits, without a time limit, for the next timer that runs out; nil at the end.
    func next() -> Int32? {
      // The layout of `struct epoll_event`: 12 packed bytes on x86-64, 16 elsewhere.
      #if arch(x86_64)
        let offset = 4
      #else
        let offset = 8
      #endif
      return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { event in
        guard let base = event.baseAddress else { return nil }
        while wait(descriptor, base, 1, -1) != 1 { if errno != EINTR { return nil } }
        let found = Int32(
          truncatingIfNeeded: event.loadUnaligned(fromByteOffset: offset, as: Int64.self))
        return found == bell.read ? nil : found
      }
    }

    /// Makes `next` return nil.
    func end() { Glibc.close(bell.write) }

    /// Gives the descriptors back.
    func close() {
      Glibc.close(bell.read)
      Glibc.close(descriptor)
    }

    private func watch(_ watched: Int32) -> Bool {
      #if arch(x86_64)
        let offset = 4
      #else
        let offset = 8
      #endif
      let readableOnce: UInt32 = 1 | 1 << 30
      return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { event in
        event.storeBytes(of: readableOnce, toByteOffset: 0, as: UInt32.self)
        event.storeBytes(of: Int64(watched), toByteOffset: offset, as: Int64.self)
        return control(descriptor, 1, watched, event.baseAddress) == 0
      }
    }

    private static func find<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }
  }
#else
  /// There are no such timers here.
  struct EventSet: Sendable {
    init?() { return nil }
    func arm(nanoseconds: Int) -> Int32? { nil }
    func next() -> Int32? { nil }
    func end() {}
    func close() {}
  }
#endif
