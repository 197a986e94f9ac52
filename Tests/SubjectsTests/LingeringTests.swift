import OQDriver
import OQHistory
import OQSubjects
import TestSupport
import Testing

/// Programs that go on for a while after their last client's end.
///
/// How late a timer fires, and how late a program ends, depends on the machine: what counts is that
/// some run shows it.
@Suite(.waiting, .limit(minutes: 1)) struct LingeringTests {
  @Test(arguments: [("", 1), (" lingering", 2)])
  func `show what a timer does that an operation has left behind`(
    _ setting: String, _ runs: Int
  ) throws {
    let program = try Program(
      parsing: """
        oqprogram 1\(setting)
        op a
        in a
          throw a
        client 1
          start a
          until is-finished a
        """)
    let subject = ClassSubject(try #require(.named("retries-after-finish")))
    var bodies: [Int] = []
    while !bodies.contains(runs), bodies.count < 20 {
      let driver = Driver(subject: subject, log: try MappedLog.inProcess(capacity: 1000))
      #expect(driver.execute(program) == .completed)
      bodies.append(HistoryIndex(driver.history(of: program)).operations[0].bodies.count)
    }
    #expect(bodies.contains(runs), "\(bodies)")
  }
}
