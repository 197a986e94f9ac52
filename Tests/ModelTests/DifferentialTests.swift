import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

@Suite(.computing) struct DifferentialTests {
  @Test(arguments: [Profile.core, .guide, .reference])
  func `both acceptors accept what the simulator makes, and agree on corruptions`(
    profile: Profile
  ) {
    let differential = Differential(profiles: [profile], bound: 400)
    let comparison = differential.run(0..<400, seed: 1, operations: 2, steps: 4)
    #expect(comparison.compared == 400)
    #expect(comparison.findings == [])
    #expect(comparison.openEnds < 60)
    #expect(comparison.accepted > 200)
    #expect(comparison.rejected > 5)
    #expect(comparison.noticed.reduce(0, +) >= comparison.rejected)
  }

  @Test(arguments: Profile.allCases, [true, false])
  func `nothing begins after a confirmed quiescence`(profile: Profile, reduced: Bool) throws {
    let history = { (begin: String) in
      try History(
        parsing: """
          oqhistory 1
          queue q
          op x kind=closure
          events
          client1 add-block q x
          client1 ok
          client1 suspend q
          client1 ok
          - quiescent threads=1 canaries=1
          \(begin)- stalled
          """)
    }
    let acceptor = Acceptor(profile: profile, reduced: reduced)
    #expect(acceptor.judge(try history("")) == .accepted)
    guard case .rejected(let ticket, _) = acceptor.judge(try history("x begin\n")) else {
      Issue.record("a begin at rest is accepted")
      return
    }
    #expect(ticket <= 6)
  }

  @Test(arguments: Profile.allCases, [true, false])
  func `a choice that no entry shows comes after those of higher priority`(
    profile: Profile, reduced: Bool
  ) throws {
    // No entry shows that b was chosen, and a has to be chosen before it.
    let history = { (limit: Int) in
      try History(
        parsing: """
          oqhistory 1
          queue q limit=\(limit)
          op a priority=normal
          op b kind=base priority=very-low completion
          events
          client1 add-group q a,b
          client1 ok
          b.completion begin
          a begin
          b.completion end
          a end
          - ended
          """)
    }
    let acceptor = Acceptor(profile: profile, reduced: reduced)
    #expect(acceptor.judge(try history(2)) == .accepted)
    guard case .rejected = acceptor.judge(try history(1)) else {
      Issue.record("b is chosen while a has the only slot")
      return
    }
  }

  @Test func `parts of a comparison add up to the whole`() {
    let differential = Differential(bound: 200)
    let whole = differential.run(0..<60, seed: 3, operations: 2, steps: 3)
    var parts = differential.run(0..<25, seed: 3, operations: 2, steps: 3)
    parts.merge(differential.run(25..<60, seed: 3, operations: 2, steps: 3))
    #expect(parts == whole)
  }
}

@Suite(.computing) struct SmallProgramsTests {
  @Test func `are different, legal and small`() {
    let family = SmallPrograms()
    #expect(family.count > 10_000)
    var seen: Set<Program> = []
    for position in stride(from: 0, to: family.count, by: 7) {
      let program = family[position]
      #expect(seen.insert(program).inserted)
      #expect(program.operations.count <= 3)
      for script in program.scripts {
        for step in script.steps { #expect(program.fault(step, in: script.lane) == nil) }
      }
      #expect(Simulator.fault(program) == nil)
    }
  }

  @Test func `all histories of some, and their corrupted siblings, are answered alike`() {
    let family = SmallPrograms()
    let differential = Differential(bound: 2_000)
    var comparison = Comparison()
    for position in stride(from: 3, to: family.count, by: 997) {
      comparison.merge(differential.exhaust(family[position], index: position, seed: 1))
    }
    #expect(comparison.findings == [])
    #expect(comparison.openEnds == 0)
    #expect(comparison.cut == 0)
    #expect(comparison.exhausted >= 3 * 19)
    #expect(comparison.compared > 400)
    #expect(comparison.rejected > 20)
  }
}
