import OQDriver
import OQHistory
import OQRunner
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
  private func driver() throws -> AdapterDriver {
    let lost: ToyAdapter.Fault = (
      "self.worlds = {is_canary: toyqueue.World() for is_canary in (False, True)}",
      "self.worlds = {False: toyqueue.World(), True: toyqueue.World()}; "
        + "self.worlds[True].schedule = lambda: None"
    )
    let words = ToyAdapter.words(adapter: [lost], protocol: [ToyAdapter.ticking])
    var options = try adapterOptions(words)
    options.patience.canary = 3_600_000
    options.patience.silence = 3_600_000
    return try options.start()
  }

  /// Something that never comes.
  private static let stuck = "queue q\nop d\nop x deps=d\nclient 1\n  add q x\n  wait x"

  @Test func `ends where it rests`() throws {
    let driver = try driver()
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
    let driver = try driver()
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
}
