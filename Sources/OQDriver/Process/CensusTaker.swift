#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ThreadCensus {
  /// Looks at the threads of a process: this one, or one that the same user may debug.
  ///
  /// The thread that looks is running, so it must be among the excluded ones of its own process.
  ///
  /// - Parameters:
  ///   - process: The process' identifier.
  ///   - alarms: Whether to look for timers and children, and for the moments at which waits end,
  ///     too, which costs about as much again.
  ///   - excluded: Threads that are counted and not looked at.
  ///   - stopsAtWake: Whether the look ends at the first thread that is awake. It is incomplete
  ///     then, which says of quiescence all that the whole look would say.
  /// - Returns: The look; `nil` if there is no such process, or no `/proc`.
  package static func take(
    of process: pid_t = getpid(), alarms: Bool = false, excluding excluded: Set<Int32> = [],
    stopsAtWake: Bool = false
  ) -> ThreadCensus? {
    guard let directory = ProcDirectory("/proc/\(process)/task") else { return nil }
    let threads = directory.numbers()
    var census = ThreadCensus(samples: [])
    census.samples.reserveCapacity(threads.count)
    for thread in threads where !excluded.contains(thread) {
      guard
        let (sample, threadCount) = sample(
          thread, of: process, directory, isExact: alarms)
      else {
        census.isComplete = false
        continue
      }
      census.samples.append(sample)
      if stopsAtWake, !sample.wait.isAsleep {
        census.isComplete = false
        return census
      }
      // A list that was read while a thread ended can lack others.
      if threadCount != threads.count { census.isComplete = false }
    }
    if alarms { census.alarms = findAlarms(of: process) }
    return census
  }

  /// One thread, and how many its process had by then.
  ///
  /// The order of reading matters: see `isQuiet(before:after:excluding:)`. `status` costs more than
  /// the other files together, so it is read only where the kernel does not count arrivals.
  private static func sample(
    _ thread: Int32, of process: pid_t, _ directory: borrowing ProcDirectory, isExact: Bool
  ) -> (Sample, threadCount: Int)? {
    let arrivals = directory.record("\(thread)/schedstat").flatMap(ProcText.arrivals)
    guard let stat = directory.record("\(thread)/stat").flatMap(ProcText.stat) else { return nil }
    let wait = wait(stat.state, thread, of: process, directory, isExact: isExact)
    guard let switches = arrivals ?? departures(thread, of: process) else { return nil }
    let sample = Sample(
      thread: thread, startTime: stat.startTime, wait: wait, processorTime: stat.processorTime,
      switches: switches)
    return (sample, stat.threadCount)
  }

  /// How often a thread has given the processor up, or lost it.
  private static func departures(_ thread: Int32, of process: pid_t) -> UInt64? {
    ProcFiles.content("/proc/\(process)/task/\(thread)/status").flatMap(ProcText.switches)
  }

  /// What a thread waits for.
  ///
  /// The letter of its state is not enough: a thread shows as asleep for a moment before it gives
  /// the processor up. The kernel answers `syscall` with a call only when it has.
  private static func wait(
    _ state: UInt8, _ thread: Int32, of process: pid_t, _ directory: borrowing ProcDirectory,
    isExact: Bool
  ) -> ThreadWait {
    switch state {
    case UInt8(ascii: "Z"), UInt8(ascii: "X"): return .ended
    case UInt8(ascii: "S"): break
    default: return .running
    }
    guard let call = directory.record("\(thread)/syscall").flatMap(ProcText.call) else {
      return .running
    }
    switch call {
    case .running: return .running
    case .unknown: return .timed
    case .blocked(let call):
      switch call.bound(.current) {
      case .none: return .untimed
      case .time: return .timed
      case .moment(let clock, let address):
        guard isExact else { return .timed }
        return Deadline(clock, at: address, of: process).map { .until($0) } ?? .timed
      case .descriptor(let number):
        let link = ProcFiles.link("/proc/\(process)/fd/\(number)") ?? []
        return BlockedCall.readsWithoutBound(link: link) ? .untimed : .timed
      }
    }
  }

  private static func findAlarms(of process: pid_t) -> Alarms? {
    guard let descriptors = ProcFiles.numbers(in: "/proc/\(process)/fdinfo"),
      let timers = ProcFiles.content("/proc/\(process)/timers"),
      let children = childCount(of: process)
    else { return nil }
    var armed = 0
    var next = Int.max
    var outsiders = 0
    for number in descriptors {
      // One that was closed meanwhile is no matter.
      guard let link = ProcFiles.link("/proc/\(process)/fd/\(number)") else { continue }
      if ProcText.isTimer(link: link) {
        if let info = ProcFiles.content("/proc/\(process)/fdinfo/\(number)") {
          if let left = ProcText.timeLeft(info) {
            armed += 1
            next = min(next, left)
          }
        } else if ProcFiles.link("/proc/\(process)/fd/\(number)") != nil {
          // It is open and may not be looked at.
          return nil
        }
      }
      // Whoever reads a standard stream waits in a call that says so.
      if number > 2, !ProcText.isInside(link: link) { outsiders += 1 }
    }
    let interval = process == getpid() && isIntervalTimerArmed ? 1 : 0
    return Alarms(
      timerDescriptors: armed, timers: ProcText.timerCount(timers) + interval,
      children: children, outsiders: outsiders, next: next)
  }

  /// How many children a process has, adopted ones included; nil if it cannot be known.
  private static func childCount(of process: pid_t) -> Int? {
    // Whether there is any is all that matters mostly, and the own process can just ask.
    if process == getpid(), hasNoChild { return 0 }
    return ProcFiles.children(of: process)?.count
  }

  /// Whether this process has no child, also none that has ended and none made by `clone`.
  private static var hasNoChild: Bool {
    #if canImport(Darwin)
      return false
    #else
      var info = siginfo_t()
      let children = WEXITED | WNOHANG | WNOWAIT | Int32(bitPattern: UInt32(__WALL))
      return waitid(P_ALL, 0, &info, children) == -1 && errno == ECHILD
    #endif
  }

  /// Whether this process gets a SIGALRM after some time.
  ///
  /// The timers of processor time stand still while every thread sleeps.
  private static var isIntervalTimerArmed: Bool {
    var timer = itimerval()
    #if canImport(Darwin)
      let kind = ITIMER_REAL
    #else
      let kind = __itimer_which_t(ITIMER_REAL.rawValue)
    #endif
    guard getitimer(kind, &timer) == 0 else { return true }
    return timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0
  }
}
