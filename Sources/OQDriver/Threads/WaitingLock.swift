#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One lock with one condition, for the harness' own threads.
///
/// Waits are broadcast and rechecked; a bounded wait is a chance to look again, never evidence.
// Safety: both objects are made once, never moved, and used only through the calls below.
package final class WaitingLock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  /// A lock that nobody holds.
  package init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Waits until the lock is free, and takes it.
  package func lock() { pthread_mutex_lock(mutex) }

  /// Gives the lock back.
  package func unlock() { pthread_mutex_unlock(mutex) }

  /// Gives the lock up until a broadcast; may return without one.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// As ``wait()``, but returns in the end.
  ///
  /// - Parameter microseconds: the longest time.
  package func wait(microseconds: Int) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let nanoseconds = Int(now.tv_nsec) + microseconds * 1000
    var deadline = timespec(
      tv_sec: now.tv_sec + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    pthread_cond_timedwait(condition, mutex, &deadline)
  }

  /// Wakes everyone who waits.
  package func broadcast() { pthread_cond_broadcast(condition) }

  /// Runs a closure with the lock held.
  ///
  /// - Parameter body: what runs.
  /// - Returns: what it returns.
  /// - Throws: what it throws.
  package func withLock<Value>(_ body: () throws -> Value) rethrows -> Value {
    lock()
    defer { unlock() }
    return try body()
  }
}
