import OQCheckers
import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQRunner
import OQSpecification
import Testing

/// What the sorter makes of findings, with a bench that says what it is told.
@Suite struct `A finding` {
  private let program: Program
  private let history: History
  private let trigger: Trigger

  init() throws {
    program = try Program(
      parsing: "oqprogram 1\nqueue q\nop a\nclient 1\n  add q a\n  until end a\n")
    history = History(of: program, events: [])
    trigger = try Trigger(parsing: "queue q; op a; add q a")
  }

  private func finding(_ reproduced: Int, of attempts: Int) -> Finding {
    var finding = Finding(
      .rule("DEP-2"), kind: .history, Counterexample("it ran", events: []), program: program,
      history: history, seed: 1, index: 3)
    (finding.reproduced, finding.attempts) = (reproduced, attempts)
    return finding
  }

  private func sorted(_ finding: Finding, _ trigger: Trigger?) throws -> CauseSorter {
    var sorter = CauseSorter(KnownCauses(roster: .operations))
    let sighting = Campaign.Sighting(
      violation: Judge.Violation(
        blame: finding.blame, isDerived: false, kind: finding.kind,
        counterexample: Counterexample(finding.message, events: [])),
      index: finding.index, program: finding.program, history: finding.history)
    try sorter.add(sighting, ToldBench(finding: finding, trigger: trigger))
    return sorter
  }

  @Test(arguments: [
    (20, 20, false), (100, 100, false), (99, 100, false), (98, 100, true), (19, 20, true),
    (10, 10, true), (0, 0, true), (0, 20, true),
  ]) func `may show more often than it is known to, held or not`(
    reproduced: Int, attempts: Int, isWeak: Bool
  ) throws {
    var finding = finding(reproduced, of: attempts)
    #expect(finding.isWeak == isWeak)
    finding.pins = Pins([])
    #expect(finding.isWeak == isWeak)
    // More runs of other programs say nothing of this one.
    finding.earlier = [program]
    #expect(!finding.isWeak)
  }

  @Test func `that needs a worn process belongs to it, whatever its last program holds`() throws {
    var worn = finding(20, of: 20)
    worn.earlier = [program, program]
    let sorter = try sorted(worn, trigger)
    #expect(sorter.known.causes.map(\.trigger) == [nil])
    #expect(sorter.findings.map(\.cause) == [sorter.known.causes[0].id])
    #expect(sorter.known.causes[0].id == Cause(ofWornProcess: .crash).id)
  }

  @Test func `that needs no worn process belongs to its trigger`() throws {
    let sorter = try sorted(finding(20, of: 20), trigger)
    #expect(sorter.known.causes.map(\.trigger) == [trigger])
    #expect(sorter.findings.map(\.cause) == [sorter.known.causes[0].id])
  }

  @Test func `that never showed again has a cause without a trigger`() throws {
    let sorter = try sorted(finding(0, of: 20), nil)
    #expect(sorter.known.causes.map(\.trigger) == [nil])
    #expect(sorter.known.causes[0].id != Cause(ofWornProcess: .crash).id)
  }
}

/// Makes one finding of every sighting, and knows the cause of none.
private struct ToldBench: CauseBench {
  /// Nothing else is asked for.
  struct Unasked: Error {}

  let finding: Finding
  let trigger: Trigger?

  func program(_ index: UInt64) -> Program { finding.program }

  func explanation(
    of sighting: Campaign.Sighting, _ known: KnownCauses
  ) throws -> CauseSorter.Explanation { CauseSorter.Explanation() }

  func answer(
    _ showing: CauseSorter.Showing, by trigger: Trigger
  ) throws -> CauseSorter.Answer { throw Unasked() }

  func isRace(_ finding: Finding) throws -> Bool { throw Unasked() }

  func sighting(
    _ index: UInt64, _ showing: CauseSorter.Showing
  ) throws -> Campaign.Sighting? { throw Unasked() }

  func confirmed(
    _ sighting: Campaign.Sighting, _ explanation: CauseSorter.Explanation
  ) throws -> (finding: Finding, trigger: Trigger?) { (finding, trigger) }
}
