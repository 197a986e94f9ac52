#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The processes of a foreign program, seen from the supervisor: whatever descends from its guard.
///
/// The guard adopts what its parent leaves behind, so nothing of the program is elsewhere.
package struct ProcessTree: Sendable {
  /// One look at all threads of all processes.
  package struct Look: Sendable {
    fileprivate let censuses: [pid_t: ThreadCensus]
    /// Threads that were found.
    package var threads: Int { censuses.values.reduce(0) { $0 + $1.samples.count } }
  }

  private let guardian: pid_t

  /// The processes below a guard.
  ///
  /// - Parameter guardian: the guard's process, which is none of them.
  package init(guardian: pid_t) { self.guardian = guardian }

  /// The processes that are there.
  var processes: [pid_t] {
    var found: [pid_t] = []
    var waiting = ProcFiles.children(of: guardian) ?? []
    while let process = waiting.popLast() {
      found.append(process)
      waiting += ProcFiles.children(of: process) ?? []
    }
    return found
  }

  /// Looks at every thread.
  ///
  /// - Parameter alarms: whether to look for timers too.
  /// - Returns: the look; nil if a thread is awake, or some process could not be looked at, or
  ///   ended meanwhile: then nothing is quiet.
  package func look(alarms: Bool = false) -> Look? {
    var censuses: [pid_t: ThreadCensus] = [:]
    guard var waiting = ProcFiles.children(of: guardian) else { return nil }
    while let process = waiting.popLast() {
      guard var census = ThreadCensus.take(of: process, alarms: alarms, stopsAtWake: true),
        census.isComplete, let children = ProcFiles.children(of: process)
      else { return nil }
      // They are looked at themselves.
      census.alarms?.children = 0
      if alarms, ProcessTree.catchesAlarm(process) { census.alarms?.timers += 1 }
      censuses[process] = census
      waiting += children
    }
    return Look(censuses: censuses)
  }

  /// Whether between two looks there was a moment at which every thread was asleep.
  ///
  /// The argument is that of ``ThreadCensus/isQuiet(before:after:excluding:)`` with one moment for
  /// all processes: that at which the second look began. A process that was not there in the first
  /// look is one more in the second.
  ///
  /// - Parameters:
  ///   - before: the first look.
  ///   - after: a look that began after the first one had ended.
  /// - Returns: false also when it cannot be known, or when there is no process at all.
  package static func isQuiet(before: Look, after: Look) -> Bool {
    guard !before.censuses.isEmpty, before.censuses.count == after.censuses.count else {
      return false
    }
    return before.censuses.allSatisfy { process, census in
      after.censuses[process].map { ThreadCensus.isQuiet(before: census, after: $0) } ?? false
    }
  }

  /// Whether something may wake a process after some time, though nobody acts on it.
  ///
  /// - Parameter look: a look with alarms.
  /// - Returns: true also when it cannot be known.
  package static func hasTimedWaits(_ look: Look) -> Bool {
    look.censuses.values.contains { $0.hasTimedWaits() }
  }

  /// Whether nothing wakes any process for some time, though nobody acts on it; see
  /// ``ThreadCensus/sleeps(for:excluding:)``.
  ///
  /// - Parameters:
  ///   - look: a look with alarms.
  ///   - microseconds: how long from here on.
  /// - Returns: false also when it cannot be known.
  static func sleeps(_ look: Look, for microseconds: Int) -> Bool {
    look.censuses.values.allSatisfy { $0.sleeps(for: microseconds) }
  }

  /// Whether a process would survive a SIGALRM, so that it may have an interval timer, which nobody
  /// else can see.
  private static func catchesAlarm(_ process: pid_t) -> Bool {
    guard let status = ProcFiles.content("/proc/\(process)/status") else { return true }
    for line in status.split(separator: UInt8(ascii: "\n")) {
      guard line.starts(with: "SigCgt:".utf8) else { continue }
      let digits = String(decoding: line.dropFirst(7).filter { $0 > 0x20 }, as: UTF8.self)
      guard let mask = UInt64(digits, radix: 16) else { return true }
      return mask >> UInt64(SIGALRM - 1) & 1 == 1
    }
    return true
  }
}
