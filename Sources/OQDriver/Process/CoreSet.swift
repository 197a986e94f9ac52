import OQSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The cores on which threads may run.
package struct CoreSet: Equatable, Sendable {
  /// The numbers of the cores, ascending; never empty.
  package let cores: [Int]

  /// More cores than this are not told apart, as in the C library's `cpu_set_t`.
  private static let limit = 1024

  /// Makes a set of cores.
  ///
  /// - Parameter cores: Numbers of cores, in any order: at least one.
  package init(cores: [Int]) {
    precondition(!cores.isEmpty, "a thread needs a core")
    precondition(cores.allSatisfy { (0..<Self.limit).contains($0) }, "no such core in \(cores)")
    self.cores = Set(cores).sorted()
  }

  /// The cores on which a thread may run.
  ///
  /// - Parameter thread: The kernel's id of the thread; 0 for the calling one.
  /// - Returns: Its cores. What a control group allows in time is not considered.
  /// - Throws: `SystemError`: `ENOSYS` where threads cannot be placed.
  package static func current(of thread: Int32 = 0) throws(SystemError) -> CoreSet {
    var allowed = [UInt8](repeating: 0, count: limit)
    try check("sched_getaffinity") { oq_get_cores(thread, &allowed, limit) }
    return CoreSet(cores: allowed.indices.filter { allowed[$0] != 0 })
  }

  /// One of the cores, alone.
  package var first: CoreSet { CoreSet(cores: [cores[0]]) }

  /// Lets a thread run on these cores only.
  ///
  /// Threads that it starts inherit that.
  ///
  /// - Parameter thread: The kernel's id of the thread; 0 for the calling one.
  /// - Throws: `SystemError`: `EINVAL` if none of the cores may be used, `ESRCH` if the thread
  ///   has ended, `ENOSYS` where threads cannot be placed.
  package func apply(to thread: Int32 = 0) throws(SystemError) {
    var allowed = [UInt8](repeating: 0, count: Self.limit)
    for core in cores { allowed[core] = 1 }
    try check("sched_setaffinity") { oq_set_cores(thread, allowed, Self.limit) }
  }

  /// Lets all threads of this process run on these cores only, also those it starts later.
  ///
  /// O(threads).
  ///
  /// - Throws: `SystemError` as `apply(to:)`; `ENOSYS` where threads cannot be listed.
  package func applyToProcess() throws(SystemError) {
    // A thread that is started meanwhile by one not placed yet may escape a pass: it is placed
    // by the next one. The last pass finds only threads that the one before has placed.
    var placed: Set<Int32> = []
    while true {
      guard let threads = ProcFiles.numbers(in: "/proc/self/task") else {
        throw SystemError("sched_setaffinity", code: ENOSYS)
      }
      let rest = threads.filter { !placed.contains($0) }
      if rest.isEmpty { return }
      for thread in rest {
        do throws(SystemError) {
          try apply(to: thread)
        } catch  where error.code == ESRCH {
          // It has ended.
        }
        placed.insert(thread)
      }
    }
  }
}
