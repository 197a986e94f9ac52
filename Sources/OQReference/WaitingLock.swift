#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One lock with one condition.
///
/// It guards whatever its owner says it guards; the owner's stored properties are touched only
/// between `lock` and `unlock`. They are reached through the owner and not through an inout
/// argument, because `wait` lets other threads change them in the middle of a critical section.
final class WaitingLock: @unchecked Sendable {
  // Safety: both pointers are set once, and what they point to is made for use by many threads.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }

  func unlock() { pthread_mutex_unlock(mutex) }

  /// Gives the lock up until some thread calls `broadcast` or `signal`; may also return without.
  func wait() { pthread_cond_wait(condition, mutex) }

  /// Like `wait`, and returns at the latest after some nanoseconds.
  func wait(nanoseconds: Int) {
    var limit = timespec()
    clock_gettime(CLOCK_REALTIME, &limit)
    let total = limit.tv_nsec + nanoseconds
    limit.tv_sec += total / 1_000_000_000
    limit.tv_nsec = total % 1_000_000_000
    pthread_cond_timedwait(condition, mutex, &limit)
  }

  func signal() { pthread_cond_signal(condition) }

  func broadcast() { pthread_cond_broadcast(condition) }
}
