import OQCheckers
import OQJudging
import OQMutants
import OQReport
import OQReports
import OQRunner
import OQSpecification
import TestSupport
import Testing

/// The kept killers, run again: on its mutant each breaks the rule that the mutant breaks, on the
/// correct subject none.
@Suite(.serialized, .waiting, .limit(minutes: 10)) struct KillerTests {
  @Test func `every mutant has its killer, and every killer its mutant`() throws {
    let names = try Killers.fileNames()
    #expect(names == Mutant.all.map { $0.name + KeptKiller.suffix }.sorted())
    for name in names {
      let killer = try KeptKiller(parsing: Killers.text(name))
      guard let mutant = Mutant.named(killer.mutant) else { continue }
      #expect(killer.fileName == name)
      #expect(
        killer.isKiller(of: mutant.name, breaking: mutant.breaks, mutant.profile), "\(name)")
      #expect(killer.file.finding.reproduced > 0, "\(name) was never seen again")
    }
  }

  @Test func `the files are in the form in which they are written`() throws {
    for name in try Killers.fileNames() {
      let text = try Killers.text(name)
      #expect(try KeptKiller(parsing: text).file.text == text, "\(name)")
    }
  }

  @Test func `the stored history of a killer breaks the rule`() throws {
    for killer in try Killers.all() {
      let ruling = Killers.judge(killer).judge(killer.file.finding.history)
      let own = ruling.violations.first { $0.blame == killer.file.finding.blame }
      #expect(own?.counterexample.events == killer.file.finding.events, "\(killer.mutant)")
    }
  }

  @Test func `a derived rule beside its base is an echo, but in the family of the rule`() throws {
    let killer = try KeptKiller(parsing: Killers.text("first-dependency-releases.oqrepro"))
    let ruling = Killers.judge(killer).judge(killer.file.finding.history)
    let all = Set(ruling.violations.map(\.blame))
    #expect(all.isSuperset(of: [.rule("DEP-1"), .rule("READY-1"), .rule("OP-3")]))
    #expect(ruling.blames(hunting: "DEP-1", roster: .operations) == all)
    #expect(
      ruling.blames(hunting: "READY-1", roster: .operations) == [
        .rule("DEP-1"), .rule("READY-1"),
      ])
    #expect(ruling.blames(hunting: "WAIT-1", roster: .operations) == [.rule("DEP-1")])
  }

  @Test func `the page of the killers is fresh`() throws {
    let rows = try Killers.all().compactMap { killer in
      Mutant.named(killer.mutant).map { KillerPage.Row(Killers.entry($0), killer) }
    }
    #expect(
      try Killers.text("README.md") == KillerPage.text(rows),
      "run 'oqcheck mutants --keep Spec/Examples'")
  }

  @Test func `every killer still kills its mutant, by its own rule`() throws {
    for killer in try Killers.all() {
      let finding = killer.file.finding
      let executor = try Killers.workers(killer.file.subject)
      defer { executor.shutDown() }
      let judge = Killers.judge(killer)
      let trial = Trial(finding)
      var isKilled = false
      for _ in 0..<killer.attempts where !isKilled {
        isKilled = try trial.run(on: executor, judge: judge, for: finding.blame) != nil
      }
      #expect(isKilled, "\(killer.mutant) survived \(killer.attempts) runs of its killer")
    }
  }

  @Test(arguments: ["reference", "dispatch"])
  func `the correct subject passes every killer`(_ subject: String) throws {
    let executor = try Killers.workers(subject)
    defer { executor.shutDown() }
    for killer in try Killers.all() where Killers.healthySubject(killer) == subject {
      let judge = Killers.judge(killer)
      let trial = Trial(killer.file.finding)
      let blames = try trial.blames(on: executor, judge: judge)
      // A quiescence is taken for final at once here; what is blamed has to show on closer look.
      guard !blames.isEmpty else { continue }
      let execution = try executor.execute(trial.program)
      let final = execution.isPending ? try executor.settle() : [execution]
      for execution in final {
        let violations = judge.judge(execution.history).violations
        #expect(violations.isEmpty, "\(killer.mutant): \(violations)")
      }
    }
  }
}
