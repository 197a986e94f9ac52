import OQHistory
import OQJudging
import OQPrograms
import OQReport
import OQSpecification

/// The causes that a campaign has found so far.
package struct KnownCauses: Sendable {
  /// The causes, in the order in which they were found.
  package private(set) var causes: [Cause] = []

  private let roster: Roster
  /// In how many programs each cause was seen as what.
  private var counts: [String: [Finding.Blame: Int]] = [:]

  /// No causes yet.
  ///
  /// - Parameter roster: says which of several rules names a fault most exactly.
  package init(roster: Roster) { self.roster = roster }

  /// Takes in a trigger that was found with something that it brings about.
  ///
  /// - Parameters:
  ///   - trigger: what it takes.
  ///   - blame: what was seen.
  /// - Returns: the name of the cause: of a known one if it has the same trigger.
  package mutating func enter(_ trigger: Trigger, seenAs blame: Finding.Blame) -> String {
    if let place = causes.firstIndex(where: { isSame($0, trigger, blame) }) {
      note(blame, at: place)
      return causes[place].id
    }
    let cause = Cause(trigger, seenAs: [blame])
    causes.append(cause)
    return cause.id
  }

  /// Takes in a finding that shows only in a process that has run other programs.
  ///
  /// - Parameter finding: the finding.
  /// - Returns: the name of the cause that all of them share.
  package mutating func enter(worn finding: Finding) -> String {
    let cause = Cause(ofWornProcess: finding.blame)
    if let place = causes.firstIndex(where: { $0.id == cause.id }) {
      note(finding.blame, at: place)
    } else {
      causes.append(cause)
    }
    count(cause.id, [finding.blame])
    return cause.id
  }

  /// Takes in a finding that never showed again.
  ///
  /// Nothing tells findings apart that one run has shown and no other: they are one cause.
  ///
  /// - Parameters:
  ///   - finding: the finding.
  ///   - others: what was found before.
  /// - Returns: the name of a cause that no trigger is known of.
  package mutating func enter(unreproduced finding: Finding, beside others: [Finding]) -> String {
    for other in others where other.isOfOneRun(with: finding) {
      guard let cause = causes.first(where: { $0.id == other.cause && $0.trigger == nil }) else {
        continue
      }
      note(finding.blame, of: cause.id)
      return cause.id
    }
    let cause = Cause(ofUnreproduced: finding)
    causes.append(cause)
    return cause.id
  }

  /// The causes whose triggers a program holds, in the order in which they were found.
  ///
  /// - Parameters:
  ///   - program: any program.
  ///   - blame: what it showed. A trigger that is a whole program speaks of what it was seen as;
  ///     one of steps holds for the same also where its facts and values are others.
  ///   - loosely: whether one of steps holds so for everything.
  /// - Returns: the causes, each with the trigger that the program holds.
  package func candidates(
    for program: Program, _ blame: Finding.Blame, loosely: Bool = false
  ) -> [(cause: Cause, trigger: Trigger)] {
    causes.compactMap { cause in
      guard let trigger = cause.trigger else { return nil }
      let isSeen = cause.blames.contains(blame)
      if trigger.breadth == .whole, !isSeen { return nil }
      if trigger.occurs(in: program) { return (cause, trigger) }
      guard isSeen || loosely, trigger.breadth == .steps else { return nil }
      let loose = trigger.loosened
      return loose.occurs(in: program) ? (cause, loose) : nil
    }
  }

  /// Whether something that is blamed may tell of a cause: the cause was seen as the same, or as
  /// what names the same fault more or less exactly.
  func mayTell(_ blame: Finding.Blame, of cause: Cause) -> Bool {
    cause.blames.contains { other in
      other == blame || roster.isMoreExact(other, than: blame)
        || roster.isMoreExact(blame, than: other)
    }
  }

  /// Counts a program for a cause.
  ///
  /// - Parameters:
  ///   - id: the name of the cause.
  ///   - blames: what the program showed of it.
  ///   - derived: rules that it broke, too, and that are derived from others; those from rules of
  ///     the cause are seen with it.
  package mutating func count(
    _ id: String, _ blames: [Finding.Blame], derived: [Finding.Blame] = []
  ) {
    guard let place = causes.firstIndex(where: { $0.id == id }) else { return }
    causes[place].programs += 1
    for blame in blames {
      note(blame, at: place)
      counts[id, default: [:]][blame, default: 0] += 1
    }
    // A base may itself be derived from another rule of the cause.
    var seen = Set(blames)
    var open = derived
    while let next = open.firstIndex(where: { isDerived($0, from: seen) }) {
      seen.insert(open[next])
      note(open.remove(at: next), at: place)
    }
  }

  private func isDerived(_ blame: Finding.Blame, from others: Set<Finding.Blame>) -> Bool {
    guard case .rule(let rule) = blame else { return false }
    return roster.checker(of: rule)?.bases.contains { others.contains(.rule($0)) } ?? false
  }

  /// Notes what a cause was seen as.
  mutating func note(_ blame: Finding.Blame, of id: String) {
    if let place = causes.firstIndex(where: { $0.id == id }) { note(blame, at: place) }
  }

  /// Takes back what a cause was seen as: it has another cause.
  mutating func forget(_ blame: Finding.Blame, of id: String) {
    guard let place = causes.firstIndex(where: { $0.id == id }) else { return }
    causes[place].blames.removeAll { $0 == blame }
    counts[id]?[blame] = nil
  }

  /// Joins a cause with another one, whose name and trigger stay.
  ///
  /// - Parameters:
  ///   - id: the name of the cause.
  ///   - other: the name of the other one.
  package mutating func join(_ id: String, into other: String) {
    guard let old = causes.firstIndex(where: { $0.id == id }) else { return }
    let cause = causes.remove(at: old)
    guard let place = causes.firstIndex(where: { $0.id == other }) else { return }
    causes[place].programs += cause.programs
    causes[place].absorb(cause)
    for blame in cause.blames { note(blame, at: place) }
    counts[other, default: [:]].merge(counts.removeValue(forKey: id) ?? [:], uniquingKeysWith: +)
  }

  private func isSame(_ cause: Cause, _ trigger: Trigger, _ blame: Finding.Blame) -> Bool {
    guard let other = cause.trigger, other.isSame(as: trigger) else { return false }
    return trigger.breadth != .whole || cause.blames.contains(blame)
  }

  private mutating func note(_ blame: Finding.Blame, at place: Int) {
    guard !causes[place].blames.contains(blame) else { return }
    causes[place].blames.append(blame)
  }

  /// The causes with what each was seen as, the most exact first.
  ///
  /// What most programs of a cause show names it; a rule that is more exact by the tables does so
  /// where it is not much rarer, and where its smallest program does not need more calls of which
  /// it speaks: else it speaks of one situation of many.
  ///
  /// - Parameter findings: what was found of them; of rules that are seen as often the one with the
  ///   smallest program comes first.
  /// - Returns: the causes, in the order in which they were found.
  package func ordered(by findings: [Finding]) -> [Cause] {
    causes.map { cause in
      let own = findings.filter { $0.cause == cause.id }
      let smallest = Dictionary(own.map { ($0.blame, $0) }) { $0.steps <= $1.steps ? $0 : $1 }
      let steps = smallest.mapValues(\.steps)
      let counts = counts[cause.id] ?? [:]
      var cause = cause
      cause.blames = ordered(
        cause.blames.sorted { left, right in
          (left.isRule ? 0 : 1, -counts[left, default: 0], steps[left] ?? .max, left)
            < (right.isRule ? 0 : 1, -counts[right, default: 0], steps[right] ?? .max, right)
        }, counts, smallest)
      return cause
    }
  }

  /// The same order as far as the roster does not say otherwise: a rule comes after those to which
  /// it leaves faults, and after those from which it is derived.
  private func ordered(
    _ blames: [Finding.Blame], _ counts: [Finding.Blame: Int],
    _ smallest: [Finding.Blame: Finding]
  ) -> [Finding.Blame] {
    var rest = blames
    var order: [Finding.Blame] = []
    while !rest.isEmpty {
      // The tables have no cycle, so there is one.
      let place =
        rest.firstIndex { blame in
          !rest.contains { other in
            roster.isMoreExact(other, than: blame) && !addsItsCall(other, to: blame, smallest)
              && counts[other, default: 0] * KnownCauses.rarity >= counts[blame, default: 0]
          }
        } ?? 0
      order.append(rest.remove(at: place))
    }
    return order
  }

  /// Whether a rule is seen only where a call has been added of which it speaks: the other rule
  /// shows in a program with fewer of them, so the mistake does not need that call.
  private func addsItsCall(
    _ blame: Finding.Blame, to other: Finding.Blame, _ smallest: [Finding.Blame: Finding]
  ) -> Bool {
    guard case .rule(let rule) = blame, let verbs = roster.checker(of: rule)?.antecedent,
      let own = smallest[blame], let less = smallest[other], less.reproduced > 0
    else { return false }
    func count(_ finding: Finding) -> Int {
      finding.program.allSteps.count { $0.command.map { verbs.contains($0.verb) } ?? false }
    }
    return count(less) < count(own)
  }

  /// A rule that is seen in less than one of this many programs of another is much rarer.
  private static let rarity = 4
}

extension Finding {
  /// Whether one run has shown both, and no other run has shown either.
  fileprivate func isOfOneRun(with other: Finding) -> Bool {
    reproduced == 0 && other.reproduced == 0 && index == other.index && history == other.history
  }
}
