import OQHistory
import OQModel
import OQSpecification

/// Whether what is left out of explorations changes an answer about enumerated programs.
///
/// Each program is explored as a whole, every state of it. What the explorer says of it must be the
/// same by symmetry, by order, by both, by two threads, and where programs are explored together.
/// Of a program with too many states for that, what may begin, in haste and together with others,
/// must be what order alone finds.
package struct ReductionTrial: Sendable {
  /// Programs of which every answer was compared.
  package private(set) var programs = 0
  /// Programs with more states than the bound, of which outcomes were compared with order alone.
  package private(set) var byOrder = 0
  /// Programs with more states than that, too.
  package private(set) var leftOut = 0
  /// States of the whole, of all programs.
  package private(set) var states = 0
  /// States that were visited by symmetry and order.
  package private(set) var visited = 0
  /// Answers that differ: which, and the program.
  package private(set) var faults: [String] = []

  /// Nothing compared yet.
  package init() {}

  /// What must be the same, whatever is left out.
  private struct Answer: Equatable {
    let ends: Set<End>
    let cuts: Set<UInt64>
    let hasFault: Bool

    struct End: Hashable {
      var seen: UInt64
      let stall: Stall?
    }

    init(_ result: Exploration) {
      ends = Set(result.endings.map { End(seen: $0.seen, stall: $0.stall) })
      cuts = Set(result.cuts)
      hasFault = result.fault != nil
    }

    /// The answer of those who have looked out for nothing.
    private init(blind answer: Answer) {
      ends = Set(answer.ends.map { End(seen: 0, stall: $0.stall) })
      cuts = answer.cuts.isEmpty ? [] : [0]
      hasFault = answer.hasFault
    }

    var blind: Answer { Answer(blind: self) }
  }

  /// Compares all answers about programs.
  ///
  /// - Parameters:
  ///   - group: programs of a ``GraphFamily`` that differ in dependencies alone.
  ///   - profile: the reading of the contract.
  ///   - bound: most states of a program that is explored as a whole.
  ///   - orderBound: most states of a program that is explored by order alone.
  package init(_ group: [Program], _ profile: Profile, bound: Int, orderBound: Int = 4_000_000) {
    let together = Admissible(group, profile, bound: orderBound)
    for (place, program) in group.enumerated() {
      let stage = Stage(program)
      let lookout = together.lookout
      var explorer = Explorer(stage, profile: profile, lookout: lookout, bound: bound)
      let whole = explorer.run()
      guard whole.isComplete, together.result.isComplete else {
        let ordered = Admissible([program], profile, bound: orderBound, reductions: .order)
        if ordered.result.isComplete, together.result.isComplete {
          byOrder += 1
          expect(together.outcomes[place] == ordered.outcomes[0], "together, in haste", program)
        } else {
          leftOut += 1
        }
        continue
      }
      programs += 1
      states += whole.states
      compare(stage, profile, lookout, whole)
      let outcomes = Set(whole.endings.map(\.seen))
      let alone = Admissible([program], profile, bound: bound)
      expect(alone.outcomes[0] == outcomes, "alone, in haste", program)
      expect(together.outcomes[place] == outcomes, "together, in haste", program)
    }
  }

  private mutating func compare(
    _ stage: Stage, _ profile: Profile, _ lookout: Lookout, _ whole: Exploration
  ) {
    let answer = Answer(whole)
    for reductions in [Reductions.symmetry, .order, .all] {
      for sights in [lookout, Lookout()] {
        // Who began tells twins apart.
        if reductions == .symmetry, sights.count > 0 { continue }
        var explorer = Explorer(stage, profile: profile, lookout: sights, reductions: reductions)
        let result = explorer.run()
        expect(
          Answer(result) == (sights.count > 0 ? answer : answer.blind), "reduced", stage.program)
        if reductions == .all, sights.count == 0 { visited += result.states }
      }
    }
    var pair = Explorer(stage, profile: profile, lookout: lookout, threads: 2)
    let result = pair.run()
    expect(
      Answer(result) == answer && result.states == whole.states
        && result.transitions == whole.transitions && result.depth == whole.depth
        && result.branches == whole.branches, "by two threads", stage.program)
  }

  private mutating func expect(_ isSame: Bool, _ what: String, _ program: Program) {
    if !isSame { faults.append("another answer \(what):\n\(program.text)") }
  }

  /// Adds what another part of the trial gave.
  ///
  /// - Parameter other: the other part.
  package mutating func merge(_ other: ReductionTrial) {
    programs += other.programs
    byOrder += other.byOrder
    leftOut += other.leftOut
    states += other.states
    visited += other.visited
    faults += other.faults
  }
}
