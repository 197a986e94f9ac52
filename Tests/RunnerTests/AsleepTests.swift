import OQDriver
import OQHistory
import OQRunner
import Synchronization
import TestSupport
import Testing

/// A pool whose idle thread waits for nearly an hour, and a step bound below that: nobody waits
/// for either.
@Suite(
  .enabled(if: ToyAdapter.isInstalled, "python3 is not installed"), .waiting,
  .limit(minutes: 3)) struct `An adapter that sleeps for longer than its step bound`
{
  private static let idle: ToyAdapter.Fault = (
    "program, clients = None, {}",
    "program, clients = None, {}; "
      + "threading.Thread(target=lambda: threading.Event().wait(3000), daemon=True).start()"
  )

  /// Canaries that never come back.
  private static let lost: ToyAdapter.Fault = (
    "self.worlds = {is_canary: toyqueue.World() for is_canary in (False, True)}",
    "self.worlds = {False: toyqueue.World(), True: toyqueue.World()}; "
      + "self.worlds[True].schedule = lambda: None"
  )

  private static let stuck = "queue q\nop d\nop x deps=d\nclient 1\n  add q x\n  wait x"

  private func driver(_ bound: String, _ faults: [ToyAdapter.Fault]) throws -> AdapterDriver {
    let words = ToyAdapter.words(
      adapter: faults + [("\"step-bound\": 5", bound)], protocol: [Self.idle])
    var options = try adapterOptions(words)
    options.patience.canary = 3_600_000
    options.patience.silence = 3_600_000
    return try options.start()
  }

  @Test(arguments: [false, true])
  func `is stalled at once, also where canaries are lost`(_ isLost: Bool) throws {
    let driver = try driver("\"step-bound\": 1000", isLost ? [Self.lost] : [])
    defer { driver.process.end() }
    #expect(driver.execute(try program(Self.stuck)) == .quiescent)
    #expect(driver.confirm(bound: 1000, isDeclared: true) == .stalled)
    let evidence = try #require(
      driver.history(.stalled).events.reversed().lazy.compactMap { event in
        if case .quiescent(let evidence) = event.kind { evidence } else { nil }
      }.first)
    #expect(evidence.canaries == (isLost ? 0 : 1) && !evidence.isSealed)
  }

  @Test func `needs its canaries where it declares no bound`() throws {
    let driver = try driver("\"step-bounds\": 1000", [Self.lost])
    defer { driver.process.end() }
    let looks = Atomic(0)
    driver.isWanted = { looks.wrappingAdd(1, ordering: .relaxed).newValue <= 300 }
    #expect(driver.execute(try program(Self.stuck)) == .undecided)
    #expect(looks.load(ordering: .relaxed) > 300)
  }
}
