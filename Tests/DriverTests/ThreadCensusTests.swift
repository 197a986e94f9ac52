import Dispatch
import Glibc
import OQDriver
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct `Two looks at a process` {
  private let asleep = ThreadCensus(samples: [sample(10), sample(11), sample(12)])

  @Test func `show quiet if nothing has changed and all sleep`() {
    #expect(isQuiet(asleep, asleep))
    #expect(isQuiet(ThreadCensus(samples: []), ThreadCensus(samples: [])))
  }

  @Test func `show quiet of timed waits and ended threads too`() {
    let census = ThreadCensus(samples: [sample(10, .timed), sample(11, .ended)])
    #expect(isQuiet(census, census))
  }

  @Test func `show no quiet if a thread runs in either`() {
    let running = ThreadCensus(samples: [sample(10), sample(11, .running), sample(12)])
    #expect(!isQuiet(running, running))
    #expect(!isQuiet(asleep, running))
    #expect(!isQuiet(running, asleep))
  }

  @Test func `show no quiet if a thread has switched, worked, come, gone or been replaced`() {
    let changes: [ThreadCensus] = [
      ThreadCensus(samples: [sample(10), sample(11, switches: 6), sample(12)]),
      ThreadCensus(samples: [sample(10), sample(11, time: 8), sample(12)]),
      ThreadCensus(samples: [sample(10), sample(11)]),
      ThreadCensus(samples: [sample(10), sample(11), sample(12), sample(13)]),
      ThreadCensus(samples: [sample(10), sample(11, start: 2), sample(12)]),
    ]
    for changed in changes {
      #expect(!isQuiet(asleep, changed))
      #expect(!isQuiet(changed, asleep))
    }
  }

  @Test func `show no quiet if one of them may have missed a thread`() {
    let partial = ThreadCensus(samples: asleep.samples, isComplete: false)
    #expect(!isQuiet(asleep, partial))
    #expect(!isQuiet(partial, asleep))
  }

  @Test func `show no quiet while two threads wake each other in turn`() throws {
    let (there, back) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let log = try MappedLog.inProcess(capacity: 1)
    let players = [(there, back), (back, there)].map { mine, theirs in
      PlainThread {
        // The pair may meet anywhere in its turn, but one of them can always run.
        while log.load(.phase) == 0 {
          mine.wait()
          theirs.signal()
        }
      }
    }
    defer {
      log.set(.phase, to: 1)
      for semaphore in [there, back] { semaphore.signal() }
      for player in players { player.join() }
    }
    there.signal()
    var last = try census(of: players)
    for _ in 0..<200 {
      let next = try census(of: players)
      #expect(!isQuiet(last, next))
      last = next
    }
  }

  /// The thread that looks is awake.
  @Test func `end at the first thread that is awake where that is enough, and show no quiet`()
    throws
  {
    let whole = try #require(ThreadCensus.take(alarms: true))
    #expect(whole.samples.contains { !$0.wait.isAsleep } && whole.alarms != nil)
    let cut = try #require(ThreadCensus.take(alarms: true, stopsAtWake: true))
    #expect(!cut.isComplete && cut.alarms == nil && cut.hasTimedWaits())
    #expect(cut.samples.dropLast().allSatisfy { $0.wait.isAsleep })
    #expect(cut.samples.last?.wait == .running)
    #expect(!ThreadCensus.isQuiet(before: cut, after: cut))
  }

  @Test func `leave the excluded threads out`() {
    let before = ThreadCensus(samples: [sample(9, .running)] + asleep.samples)
    let after = ThreadCensus(samples: asleep.samples + [sample(14, switches: 9)])
    #expect(!isQuiet(before, after))
    #expect(isQuiet(before, after, [9, 14]))
    #expect(!isQuiet(before, after, [9]))
    #expect(!isQuiet(before, after, [14]))
  }

  /// The look at this process, as if it had no threads but these.
  private func census(of players: [PlainThread]) throws -> ThreadCensus {
    let identifiers = players.map(\.identifier)
    while true {
      var census = try #require(ThreadCensus.take())
      census.samples.removeAll { !identifiers.contains($0.thread) }
      // Other threads of this process come and go while it runs tests.
      census.isComplete = census.samples.count == players.count
      if census.isComplete { return census }
    }
  }

  private func isQuiet(
    _ before: ThreadCensus, _ after: ThreadCensus, _ excluded: Set<Int32> = []
  ) -> Bool {
    ThreadCensus.isQuiet(before: before, after: after, excluding: excluded)
  }
}

@Suite struct `Timed waits` {
  private let none = ThreadCensus.Alarms(timerDescriptors: 0, timers: 0, children: 0)

  @Test func `are absent if all threads wait without bound and there are no alarms`() {
    #expect(!census([.untimed, .ended], none).hasTimedWaits())
  }

  @Test func `are threads that may go on by themselves`() {
    #expect(census([.untimed, .timed], none).hasTimedWaits())
    #expect(census([.untimed, .running], none).hasTimedWaits())
    #expect(!census([.untimed, .timed], none).hasTimedWaits(excluding: [1]))
  }

  @Test func `are timers, children and outsiders`() {
    for alarms in [
      ThreadCensus.Alarms(timerDescriptors: 1, timers: 0, children: 0),
      ThreadCensus.Alarms(timerDescriptors: 0, timers: 1, children: 0),
      ThreadCensus.Alarms(timerDescriptors: 0, timers: 0, children: 1),
      ThreadCensus.Alarms(timerDescriptors: 0, timers: 0, children: 0, outsiders: 1),
    ] {
      #expect(census([.untimed], alarms).hasTimedWaits())
    }
  }

  @Test func `are assumed where something could not be seen`() {
    #expect(census([.untimed], nil).hasTimedWaits())
    var partial = census([.untimed], none)
    partial.isComplete = false
    #expect(partial.hasTimedWaits())
  }

  private func census(_ waits: [ThreadWait], _ alarms: ThreadCensus.Alarms?) -> ThreadCensus {
    ThreadCensus(
      samples: waits.enumerated().map { sample(Int32($0.offset), $0.element) }, alarms: alarms)
  }
}

@Suite(.limit(minutes: 1)) struct `A look at a running program` {
  @Test func `finds no bound where it reads a pipe`() throws {
    let input = try Pipe()
    var request = ProcessRequest("/bin/cat")
    request.streams.output = .null
    request.streams.input = .descriptor(input.reader.number)
    let child = try ChildProcess(request)
    let census = try quietLook(at: child)
    #expect(census.samples.map(\.thread) == [child.identifier])
    #expect(census.samples.map(\.wait) == [.untimed])
    #expect(census.alarms == ThreadCensus.Alarms(timerDescriptors: 0, timers: 0, children: 0))
    #expect(!census.hasTimedWaits())
    // It does not stay quiet once it has something to do.
    try input.writer.write([1])
    #expect(try quietLook(at: child).samples != census.samples)
  }

  @Test func `finds the bound of a sleep`() throws {
    let child = try ChildProcess(ProcessRequest("/bin/sleep", arguments: ["1000"]))
    let census = try quietLook(at: child)
    #expect(census.samples.map(\.wait) == [.timed])
    #expect(census.hasTimedWaits())
  }

  @Test func `finds the child of a program that waits for it`() throws {
    let child = try ChildProcess(shell("sleep 1000 & wait"))
    let census = try quietLook(at: child)
    #expect(census.alarms?.children == 1)
    #expect(census.hasTimedWaits())
  }

  @Test func `never finds a busy program quiet`() throws {
    let child = try ChildProcess(shell("while :; do :; done"))
    var last = try #require(ThreadCensus.take(of: child.identifier))
    for _ in 0..<200 {
      let next = try #require(ThreadCensus.take(of: child.identifier))
      #expect(!ThreadCensus.isQuiet(before: last, after: next))
      last = next
    }
  }

  @Test func `finds all threads of this process, and armed timers`() throws {
    let gate = DispatchSemaphore(value: 0)
    let threads = (0..<3).map { _ in PlainThread { gate.wait() } }
    defer {
      for _ in threads { gate.signal() }
      for thread in threads { thread.join() }
    }
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + 3600)
    timer.activate()
    defer { timer.cancel() }
    // Threads come and go in a process that runs tests, and the timer is armed by one of them.
    while true {
      guard let census = ThreadCensus.take(alarms: true), census.isComplete else { continue }
      guard let alarms = census.alarms, alarms.timerDescriptors > 0 else { continue }
      #expect(census.samples.count >= 4)
      #expect(census.samples.contains { $0.wait == .running })
      #expect(census.hasTimedWaits())
      return
    }
  }

  @Test func `finds a child of this process, also one that has ended`() throws {
    let child = try ChildProcess(ProcessRequest("/bin/true"))
    // Others may come and go in a process that runs tests: this one stays until it is waited for.
    var seen = 0
    while seen < 20 {
      // A descriptor that another test closes meanwhile can leave a look without alarms.
      guard let alarms = ThreadCensus.take(alarms: true)?.alarms else { continue }
      #expect(alarms.children > 0)
      seen += 1
    }
    withExtendedLifetime(child) {}
  }

  @Test func `leaves out whom nobody asks for, and still counts them`() throws {
    let gate = DispatchSemaphore(value: 0)
    let thread = PlainThread { gate.wait() }
    defer {
      gate.signal()
      thread.join()
    }
    while true {
      guard let all = ThreadCensus.take(), all.isComplete, let one = all.samples.last?.thread,
        let others = ThreadCensus.take(excluding: [one]), others.isComplete
      else { continue }
      #expect(!others.samples.contains { $0.thread == one })
      #expect(!others.samples.isEmpty)
      return
    }
  }

  @Test func `says when there is no such process`() {
    #expect(ThreadCensus.take(of: pid_t.max) == nil)
  }

  /// Looks until two looks show quiet.
  private func quietLook(at child: ChildProcess) throws -> ThreadCensus {
    while true {
      let before = try #require(ThreadCensus.take(of: child.identifier))
      let after = try #require(ThreadCensus.take(of: child.identifier, alarms: true))
      if ThreadCensus.isQuiet(before: before, after: after) { return after }
    }
  }
}

private func sample(
  _ thread: Int32, _ wait: ThreadWait = .untimed, start: UInt64 = 1, time: UInt64 = 7,
  switches: UInt64 = 5
) -> ThreadCensus.Sample {
  ThreadCensus.Sample(
    thread: thread, startTime: start, wait: wait, processorTime: time, switches: switches)
}
