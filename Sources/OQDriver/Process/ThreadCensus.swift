/// One look at all threads of a process: what is asleep, since when, and what could wake it.
///
/// Two looks show quiescence; see `isQuiet(before:after:excluding:)`.
package struct ThreadCensus: Equatable, Sendable {
  /// One thread of the process.
  package struct Sample: Equatable, Sendable {
    /// The kernel's id of the thread.
    package var thread: Int32

    /// When the thread started, in clock ticks since boot: tells it from a later one with the
    /// same id.
    package var startTime: UInt64

    /// What the thread was doing.
    package var wait: ThreadWait

    /// User and system time it has used, in clock ticks.
    package var processorTime: UInt64

    /// How often it got the processor; where the kernel does not count that, how often it gave the
    /// processor up, or lost it.
    package var switches: UInt64

    /// Describes a thread.
    ///
    /// - Parameters:
    ///   - thread: The kernel's id of the thread.
    ///   - startTime: In clock ticks since boot.
    ///   - wait: What the thread was doing.
    ///   - processorTime: User and system time, in clock ticks.
    ///   - switches: How often it got the processor, or how often it gave it up or lost it.
    package init(
      thread: Int32, startTime: UInt64, wait: ThreadWait, processorTime: UInt64, switches: UInt64
    ) {
      self.thread = thread
      self.startTime = startTime
      self.wait = wait
      self.processorTime = processorTime
      self.switches = switches
    }
  }

  /// What could wake the process beside its own threads.
  package struct Alarms: Equatable, Sendable {
    /// Armed timerfds.
    package var timerDescriptors: Int

    /// POSIX timers, armed or not, and the interval timer of `setitimer` and `alarm`, where it can
    /// be seen and is armed.
    package var timers: Int

    /// Child processes, which may end or answer at any time.
    package var children: Int

    /// Descriptors through which the kernel or another process may act: sockets, signals, watches.
    package var outsiders: Int

    /// How long it is until the first of the timerfds fires, in microseconds; ``Swift/Int/max``
    /// where none is armed.
    package var next: Int

    /// Counts alarms.
    ///
    /// - Parameters:
    ///   - timerDescriptors: Armed timerfds.
    ///   - timers: POSIX timers, and the interval timer.
    ///   - children: Child processes.
    ///   - outsiders: Descriptors through which the kernel or another process may act.
    ///   - next: Microseconds until the first of the timerfds fires.
    package init(
      timerDescriptors: Int, timers: Int, children: Int, outsiders: Int = 0, next: Int = .max
    ) {
      self.timerDescriptors = timerDescriptors
      self.timers = timers
      self.children = children
      self.outsiders = outsiders
      self.next = next
    }
  }

  /// The threads that were found, by ascending id.
  package var samples: [Sample]

  /// Whether every thread was found and read: some may have started or ended meanwhile.
  package var isComplete: Bool

  /// What else could wake the process; `nil` if it was not asked for or could not be read.
  package var alarms: Alarms?

  /// Describes a look.
  ///
  /// - Parameters:
  ///   - samples: The threads, by ascending id.
  ///   - isComplete: Whether every thread was found and read.
  ///   - alarms: What else could wake the process; `nil` if unknown.
  package init(samples: [Sample], isComplete: Bool = true, alarms: Alarms? = nil) {
    self.samples = samples
    self.isComplete = isComplete
    self.alarms = alarms
  }

  /// Whether between two looks there was a moment at which every thread was asleep.
  ///
  /// 1. Where a sample counts how often the thread got the processor, the count is read before the
  ///    wait. A thread that was asleep in the first look, with the same count in the second, got
  ///    no processor between the two readings of the count, and slept in between. So it slept from
  ///    its first sample to the second reading.
  /// 2. Where a sample counts how often the thread gave the processor up, the count is read after
  ///    the wait. A thread that is asleep in both looks with the same count did not run between
  ///    its two samples: to sleep again it would have had to switch.
  /// 3. Either way each thread slept over a span that contains the moment at which the second look
  ///    began. No thread can have been missed: the set of threads is the same, and complete, in
  ///    both.
  /// 4. So from that moment on only something outside these threads can make progress happen.
  ///
  /// A thread that had not run yet when its arrivals were read counts departures in that look. If
  /// the second look finds as many arrivals, every arrival was followed by a departure before: it
  /// slept from the first reading on. O(threads × log excluded).
  ///
  /// - Parameters:
  ///   - before: The first look.
  ///   - after: A look that began after the first one had ended.
  ///   - excluded: Threads that may do what they like: the harness' own.
  /// - Returns: False also when it cannot be known.
  package static func isQuiet(
    before: ThreadCensus, after: ThreadCensus, excluding excluded: Set<Int32> = []
  ) -> Bool {
    guard before.isComplete, after.isComplete else { return false }
    let (first, second) = (before.without(excluded), after.without(excluded))
    return first == second && first.allSatisfy(\.wait.isAsleep)
  }

  /// Whether something may wake the process after some time, though nobody acts on it.
  ///
  /// That is a wait with a bound, a timer, a child process, or a descriptor to somebody outside.
  /// True also when it cannot be known. The interval timer of `setitimer` and `alarm` is seen only
  /// in the own process; threads that wait for signals count as timed.
  ///
  /// - Parameter excluded: Threads that do not count: the harness' own.
  /// - Returns: False only if no thread, timer or child was seen that could.
  package func hasTimedWaits(excluding excluded: Set<Int32> = []) -> Bool {
    guard let alarms, isShut else { return true }
    return alarms.timerDescriptors > 0 || without(excluded).contains { $0.wait.mayEndByTime }
  }

  /// Whether nothing wakes the process for some time, though nobody acts on it.
  ///
  /// Idle threads of a pool wait with a bound of seconds. As long as all threads sleep, none of
  /// them moves before the first of these bounds is reached: to wait for less shows nothing.
  ///
  /// - Parameters:
  ///   - microseconds: How long from here on.
  ///   - excluded: Threads that do not count: the harness' own.
  /// - Returns: False also when it cannot be known.
  package func sleeps(for microseconds: Int, excluding excluded: Set<Int32> = []) -> Bool {
    guard let alarms, isShut, alarms.next >= microseconds else { return false }
    return without(excluded).allSatisfy { $0.wait.lasts(microseconds) }
  }

  /// Whether nothing but its threads and timerfds can act in the process.
  private var isShut: Bool {
    guard isComplete, let alarms else { return false }
    return alarms.timers == 0 && alarms.children == 0 && alarms.outsiders == 0
  }

  private func without(_ excluded: Set<Int32>) -> [Sample] {
    samples.filter { !excluded.contains($0.thread) }
  }
}
