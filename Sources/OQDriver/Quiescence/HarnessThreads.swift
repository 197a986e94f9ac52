import OQSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Threads of this process that never touch a subject.
///
/// Where the subject is driven in the process of the command, threads that watch the budget or
/// belong to a sanitizer wake up now and then. They are none of the subject's, so their moves say
/// nothing about it: quiescence is looked for without them. In a worker there are none.
package enum HarnessThreads {
  private static let threads = Mutex<Set<Int32>>([])

  /// Takes the calling thread for one of the harness, which must never call a subject.
  package static func addCurrent() {
    let thread = Int32(truncatingIfNeeded: oq_thread_id())
    threads.withLock { _ = $0.insert(thread) }
  }

  /// Takes every thread that exists for one of the harness, the calling one left out.
  ///
  /// To be called before a subject is made, since its threads must not be among them. Sanitizers
  /// start a thread of their own with the first thread that is made; so one is made first.
  package static func addExisting() {
    startAndJoin()
    let own = Int32(truncatingIfNeeded: oq_thread_id())
    // A thread that is just ending leaves the list soon, and its id can be given away again.
    let looks = (0..<2).map { _ in
      Set(ThreadCensus.take()?.samples.filter { $0.wait != .ended }.map(\.thread) ?? [])
    }
    let found = looks[0].intersection(looks[1]).subtracting([own])
    threads.withLock { $0.formUnion(found) }
  }

  /// The kernel's ids of all of them.
  static var all: Set<Int32> { threads.withLock(\.self) }

  private static func startAndJoin() {
    #if canImport(Darwin)
      var thread: pthread_t?
      guard pthread_create(&thread, nil, { _ in nil }, nil) == 0, let thread else { return }
    #else
      var thread = pthread_t()
      guard pthread_create(&thread, nil, { _ in nil }, nil) == 0 else { return }
    #endif
    pthread_join(thread, nil)
  }
}
