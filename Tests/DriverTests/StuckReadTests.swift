import OQAdapters
import OQHistory
import Synchronization
import TestSupport
import Testing

import OQDriver

/// A lane that polls an accessor which does not answer.
@Suite(.limit(minutes: 1)) struct StuckReadTests {
  private static let program = """
    oqprogram 1
    op a
    client 1
      until is-cancelled a
    """

  private func events(_ driver: Driver, _ program: Program) -> [String] {
    let lines = driver.history(of: program).text.split(separator: "\n")
    return lines.drop { $0 != "events" }.dropFirst().map(String.init)
  }

  @Test func `shows its open call at the quiescence`() throws {
    let program = try Program(parsing: Self.program)
    let subject = Silent(answers: [])
    let driver = Driver(
      subject: subject, log: try MappedLog.inProcess(capacity: 100), observer: Believer(subject))
    #expect(driver.execute(program) == .quiescent)
    #expect(driver.confirmStall(bound: 0))
    #expect(
      events(driver, program) == [
        "1 client1 is-cancelled a", "2 - quiescent threads=1 canaries=1", "3 - stalled",
      ])
    subject.wake()
    driver.close()
  }

  @Test func `answers by a read of its own if it comes back`() throws {
    let program = try Program(parsing: Self.program)
    for _ in 0..<1000 {
      // What the stuck accessor gives is older than the record of its call: it may not count.
      let log = try MappedLog.inProcess(capacity: 100)
      let subject = Silent(answers: [true, false], log: log)
      let driver = Driver(subject: subject, log: log, observer: Believer(subject))
      #expect(driver.execute(program) == .quiescent)
      // A driver that looks before the lane has read at all lets it record its call first: then
      // what the accessor gives does count, and another attempt is needed.
      let isOlder = subject.isUnrecorded
      subject.wake()
      while driver.history(of: program).events.count < 3 { Monotonic.sleep(microseconds: 100) }
      #expect(!driver.confirmStall(bound: 0))
      #expect(
        events(driver, program).prefix(3) == [
          "1 client1 is-cancelled a", "2 - quiescent threads=1 canaries=1",
          isOlder ? "3 client1 = false" : "3 client1 = true",
        ])
      driver.close()
      if isOlder { return }
    }
    Issue.record("the accessor was never stuck in a read without a record")
  }

  @Test func `what comes after the quiescence refutes it, however still it is then`() throws {
    let program = try Program(parsing: Self.program)
    let subject = Silent(answers: [])
    let log = try MappedLog.inProcess(capacity: 100)
    let driver = Driver(subject: subject, log: log, observer: Believer(subject))
    #expect(driver.execute(program) == .quiescent)
    #expect(driver.isAtRest)
    // Whatever it is that a late subject does: one record more.
    Recorder(log: log).quiescent(Quiescence(threads: 1, canaries: 1))
    #expect(!driver.isAtRest)
    #expect(!driver.confirmStall(bound: 0))
    subject.wake()
    driver.close()
  }
}

/// A subject of which the first call of an accessor waits until it is woken.
// Safety: everything is constant or under a lock.
private final class Silent: Subject, @unchecked Sendable {
  private let answers: Mutex<[Bool]>
  private let waitingLock = WaitingLock()
  private let state = Mutex<(isAwake: Bool, isInside: Bool)>((false, false))
  private let log: MappedLog?
  private let unrecorded = Mutex(false)

  /// Gives these answers, and true after them; the log shows whether its calls are recorded.
  init(answers: [Bool], log: MappedLog? = nil) {
    self.answers = Mutex(answers)
    self.log = log
  }

  var description: SubjectDescription {
    SubjectDescription(name: "silent", version: "1", capabilities: [])
  }

  var isInside: Bool { state.withLock(\.isInside) }

  /// Whether the call that waits came before any call was recorded.
  var isUnrecorded: Bool { unrecorded.withLock(\.self) }

  func session(_ probe: any Probe) -> any Session { SilentSession(self) }

  func answer() -> Bool {
    waitingLock.withLock {
      while !state.withLock(\.isAwake) {
        if !isInside {
          // The lane has recorded which thread it is.
          let isFirst = log?.next.position == 1
          unrecorded.withLock { $0 = isFirst }
        }
        state.withLock { $0.isInside = true }
        waitingLock.wait()
      }
    }
    return answers.withLock { $0.isEmpty ? true : $0.removeFirst() }
  }

  func wake() {
    waitingLock.withLock {
      state.withLock { $0.isAwake = true }
      waitingLock.broadcast()
    }
  }
}

private final class SilentSession: Session {
  private let subject: Silent
  init(_ subject: Silent) { self.subject = subject }
  func make(_ queue: QueueID) {}
  func make(_ operation: OperationID, kind: Program.Kind, blocks: Int) {}
  func perform(_ command: Command) -> Outcome { .returned(.boolean(subject.answer())) }
  func drop(_ handle: Handle) {}
}

/// An observer that takes a log that stands still for a quiescence once the accessor is called.
private final class Believer: QuiescenceObserver {
  private let subject: Silent
  init(_ subject: Silent) { self.subject = subject }
  var isHopeless: Bool { false }
  var isUnaided = false
  var wasWoken = false

  func look(
    for routes: () -> [CanaryRoute], excluding thread: UInt64, isStill: () -> Bool
  ) -> Quiescence? {
    subject.isInside && isStill() ? Quiescence(threads: 1, canaries: 1) : nil
  }

  func calibrate() -> Calibration { Calibration(oneQueue: 1, twoQueues: 1, delay: 0) }
  func isAtRest(excluding thread: UInt64, isStill: () -> Bool) -> Bool { isStill() }
  func confirm(bound: Double, isStill: () -> Bool) -> Bool { isStill() }
}
