import OQAdapters
import OQHistory
import OQSubjects
import TestSupport
import Testing

@testable import OQDriver

/// Work that takes long while every thread may be seen asleep.
@Suite(.limit(minutes: 1)) struct LongWorkTests {
  @Test(arguments: [("long-work", Driver.End.completed), ("", .quiescent)])
  func `is never a quiescence`(setting: String, end: Driver.End) throws {
    // Without the setting the observer is believed: the operation of a suspended queue never runs.
    let queue = setting.isEmpty ? "queue q suspended" : "queue q"
    let program = try Program(
      parsing: "oqprogram 1 \(setting)\n\(queue)\nop a\nclient 1\n  add q a\n  wait a\n")
    let driver = Driver(
      subject: try #require(BundledSubjects.subject(named: "reference")),
      log: try MappedLog.inProcess(capacity: 100),
      observer: Credulous())
    #expect(driver.execute(program) == end)
    driver.close()
  }
}

/// An observer that takes every log that stands still for a quiescence.
private final class Credulous: QuiescenceObserver {
  var isHopeless: Bool { false }
  var isUnaided = false
  var wasWoken = false

  func look(
    for routes: [CanaryRoute], excluding thread: UInt64, isStill: () -> Bool
  ) -> Quiescence? {
    isStill() ? Quiescence(threads: 1, canaries: 1) : nil
  }

  func calibrate() -> Calibration { Calibration(oneQueue: 1, twoQueues: 1, delay: 0) }
  func isAtRest(excluding thread: UInt64, isStill: () -> Bool) -> Bool { isStill() }
  func confirm(bound: Double, isStill: () -> Bool) -> Bool { isStill() }
}
