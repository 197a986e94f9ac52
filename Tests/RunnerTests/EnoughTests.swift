import OQDriver
import OQHistory
import OQReport
import OQRunner
import OQSpecification
import Synchronization
import TestSupport
import Testing

/// A trial of what has shown already, though its program may go on.
@Suite(
  .enabled(if: ToyAdapter.isInstalled, "python3 is not installed"), .waiting,
  .limit(minutes: 3)) struct `What has shown enough`
{
  /// An adapter whose canaries never come back, though a clock runs: neither end nor rest is ever
  /// certain.
  private func options() throws -> WireExecutor.Options {
    let lost: ToyAdapter.Fault = (
      "self.worlds = {is_canary: toyqueue.World() for is_canary in (False, True)}",
      "self.worlds = {False: toyqueue.World(), True: toyqueue.World()}; "
        + "self.worlds[True].schedule = lambda: None"
    )
    // A trial lasts for three of its steps.
    let words = ToyAdapter.words(
      adapter: [lost, ("\"step-bound\": 5", "\"step-bound\": 3600")],
      protocol: [ToyAdapter.ticking])
    var options = try adapterOptions(words)
    options.patience.canary = 3_600_000
    options.patience.silence = 3_600_000
    return options
  }

  /// Something that never comes.
  private static let stuck = "queue q\nop d\nop x deps=d\nclient 1\n  add q x\n  wait x"

  @Test func `ends where it rests`() throws {
    let driver = try options().start()
    defer { driver.process.end() }
    let asked = Mutex<[History]>([])
    driver.isEnough = { history in
      asked.withLock { $0.append(history) }
      return true
    }
    let end = driver.execute(try program(Self.stuck))
    #expect(end == .undecided)
    #expect(asked.withLock(\.self) == [driver.history(end)])
    let index = HistoryIndex(driver.history(end))
    #expect(index.calls.map(\.command.verb) == [.add, .wait])
    #expect(index.calls.last?.returned == nil && index.stalledAt == nil)
  }

  @Test func `goes on where it has not`() throws {
    let driver = try options().start()
    defer { driver.process.end() }
    let asked = Atomic(0)
    let looks = Atomic(0)
    driver.isEnough = { _ in
      asked.wrappingAdd(1, ordering: .relaxed)
      return false
    }
    // Nobody waits for an hour.
    driver.isWanted = {
      asked.load(ordering: .relaxed) == 0
        || looks.wrappingAdd(1, ordering: .relaxed).newValue <= 100
    }
    #expect(driver.execute(try program(Self.stuck)) == .undecided)
    #expect(asked.load(ordering: .relaxed) == 1)
    #expect(looks.load(ordering: .relaxed) > 100)
  }

  @Test func `is not waited for in further trials`() throws {
    let executor = WireExecutor(try options())
    defer { executor.shutDown() }
    var trial = Trial([try program(Self.stuck)], isAlone: false)
    trial.endsAtRest = true
    #expect(try trial.blames(on: executor, judge: .all()).isEmpty)
    let attempt = try trial.attempt(on: executor, judge: .all(), for: .rule("WAIT-2"))
    guard case .missed(.undecided(reason: _, output: _), let history) = attempt else {
      Issue.record("\(attempt)")
      return
    }
    #expect(trial.shown(by: history).endsAtRest)
  }

  @Test func `goes on to its end where the end has shown it`() throws {
    let stalled = try History(
      parsing: """
        oqhistory 1
        op a
        events
        1 client1 is-ready a
        2 client1 = true
        3 - quiescent threads=5 canaries=1
        4 - stalled

        """)
    let trial = Trial([try program(Self.stuck)], isAlone: false)
    #expect(!trial.shown(by: stalled).endsAtRest)
    #expect(!trial.shown(by: nil).endsAtRest)
  }
}
