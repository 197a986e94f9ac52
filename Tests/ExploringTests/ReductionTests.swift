import OQExploring
import OQHistory
import OQModel
import OQSpecification
import TestSupport
import Testing

/// What is remembered, and what is left out, changes no answer.
@Suite(.computing) struct ReductionTests {
  /// What must be the same, whatever is left out.
  private struct Answer: Equatable {
    struct End: Hashable {
      let seen: UInt64
      let stall: Stall?
    }

    let ends: Set<End>
    let cuts: Set<UInt64>
    let hasFault: Bool

    init(_ result: Exploration) {
      ends = Set(result.endings.map { End(seen: $0.seen, stall: $0.stall) })
      cuts = Set(result.cuts)
      hasFault = result.fault != nil
    }
  }

  /// Compares remembered steps with steps that are worked out anew, for one program.
  private func compare(
    _ stage: Stage, _ profile: Profile, _ lookout: Lookout, guards: Guards = []
  ) {
    var plain = Explorer(
      stage, profile: profile, lookout: lookout, guards: guards, bound: 20_000, isPlain: true)
    let expected = plain.run()
    guard expected.isComplete else { return }
    var explorer = Explorer(stage, profile: profile, lookout: lookout, guards: guards)
    let result = explorer.run()
    #expect(result.states == expected.states, "\(profile): \(stage.program.text)")
    #expect(result.transitions == expected.transitions, "\(profile): \(stage.program.text)")
    #expect(result.depth == expected.depth, "\(profile): \(stage.program.text)")
    #expect(result.branches == expected.branches, "\(profile): \(stage.program.text)")
    #expect(Answer(result) == Answer(expected), "\(profile): \(stage.program.text)")
    #expect(result.fault?.message == expected.fault?.message)
  }

  @Test(arguments: Litmus.names)
  func `steps that are remembered are those that would be worked out anew`(name: String) throws {
    let file = try Litmus.file(name)
    for profile in Profile.allCases { compare(file.stage, profile, file.lookout) }
    for broken in Guards.all { compare(file.stage, .core, file.lookout, guards: broken.guards) }
  }

  @Test func `and so they are for small programs of all kinds`() {
    let family = SmallPrograms()
    for position in stride(from: 3, to: family.count, by: 397) {
      let stage = Stage(family[position])
      for profile in Profile.allCases { compare(stage, profile, Lookout(beginsOf: stage)) }
    }
  }

  /// Compares what is left of a program with all of it.
  private func reduce(_ stage: Stage, _ profile: Profile, _ lookout: Lookout) -> (Int, Int) {
    var whole = Explorer(stage, profile: profile, lookout: lookout, bound: 30_000)
    let expected = whole.run()
    guard expected.isComplete else { return (0, 0) }
    var fewest = expected.states
    for reductions in [Reductions.symmetry, .order, .all] {
      var explorer = Explorer(
        stage, profile: profile, lookout: lookout, reductions: reductions)
      let result = explorer.run()
      #expect(Answer(result) == Answer(expected), "\(reductions): \(stage.program.text)")
      #expect(result.states <= expected.states, "\(reductions): \(stage.program.text)")
      if reductions == .symmetry {
        #expect(explorer.orbits >= Double(expected.states), "\(stage.program.text)")
      }
      fewest = min(fewest, result.states)
    }
    return (expected.states, fewest)
  }

  @Test func `what is left out changes no answer about small graphs`() {
    var (all, left) = (0, 0)
    for operations in 1...3 {
      let programs = GraphFamily(operations: operations).programs
      let step = [1, 3, 89][operations - 1]
      for (place, program) in programs.enumerated() where place % step == 0 {
        let stage = Stage(program)
        for lookout in [Lookout(), Lookout(beginsOf: stage)] {
          let (states, fewest) = reduce(stage, .core, lookout)
          all += states
          left += fewest
        }
      }
    }
    // More would be left if one of them were never applied.
    #expect(all > 2 * left)
  }

  @Test func `nor what may begin, in which order, where all operations end`() {
    for operations in 1...3 {
      for (place, program) in GraphFamily(operations: operations).programs.enumerated() {
        guard place % [1, 4, 97][operations - 1] == 0 else { continue }
        let whole = Admissible([program], .core, bound: 30_000, reductions: [])
        guard whole.result.isComplete else { continue }
        #expect(Admissible([program], .core, bound: 30_000).outcomes == whole.outcomes)
      }
    }
  }

  @Test(arguments: Litmus.names)
  func `nor about what the litmus tests ask`(name: String) throws {
    let file = try Litmus.file(name)
    for profile in Profile.allCases { _ = reduce(file.stage, profile, file.lookout) }
  }

  @Test func `twins are visited once`() throws {
    let text = "queue q limit=2\nop a\nop b\nop c\nclient 1\n  add-group q a,b,c\n  wait-all q\n"
    var whole = Explorer(try stage(text), profile: .core, lookout: Lookout())
    let states = whole.run().states
    var explorer = Explorer(
      try stage(text), profile: .core, lookout: Lookout(), reductions: .symmetry)
    #expect(explorer.run().states * 3 < states)
    #expect(explorer.orbits >= Double(states))
  }
}
