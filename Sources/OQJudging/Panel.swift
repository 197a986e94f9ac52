import OQHistory
import OQSpecification

/// Checkers that judge together: what a derived rule needs of its bases is searched for once.
package struct Panel: Sendable {
  /// The checkers, in the order of the judgements.
  package let checkers: [Checker]
  private let roster: Roster
  /// The checkers and, before whoever needs them, their bases and those that they leave faults to.
  private let order: [Member]
  /// Where the judgement of each checker stands in the order.
  private let seats: [Int]

  /// One of them; shared, since copies of checkers cost more than most of their judgements.
  private final class Member: Sendable {
    let checker: Checker
    let bases: [Int]
    let elders: [Int]
    let keepsCases: Bool

    init(_ checker: Checker, bases: [Int], elders: [Int], keepsCases: Bool) {
      self.checker = checker
      self.bases = bases
      self.elders = elders
      self.keepsCases = keepsCases
    }
  }

  /// Puts checkers together.
  ///
  /// - Parameters:
  ///   - checkers: at most one per rule.
  ///   - roster: the roster that they belong to, from which their bases come.
  /// - Complexity: O(n × depth of derivations).
  package init(_ checkers: [Checker], of roster: Roster) {
    self.checkers = checkers
    self.roster = roster
    var order: [(checker: Checker, bases: [Int], elders: [Int])] = []
    var places: [RuleID: Int] = [:]
    let present = Dictionary(uniqueKeysWithValues: checkers.map { ($0.rule, $0) })
    func seat(_ checker: Checker) -> Int {
      if let place = places[checker.rule] { return place }
      // A fault is left only to a rule that is asked for its own sake.
      let elders = roster.precedence.elders(of: checker.rule).sorted().compactMap { present[$0] }
        .map(seat)
      let bases = checker.bases.compactMap(roster.checker(of:)).map(seat)
      order.append((checker, bases, elders))
      places[checker.rule] = order.count - 1
      return order.count - 1
    }
    seats = checkers.map(seat)
    let bases = Set(order.flatMap(\.bases))
    self.order = order.enumerated().map { place, one in
      Member(
        one.checker, bases: one.bases, elders: one.elders, keepsCases: bases.contains(place))
    }
  }

  /// Judges a history.
  ///
  /// - Returns: one judgement per checker, in their order.
  /// - Complexity: that of the checkers.
  package func judge(_ index: HistoryIndex, profile: Profile) -> [Judgement] {
    guard index.shelf == nil else { return judgeAll(index, profile) }
    var index = index
    let shelf = Shelf()
    index.shelf = shelf
    defer { shelf.clear() }
    return judgeAll(index, profile)
  }

  private func judgeAll(_ index: HistoryIndex, _ profile: Profile) -> [Judgement] {
    var found: [Judgement] = []
    found.reserveCapacity(order.count)
    let speaks = roster.rules(speakingOf: index)
    for member in order {
      found.append(
        speaks?(member.checker.rule) ?? true
          ? judge(member, index, profile, found) : Judgement(keepsCases: member.keepsCases))
    }
    return seats.map { found[$0].withoutCases() }
  }

  /// Judges by one checker, and leaves to more exact ones what they have found.
  private func judge(
    _ member: Member, _ index: HistoryIndex, _ profile: Profile, _ found: [Judgement]
  ) -> Judgement {
    func judgement(keepsCases: Bool) -> Judgement {
      member.checker.judge(
        index, profile: profile, keepsCases: keepsCases, found: found, seats: member.bases)
    }
    let alone = judgement(keepsCases: member.keepsCases)
    guard !alone.counterexamples.isEmpty else { return alone }
    let rest = index.rest
    let reported = reported(by: member.elders, found, without: rest)
    func owner(of violation: Counterexample) -> RuleID? {
      violation.charges(without: rest).lazy.compactMap { reported[$0] }.first
    }
    // Rare: nearly every history is judged once.
    guard alone.counterexamples.contains(where: { owner(of: $0) != nil }) else { return alone }
    return judgement(keepsCases: true).leaving(keepsCases: member.keepsCases, to: owner)
  }

  /// What some checkers have objected to, with their rules.
  private func reported(
    by elders: [Int], _ found: [Judgement], without rest: Ticket?
  ) -> [Charge: RuleID] {
    var charges: [Charge: RuleID] = [:]
    for elder in elders {
      for charge in found[elder].counterexamples.flatMap({ $0.charges(without: rest) }) {
        charges[charge] = charges[charge] ?? order[elder].checker.rule
      }
    }
    return charges
  }
}

extension HistoryIndex {
  /// Ticket of the quiescence at the end; nil without one.
  var rest: Ticket? { if case .quiescent(let ticket, _) = ending { ticket } else { nil } }
}
