import OQFacts
import OQHistory
import OQPrograms
import TestSupport
import Testing

/// What no program comes to has a reason.
@Suite(.computing) struct InfeasibilityTests {
  private static let composition = Composition(.full)

  /// The pairs of facts that a verb's programs cannot come to.
  private func infeasible(_ verb: Verb) -> [Cell] {
    let domain = Self.composition.domain(of: verb)
    var cells: [Cell] = []
    for one in domain {
      for two in domain - one.aspect.facts where two.rawValue > one.rawValue {
        let cell = Cell(verb, [one, two])
        if FactSolver(cell.facts, in: domain, for: verb) == nil { cells.append(cell) }
      }
    }
    return cells
  }

  @Test(arguments: [Verb.cancel, .wait, .start, .suspend, .add, .reportFinished])
  func `every pair that cannot be reached has its exclusions, and no superfluous one`(
    _ verb: Verb
  ) {
    let domain = Self.composition.domain(of: verb)
    let cells = infeasible(verb)
    #expect(cells.count > 100)
    for cell in cells {
      let exclusions = Infeasibility.exclusions(cell, in: domain)
      #expect(!exclusions.isEmpty, "\(cell.text)")
      #expect(exclusions.allSatisfy { !$0.reason.isEmpty })
      #expect(Set(Infeasibility.reasons(cell, in: domain)) == Set(exclusions.map(\.reason)))
    }
  }

  @Test func `what can be reached has no reason against it, and what is not said has one`() {
    let domain = Self.composition.domain(of: .cancel)
    let (queued, new) = (Fact.phaseQueued, Fact.phaseNew)
    #expect(Infeasibility.reasons(Cell(.cancel, [queued, .limitOne]), in: domain) == [])
    #expect(
      Infeasibility.reasons(Cell(.cancel, [new, .cancelledFinished]), in: domain) == [
        "what is cancelled after its finish has finished"
      ])
    let waits = Self.composition.domain(of: .wait)
    #expect(
      Infeasibility.reasons(Cell(.wait, [.callerOwn]), in: waits) == [
        "no wait is called with caller=own"
      ])
  }
}
