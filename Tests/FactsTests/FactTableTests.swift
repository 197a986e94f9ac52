import OQFacts
import OQHistory
import OQPrograms
import Testing

/// The table of facts and what follows from it.
struct FactTableTests {
  @Test func `every fact has an aspect and a text that names it`() {
    #expect(Fact.phaseQueued.text == "phase=queued")
    #expect(Fact.phaseQueued.aspect.name == "phase")
    for fact in Fact.allCases {
      #expect(Fact(text: fact.text) == fact)
      #expect(fact.aspect.facts.contains(fact))
    }
    #expect(Fact(text: "phase=late") == nil)
    #expect(Aspect.all.reduce(into: FactSet()) { $0 = $0 | $1.facts } == .all)
  }

  @Test func `every clause of an exclusion is about one aspect`() {
    for exclusion in Exclusion.all {
      for clause in exclusion.clauses {
        #expect(!clause.isEmpty, "\(exclusion.reason)")
        #expect(Set(clause.map(\.aspect)).count == 1, "\(exclusion.reason)")
      }
      #expect(!exclusion.reason.isEmpty && !exclusion.reason.hasSuffix("."))
    }
  }

  @Test func `facts that exclude each other have no situation`() throws {
    let domain = Composition(.full).domain(of: .cancel)
    #expect(FactSolver([.phaseNew, .readyPast], in: domain, for: .cancel) == nil)
    #expect(FactSolver([.loadFull, .limitNone], in: domain, for: .cancel) == nil)
    let solver = try #require(
      FactSolver([.phaseExecuting, .suspendedLate], in: domain, for: .cancel))
    let situation = try #require(solver.situation { _ in 0 })
    #expect(situation.contains(.phaseExecuting) && situation.contains(.suspendedLate))
    #expect(situation.contains(.entryAlone) || situation.contains(.entryGroup))
    #expect(!Exclusion.all.contains { $0.scope != .wait && $0.holds(in: situation) })
  }

  @Test func `a domain without a fact has no situation with it`() {
    let domain = Composition(.full).domain(of: .wait)
    #expect(!domain.contains(.callerOwn))
    #expect(!Composition(.full).domain(of: .suspend).contains(.homeMain))
  }

  @Test func `what was reached is counted once for each pair and triple`() {
    var count = InteractionCount()
    let composition = Composition(.full)
    let domain = composition.domain(of: .cancel)
    let facts = FactSolver([], in: domain, for: .cancel)?.situation { _ in 0 } ?? []
    let reached = Reached(verb: .cancel, facts: facts.bits)
    count.note(nil)
    count.note(reached)
    count.note(reached)
    #expect(count.programs == 2)
    let row = count.reach(of: composition).first { $0.verb == .cancel }
    let n = facts.count
    #expect(row?.pairs.reached == n * (n - 1) / 2)
    #expect(row?.triples.reached == n * (n - 1) * (n - 2) / 6)
    #expect(count.hasReached(Cell(.cancel, [facts[0], facts[1]])))
    #expect(count.hasReached(Cell(.cancel, [facts[0], facts[1], facts[2]])))
    #expect(!count.hasReached(Cell(.suspend, [facts[0], facts[1]])))
  }

  @Test func `the calls that lead to a call are counted with it`() {
    var count = InteractionCount()
    let facts: FactSet = [.phaseQueued, .heldSuspension]
    let first = Reached(verb: .add, facts: facts.bits)
    count.note(Reached(verb: .cancel, facts: facts.bits, along: [first]))
    #expect(count.programs == 1)
    #expect(count.hasReached(Cell(.cancel, facts)) && count.hasReached(Cell(.add, facts)))
    #expect(count.hasPairs(of: first))
  }
}
