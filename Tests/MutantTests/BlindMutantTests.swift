import OQMutants
import OQReference
import Testing

@Suite struct `Blind mutants` {
  @Test func `are drawn from thousands of edits of every kind of decision`() {
    #expect(BlindMutant.singleEdits > 3_000)
    let summaries = (1...600).map { BlindMutant($0, draw: 9).summary }
    for member in ["Plan", "Check", "reads.", "placement.", "isReady", "released", "choose"] {
      #expect(summaries.contains { $0.contains(member) }, "\(member)")
    }
    #expect(Set(summaries).count > 590)
  }

  @Test func `are single and double edits by turns`() {
    for number in 1...200 {
      let mutant = BlindMutant(number, draw: 1)
      let edits = mutant.summary.split(separator: "; ")
      #expect(edits.count == (number.isMultiple(of: 2) ? 2 : 1), "\(mutant.summary)")
      #expect(!mutant.behavior.finishPlan.steps.isEmpty)
    }
  }

  @Test func `follow from draw and number alone`() throws {
    let mutant = try #require(BlindMutant.named("blind-1-17"))
    #expect(mutant.summary == BlindMutant(17, draw: 1).summary)
    #expect(mutant.summary != BlindMutant(17, draw: 2).summary)
    #expect(mutant.summary != BlindMutant(18, draw: 1).summary)
  }

  @Test(arguments: ["blind-1", "blind-1-0", "blind-1-x", "blind-01-1", "blind--1-1", "blinds-1-1"])
  func `have no other names`(name: String) {
    #expect(BlindMutant.named(name) == nil)
  }

  @Test func `that are called equivalent exist, with an argument`() {
    for (name, argument) in BlindMutant.equivalents {
      #expect(BlindMutant.named(name)?.equivalence == argument, "\(name)")
      #expect(argument.count > 30 && !argument.hasSuffix("."), "\(name)")
    }
  }

  @Test func `decide otherwise only where the circumstance holds`() throws {
    // The first single edit of a guard in a circumstance, found by its words.
    let text = "runsBody is true where the operation is cancelled"
    let number = try #require(
      (1...60_000).first { !$0.isMultiple(of: 2) && BlindMutant($0, draw: 1).summary == text })
    let behavior = BlindMutant(number, draw: 1).behavior
    var state = State()
    let x = state.insert(kind: .plain, blocks: 1)
    #expect(behavior.runsBody(state, x) && Behavior.standard.runsBody(state, x))
    state[x].isCancelled = true
    #expect(behavior.runsBody(state, x) && !Behavior.standard.runsBody(state, x))
  }
}
