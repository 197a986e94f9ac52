import OQAdapters
import OQCheckers
import OQContracts
import OQJudging
import OQReport
import OQRunner
import OQSpecification
import Testing

@Suite struct SelectionTests {
  private let everything = SubjectDescription(
    name: "all", version: "1", capabilities: Capability.allCases)

  // MARK: Profiles

  @Test(arguments: Profile.allCases)
  func `what only another profile enforces is not applicable`(profile: Profile) throws {
    let selection = try Selection(
      patterns: [], contract: .operations, subject: everything, profile: profile)
    for rule in Catalogue.current.rules where Roster.operations.checker(of: rule.id) != nil {
      guard case .profile(let own) = rule.level, own != profile else { continue }
      #expect(!selection.judged.contains(rule), "\(rule.id)")
      let entry = selection.notApplicable.first { $0.rule == rule }
      #expect(entry?.reason == "enforced in profile \(own) only", "\(rule.id)")
    }
    let ids = Set(selection.judged.map(\.id) + selection.notApplicable.map(\.rule.id))
    #expect(ids == Set(Roster.operations.checkers.map(\.rule)))
    #expect(ids.count == selection.judged.count + selection.notApplicable.count)
  }

  @Test func `programs are planned for the rules of every profile`() throws {
    let planned = try Profile.allCases.map {
      try Selection(patterns: [], contract: .operations, subject: everything, profile: $0).planned
    }
    #expect(planned[0].count == Roster.operations.checkers.count)
    #expect(planned[0] == planned[1] && planned[1] == planned[2])
  }

  @Test func `a rule of another profile alone is an error`() {
    let error = #expect(throws: SelectionError.self) {
      try Selection(
        patterns: ["PRIO-7"], contract: .operations, subject: everything, profile: .core)
    }
    #expect(
      error?.description == "PRIO-7 is not in play: enforced in profile reference only")
    #expect(throws: Never.self) {
      try Selection(
        patterns: ["PRIO-7"], contract: .operations, subject: everything, profile: .reference)
    }
  }

  // MARK: Versions and challenges

  @Test func `a newer rule does not apply in an older version`() throws {
    let catalogue = try Catalogue.changing("DEP-2", "since: 2.0")
    let second = SpecificationVersion(major: 2, minor: 0)
    #expect(catalogue.versions == [.first, second])
    let old = try Selection(
      patterns: [], contract: .operations, catalogue: catalogue, subject: everything,
      profile: .core, version: .first)
    let new = try Selection(
      patterns: [], contract: .operations, catalogue: catalogue, subject: everything,
      profile: .core, version: second)
    #expect(Set(new.judged.map(\.id)).subtracting(old.judged.map(\.id)) == ["DEP-2"])
    #expect(new.notApplicable.isEmpty)
    #expect(old.notApplicable.map(\.rule.id) == ["DEP-2"])
    #expect(old.notApplicable.map(\.reason) == ["new in version 2.0 of the specification"])
    #expect(!old.planned.contains { $0.id == "DEP-2" })
  }

  @Test func `a version that does not exist is an error`() throws {
    let error = #expect(throws: SelectionError.self) {
      try Selection(
        patterns: [], contract: .operations, subject: everything, profile: .core,
        version: SpecificationVersion(major: 7, minor: 3))
    }
    let known = Catalogue.current.versions.map(\.description).joined(separator: ", ")
    #expect(
      error?.description.hasPrefix("there is no version 7.3 of the specification; known ") == true)
    #expect(error?.description.hasSuffix(known) == true)
  }

  @Test func `a challenged rule is judged and not enforced, with all that follows from it`() throws
  {
    let catalogue = try Catalogue.changing(
      "DEP-1", "challenged: a queue without a lock may break it")
    let selection = try Selection(
      patterns: [], contract: .operations, catalogue: catalogue, subject: everything, profile: .core
    )
    let challenged = selection.judged.filter { !selection.isEnforced($0) }.map(\.id)
    #expect(challenged.contains("DEP-1") && challenged.contains("DEP-4"))
    #expect(challenged.contains("DEP-55"), "derived from DEP-4")
    #expect(!challenged.contains("DEP-2"))
    let (own, derived) = (try #require(catalogue["DEP-1"]), try #require(catalogue["DEP-55"]))
    #expect(selection.challenge(of: own) == "a queue without a lock may break it")
    #expect(
      selection.challenge(of: derived)
        == "follows from DEP-1, which is: a queue without a lock may break it")
  }

  // MARK: Settlements

  @Test func `rules that are not enforced settle nothing`() {
    let none = Conclusion(
      verdicts: [], blamesNoRule: false, programs: 10, undecided: 0, isComplete: true,
      unusable: nil)
    #expect(none.outcome == .inconclusive)
    #expect(none.reason == "no rule in play is enforced")
  }

  @Test func `a challenged violation leaves the outcome as it is`() {
    func result(_ id: RuleID, _ verdict: Verdict, _ challenge: String? = nil) -> RuleResult {
      RuleResult(
        id: id, level: .core, verdict: verdict, exercised: 3, undecided: 0,
        violations: verdict == .violated ? 1 : 0, challenge: challenge, isEnforced: true)
    }
    func outcome(_ results: [RuleResult]) -> Report.Outcome {
      Conclusion(
        verdicts: results.filter(\.isEnforced).map(\.verdict),
        blamesNoRule: false, programs: 3, undecided: 0, isComplete: true, unusable: nil
      ).outcome
    }
    let sound = result("DEP-2", .satisfied)
    #expect(outcome([sound, result("DEP-1", .violated)]) == .violated)
    #expect(outcome([sound, result("DEP-1", .violated, "in doubt")]) == .conformant)
    #expect(outcome([sound, result("DEP-1", .vacuous, "in doubt")]) == .conformant)
    #expect(outcome([sound, result("DEP-1", .notApplicable)]) == .conformant)
  }
}
