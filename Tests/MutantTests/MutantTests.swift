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

  @Test func `mutants with a data race are beside the kill matrix`() {
    let names = Set(Mutant.all.map(\.name))
    #expect(Mutant.racy.count == 3)
    for mutant in Mutant.racy {
      #expect(!names.contains(mutant.name), "\(mutant.name)")
      #expect(Mutant.named(mutant.name)?.name == mutant.name)
      let placement = mutant.behavior.placement
      let accesses = [placement.priority, placement.suspension, placement.completionBlock]
      #expect(accesses.filter { $0 == .bare }.count == 1, "\(mutant.name): one decision")
    }
    let standard = Behavior.standard.placement
    #expect(
      [standard.priority, standard.suspension, standard.completionBlock].allSatisfy {
        $0 == .underLock
      })
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
    #expect(
      Mutant.all.filter { $0.profile == .guide }.map(\.name)
        == ["cancelled-run-starts-again-silently"])
    let others = Mutant.all.filter { $0.profile == .reference }
    #expect(
      Set(others.map(\.name)) == [
        "late-block-accepted", "cancel-leaves-readiness", "readiness-tested-before-cancellation",
        "cancelled-operation-awaits-dependencies", "cancel-marks-finished-operation",
        "finished-operation-ignored", "operation-of-other-queue-ignored", "queue-always-serial",
        "suspended-queue-flushes-cancelled", "last-in-first-out", "completion-block-kept",
        "error-of-another-name", "late-dependency-refused",
      ])
    #expect(others.count == 13)
  }

  @Test(
    arguments: [
      "OP-2", "OP-6", "OP-52", "STATE-1", "STATE-2", "STATE-3", "STATE-4", "STATE-5", "STATE-6",
      "STATE-7", "STATE-9", "STATE-51", "READY-1", "READY-2", "READY-3", "READY-4", "READY-5",
      "READY-51", "START-1", "START-2", "START-4", "START-5", "START-6", "START-7", "START-8",
      "START-9",
      "START-13", "START-55", "START-57", "EXEC-1", "EXEC-2", "EXEC-3", "DEP-1", "DEP-2", "DEP-3",
      "DEP-4", "DEP-6", "DEP-9", "DEP-10", "DEP-11", "DEP-12", "DEP-13", "DEP-14", "DEP-15",
      "DEP-16", "DEP-17", "DEP-19", "DEP-20", "DEP-53", "DEP-54", "DEP-55", "DEP-56", "DEP-57",
      "DEP-58", "PRIO-1", "PRIO-2", "PRIO-3", "PRIO-4", "PRIO-8", "THREAD-1", "THREAD-2",
      "CANCEL-1",
      "CANCEL-2", "CANCEL-3", "CANCEL-5", "CANCEL-6", "CANCEL-7", "CANCEL-8", "CANCEL-9",
      "CANCEL-10", "CANCEL-13", "CANCEL-15", "CANCEL-19", "CANCEL-54", "CANCEL-56", "DONE-1",
      "DONE-2", "DONE-3", "DONE-4", "DONE-5", "DONE-9", "DONE-54", "QUEUE-1", "QUEUE-6",
      "QUEUE-7", "QUEUE-8", "QUEUE-9", "QUEUE-10", "QUEUE-12", "QUEUE-13", "QUEUE-17", "QUEUE-24",
      "QUEUE-26", "QUEUE-53", "QUEUE-62", "LIMIT-1", "LIMIT-2", "LIMIT-3", "LIMIT-4", "LIMIT-5",
      "LIMIT-6", "LIMIT-51", "LIMIT-52", "LIMIT-53", "LIMIT-55", "SUSP-1", "SUSP-2", "SUSP-3",
      "SUSP-4", "SUSP-5", "SUSP-7", "SUSP-51", "SUSP-52", "WAIT-1", "WAIT-2", "WAIT-3", "WAIT-4",
      "WAIT-51", "WAIT-54", "WAIT-55", "KVO-10", "KVO-54", "KVO-55", "BLOCK-1", "BLOCK-2",
      "BLOCK-4", "BLOCK-6", "BLOCK-51", "BLOCK-52", "BLOCK-54", "BLOCK-55", "NONC-1", "NONC-2",
      "ASYNC-10", "ASYNC-12", "ASYNC-13", "ASYNC-52", "ERR-3",
    ] as [RuleID]) func `a checked rule has a mutant`(rule: RuleID)
  {
    #expect(Mutant.all.contains { $0.breaks == rule })
  }
}
