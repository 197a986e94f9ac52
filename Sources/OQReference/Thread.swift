#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a new thread does.
private final class ThreadStart {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func threadEntry(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#else
  private func threadEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
  }
#endif

/// Plain threads.
enum Thread {
  /// Starts a detached thread.
  ///
  /// - Parameter run: what the thread does; it ends when this returns.
  /// - Returns: false if the system gives no more threads.
  static func detach(_ run: @escaping @Sendable () -> Void) -> Bool {
    let start = Unmanaged.passRetained(ThreadStart(run))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, &attributes, threadEntry, start.toOpaque())
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, &attributes, threadEntry, start.toOpaque())
    #endif
    if status != 0 { start.release() }
    return status == 0
  }

  /// A number of the calling thread that no other living thread has.
  static var current: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Offers the processor to other threads, at least once.
  ///
  /// On a busy machine each offer lasts as long as others compute: the time is bounded, too, and
  /// many offers do not make a program last for seconds.
  ///
  /// - Parameters:
  ///   - times: how often at most.
  ///   - time: the time after which it is not offered again.
  static func yield(times: Int, within time: Duration = .milliseconds(2)) {
    let begun = ContinuousClock.now
    for _ in 0..<times {
      sched_yield()
      guard ContinuousClock.now - begun < time else { return }
    }
  }

  /// Sleeps.
  ///
  /// Only the slow variants of the reference queue do this: there the delay itself is what is
  /// wanted.
  static func sleep(nanoseconds: Int) {
    var left = timespec(
      tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    while true {
      let span = left
      if withUnsafePointer(to: span, { nanosleep($0, &left) }) == 0 { return }
    }
  }
}
