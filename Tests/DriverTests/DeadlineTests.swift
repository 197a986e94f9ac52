import Dispatch
import Glibc
import OQDriver
import TestSupport
import Testing

@Suite(.limit(minutes: 1)) struct `The end of a wait` {
  private let none = ThreadCensus.Alarms(timerDescriptors: 0, timers: 0, children: 0)

  @Test func `is read from the thread that waits`() throws {
    let gate = DispatchSemaphore(value: 0)
    let seconds = 3000
    let player = PlainThread { _ = gate.wait(timeout: .now() + .seconds(seconds)) }
    defer {
      gate.signal()
      player.join()
    }
    while true {
      let census = try #require(ThreadCensus.take(alarms: true))
      let wait = census.samples.first { $0.thread == player.identifier }?.wait
      guard case .until(let deadline) = wait else { continue }
      let second = 1_000_000
      #expect((0...seconds * second).contains(deadline.microsecondsLeft))
      // A look that asks for no alarms asks for no moments.
      let plain = try #require(ThreadCensus.take())
      #expect(plain.samples.first { $0.thread == player.identifier }?.wait == .timed)
      #expect(census.samples.first { $0.thread == player.identifier }?.wait.mayEndByTime == true)
      return
    }
  }

  @Test func `is told by either clock`() {
    for clock in [CLOCK_REALTIME, CLOCK_MONOTONIC] {
      var now = timespec()
      #expect(clock_gettime(clock, &now) == 0)
      let kind: Deadline.Clock = clock == CLOCK_REALTIME ? .realtime : .monotonic
      func left(_ seconds: Int) -> Int {
        Deadline(kind, seconds: now.tv_sec + seconds, nanoseconds: now.tv_nsec).microsecondsLeft
      }
      #expect(left(-5) <= -5_000_000)
      #expect((0...1_000_000_000).contains(left(1000)))
    }
    #expect(Deadline(.monotonic, seconds: .max, nanoseconds: 0).microsecondsLeft == .max)
  }

  @Test func `says how long a process sleeps`() {
    let now = timespec.monotonic
    let far = ThreadWait.until(
      Deadline(.monotonic, seconds: now.tv_sec + 5000, nanoseconds: now.tv_nsec))
    let hour = 3_600_000_000
    #expect(census([.untimed, .ended, far], none).sleeps(for: hour))
    #expect(!census([.untimed, far], none).sleeps(for: 2 * hour))
    #expect(census([.untimed, far], none).hasTimedWaits())
    for other in [ThreadWait.timed, .running] {
      #expect(!census([far, other], none).sleeps(for: 1))
      #expect(census([far, other], none).sleeps(for: hour, excluding: [1]))
    }
    #expect(census([.untimed], none).sleeps(for: .max))
  }

  @Test func `comes sooner where a timer fires or somebody else may act`() {
    func timer(_ microseconds: Int) -> ThreadCensus.Alarms {
      ThreadCensus.Alarms(timerDescriptors: 1, timers: 0, children: 0, next: microseconds)
    }
    #expect(census([.untimed], timer(1000)).sleeps(for: 1000))
    #expect(!census([.untimed], timer(1000)).sleeps(for: 1001))
    #expect(census([.untimed], timer(1000)).hasTimedWaits())
    for alarms in [
      nil, ThreadCensus.Alarms(timerDescriptors: 0, timers: 1, children: 0),
      ThreadCensus.Alarms(timerDescriptors: 0, timers: 0, children: 1),
      ThreadCensus.Alarms(timerDescriptors: 0, timers: 0, children: 0, outsiders: 1),
    ] {
      #expect(!census([.untimed], alarms).sleeps(for: 1))
    }
    var partial = census([.untimed], none)
    partial.isComplete = false
    #expect(!partial.sleeps(for: 1))
  }

  private func census(_ waits: [ThreadWait], _ alarms: ThreadCensus.Alarms?) -> ThreadCensus {
    ThreadCensus(
      samples: waits.enumerated().map { number, wait in
        ThreadCensus.Sample(
          thread: Int32(number), startTime: 1, wait: wait, processorTime: 7, switches: 5)
      }, alarms: alarms)
  }
}

extension timespec {
  fileprivate static var monotonic: timespec {
    var now = timespec()
    _ = clock_gettime(CLOCK_MONOTONIC, &now)
    return now
  }
}
