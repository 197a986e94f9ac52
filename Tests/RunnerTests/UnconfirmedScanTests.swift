import OQCheckers
import OQHistory
import OQJudging
import OQReport
import OQRunner
import OQSpecification
import TestSupport
import Testing

/// What a schedule of a scan has shown that nobody sees again.
@Suite struct UnconfirmedScanTests {
  // A run that stands still in a quick look is no evidence: a slow subject only seems to.
  @Test(arguments: [(true, 1), (false, 0)])
  func `is told where the run proves it`(isProven: Bool, showings: Int) throws {
    var share = HoldingExecutor.Share()
    share.one = 1
    let judge = Judge(roster: .operations, profile: .core)
    let once = try Once(try History(parsing: isProven ? Once.broken : Once.still))
    let executor = HoldingExecutor(once, judge: judge, share: share)
    _ = try executor.execute(once.program, index: 4)
    let shown = try executor.settle().filter(\.isAfterthought)
    #expect(executor.count.schedules > 0)
    #expect(executor.count.showings == showings)
    #expect(shown.map(\.index) == (isProven ? [4] : []))
    #expect(shown.allSatisfy { $0.pins?.holds == [Once.hold] })
    #expect(
      shown.allSatisfy {
        judge.judge($0.history).violations.map(\.blame).contains(.rule("DEP-1"))
      })
  }
}

/// An executor of which the first run with a hold shows something, and no other does.
private final class Once: Executor {
  static let hold = Hold(
    at: SubjectPoint(.client(1), .call(0), .mutexUnlock, caller: "f", occurrence: 1))
  private static let declared = """
    oqhistory 1
    queue q
    op d
    op x deps=d
    events
    client1 add q d
    client1 ok
    client1 add q x
    client1 ok

    """
  /// `x` begins before `d` has ended; then it stands still.
  static let broken = declared + "d begin\nx begin\n- quiescent threads=3 canaries=1\n- stalled"
  /// It stands still with `x` owed.
  static let still = declared + "d begin\nd end\n- quiescent threads=3 canaries=1\n- stalled"
  private static let kept = declared + "d begin\nd end\nx begin\nx end\n- ended"

  let program: Program
  private let kept: History
  private var shown: History?

  init(_ shown: History) throws {
    self.shown = shown
    kept = try History(parsing: Once.kept)
    program = try Program(
      parsing: "oqprogram 1\nqueue q\nop d\nop x deps=d\nclient 1\n  add q d\n  add q x")
  }

  func execute(_ program: Program) -> Execution { Execution(program, kept) }

  func execute(_ program: Program, index: UInt64, following pins: Pins) -> Execution {
    execute(program)
  }

  func executeQuickly(_ program: Program, _ mode: TrialMode) -> Execution {
    var execution = Execution(program, kept)
    var report = PointReport()
    if mode.pins?.holds.isEmpty ?? true {
      report.points = [Once.hold.point]
    } else {
      report.held = 1
      if let shown { execution = Execution(program, shown) }
      shown = nil
    }
    execution.points = report
    return execution
  }
}
