import OQMutants
import OQReference
import OQSpecification
import Testing

@Suite struct MutantTests {
  @Test func `names are words joined by hyphens, and unique`() {
    let names = Mutant.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.allSatisfy { $0.isLowercase || $0 == "-" } && name.contains("-"), "\(name)")
      #expect(Mutant.named(name)?.name == name)
    }
    #expect(Mutant.named("no-such-mutant") == nil)
  }

  @Test func `every mutant can be made`() {
    // A plan edit that matches no step fails the process here.
    for mutant in Mutant.all {
      let behavior = mutant.behavior
      #expect(!behavior.finishPlan.steps.isEmpty)
      #expect(!mutant.summary.isEmpty && !mutant.summary.hasSuffix("."))
    }
  }

  @Test func `a mutant that breaks what one profile asks for names the profile`() throws {
    let late = try #require(Mutant.named("late-block-accepted"))
    #expect(late.profile == .reference)
    let others = Mutant.all.filter { $0.profile != .core }
    #expect(others.allSatisfy { $0.profile == .reference } && others.count == 6)
  }

  @Test(
    arguments: [
      "STATE-2", "STATE-3", "STATE-6", "STATE-7", "STATE-9", "READY-2", "READY-3", "START-4",
      "START-5", "START-6", "START-7", "START-8", "START-9", "START-55", "EXEC-1", "EXEC-2",
      "EXEC-3",
      "DEP-1", "DEP-2", "DEP-6", "DEP-9", "DEP-10", "DEP-11", "DEP-12", "DEP-16", "DEP-56",
      "DEP-57",
      "PRIO-3", "PRIO-4", "CANCEL-1", "CANCEL-2", "CANCEL-3", "CANCEL-5", "CANCEL-8", "CANCEL-13",
      "DONE-1", "DONE-2", "DONE-3", "DONE-4", "DONE-9", "QUEUE-1", "QUEUE-8", "QUEUE-9", "QUEUE-12",
      "QUEUE-17", "LIMIT-1", "LIMIT-4", "LIMIT-52", "LIMIT-53", "SUSP-1", "SUSP-2", "SUSP-3",
      "WAIT-1", "WAIT-2", "WAIT-3", "WAIT-4", "BLOCK-1", "BLOCK-2", "BLOCK-51", "DEP-13", "LIMIT-5",
      "READY-4", "READY-5", "OP-2", "OP-52", "THREAD-2", "KVO-10", "KVO-54", "KVO-55",
      "ASYNC-12", "ASYNC-13", "ASYNC-52",
    ] as [RuleID]) func `a rule of the core has a mutant`(rule: RuleID)
  {
    #expect(Mutant.all.contains { $0.breaks == rule })
  }
}
