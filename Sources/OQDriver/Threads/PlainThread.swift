import OQSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Threads of the system, without a pool and without Foundation.
package enum PlainThread {
  /// The stack, in bytes, of a thread that judges or makes programs: checkers and parsers descend
  /// as deep as what they read is nested.
  package static let deep = 8 << 20

  /// Starts a thread that nobody waits for.
  ///
  /// - Parameters:
  ///   - stack: the size of its stack in bytes; nil for what the system gives.
  ///   - body: what it does; it ends with that.
  package static func start(stack: Int? = deep, _ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stack { pthread_attr_setstacksize(&attributes, stack) }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        #if canImport(Darwin)
          let pointer: UnsafeMutableRawPointer? = argument
        #else
          let pointer = argument
        #endif
        if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    precondition(status == 0, "the system gives no thread: error \(status)")
    pthread_attr_destroy(&attributes)
  }

  /// What a thread does, as something that a pointer can carry.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
