import OQCommands
#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Locks and unlocks of a mutex that nobody else wants.
enum MutexPairs {
  private typealias Function = @convention(c) (UnsafeMutablePointer<pthread_mutex_t>) -> Int32

  /// Nanoseconds of processor time for some pairs, by the functions that this executable calls:
  /// where it has points, these are theirs.
  static func seen(_ count: Int) -> Double {
    cost(count, { pthread_mutex_lock($0) }, { pthread_mutex_unlock($0) })
  }

  /// Nanoseconds of processor time for some pairs, by the functions of the system.
  static func unseen(_ count: Int) -> Double {
    // `RTLD_NEXT` of dlfcn.h: what comes behind this executable.
    let next = UnsafeMutableRawPointer(bitPattern: -1)
    guard let lock = dlsym(next, "pthread_mutex_lock"),
      let unlock = dlsym(next, "pthread_mutex_unlock")
    else { return seen(count) }
    return cost(
      count, unsafeBitCast(lock, to: Function.self), unsafeBitCast(unlock, to: Function.self))
  }

  private static func cost(_ count: Int, _ lock: Function, _ unlock: Function) -> Double {
    var mutex = pthread_mutex_t()
    guard pthread_mutex_init(&mutex, nil) == 0 else { return 0 }
    defer { pthread_mutex_destroy(&mutex) }
    return Clock.cpu {
      for _ in 0..<count {
        _ = lock(&mutex)
        _ = unlock(&mutex)
      }
    }
  }
}
