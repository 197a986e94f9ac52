import OQHistory
import OQModel
import OQSpecification

/// Whether what is left out of explorations changes an answer about enumerated programs.
///
/// Each program is explored as a whole, every state of it. What the explorer says of it must be the
/// same by symmetry, by order, by both, by two threads, and where programs are explored together.
/// Programs with too many states for that are explored as a whole together, since most of their
/// states are the same: what may begin, and that all ends well, must be what each of them shows by
/// symmetry, by order, by both, and in haste.
package struct ReductionTrial: Sendable {
  /// Programs of which every answer was compared.
  package private(set) var programs = 0
  /// Of these, the ones that were explored as a whole together.
  package private(set) var together = 0
  /// Programs with more states than the bounds.
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
  ///   - bound: most states of a program that is explored as a whole for itself.
  ///   - groupBound: most states of programs that are explored together.
  package init(
    _ group: [Program], _ profile: Profile, bound: Int, groupBound: Int = 60_000_000
  ) {
    let hasty = Admissible(group, profile, bound: groupBound / group.count)
    var large: [Int] = []
    for (place, program) in group.enumerated() {
      let stage = Stage(program)
      let lookout = hasty.lookout
      var explorer = Explorer(stage, profile: profile, lookout: lookout, bound: bound)
      let whole = explorer.run()
      guard whole.isComplete, hasty.result.isComplete else {
        large.append(place)
        continue
      }
      programs += 1
      states += whole.states
      compare(stage, profile, lookout, whole)
      let outcomes = Set(whole.endings.map(\.seen))
      let alone = Admissible([program], profile, bound: bound)
      expect(alone.outcomes[0] == outcomes, "alone, in haste", program)
      expect(hasty.outcomes[place] == outcomes, "together, in haste", program)
    }
    if !large.isEmpty { compare(large, of: group, hasty, profile, groupBound) }
  }

  /// Compares programs that are too large to be explored as a whole each.
  ///
  /// Where even together they have more states than the bound, each half of them is tried.
  private mutating func compare(
    _ large: [Int], of group: [Program], _ hasty: Admissible, _ profile: Profile, _ bound: Int
  ) {
    let programs = large.map { group[$0] }
    let whole = Admissible(
      programs, profile, bound: bound / programs.count, reductions: [])
    guard hasty.result.isComplete else {
      leftOut += programs.count
      return
    }
    guard whole.result.isComplete else {
      guard large.count > 1 else {
        leftOut += 1
        return
      }
      let middle = large.count / 2
      for half in [large[..<middle], large[middle...]] {
        compare(Array(half), of: group, hasty, profile, bound)
      }
      return
    }
    states += whole.result.states
    expect(whole.result.fault == nil, "with a fault", group[0])
    expect(whole.result.endings.allSatisfy { $0.stall == nil }, "with a stall", group[0])
    for (number, place) in large.enumerated() {
      let program = group[place]
      let ordered = Admissible([program], profile, bound: bound, reductions: .order)
      expect(ordered.outcomes[0] == whole.outcomes[number], "by order", program)
      expect(hasty.outcomes[place] == whole.outcomes[number], "together, in haste", program)
      compareTwins(program, profile, bound)
    }
    self.programs += programs.count
    together += programs.count
  }

  /// By symmetry, and by both, a program whose runs all come to their end has this one ending.
  private mutating func compareTwins(_ program: Program, _ profile: Profile, _ bound: Int) {
    for reductions in [Reductions.symmetry, .all] {
      var explorer = Explorer(
        Stage(program), profile: profile, lookout: Lookout(), bound: bound,
        reductions: reductions)
      // Without twins there is nothing to compare.
      guard reductions == .all || explorer.hasTwins else { continue }
      let result = explorer.run()
      expect(
        result.isComplete && result.fault == nil && result.endings.map(\.stall) == [nil],
        "by twins", program)
      if reductions == .all { visited += result.states }
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
    together += other.together
    leftOut += other.leftOut
    states += other.states
    visited += other.visited
    faults += other.faults
  }
}
