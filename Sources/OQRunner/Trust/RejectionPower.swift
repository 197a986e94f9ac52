import OQHistory
import OQJudging
import OQModel
import OQSpecification

/// What the oracles notice of small corruptions of legal histories.
///
/// Every history that one swap of neighbouring events of different lanes, or one deletion, makes of
/// a legal one is given to the unreduced acceptor. What it rejects is wrong beyond doubt; of that
/// the reduced acceptor must reject everything, and the rules' own checkers, which know less, most.
package struct RejectionPower: Sendable {
  /// The counts of one corruption.
  package struct Row: Sendable, Hashable {
    /// Histories that it made, other than those that the text form refuses.
    package var made = 0
    /// Changes whose result is no history: a return without its call, an end without a begin, an
    /// event after the quiescence.
    package var malformed = 0
    /// Histories beyond the bound of an acceptor; they count no further.
    package var beyondBound = 0
    /// Histories that the unreduced acceptor rejects.
    package var rejected = 0
    /// Those of ``rejected`` that the reduced acceptor rejects too.
    package var reduced = 0
    /// Those of ``rejected`` in which an enforced rule is violated by its checker.
    package var checkers = 0

    /// Nothing counted yet.
    package init() {}

    mutating func add(_ other: Row) {
      made += other.made
      malformed += other.malformed
      beyondBound += other.beyondBound
      rejected += other.rejected
      reduced += other.reduced
      checkers += other.checkers
    }
  }

  /// The corruptions, in the order of ``rows``.
  package static let corruptions: [Corruption] = [.swap, .deletion]
  /// Most histories that are kept of each sort of thing that was missed.
  private static let keptExamples = 3

  /// Legal histories that were corrupted.
  package private(set) var histories = 0
  /// The counts, one row for each of ``corruptions``.
  package private(set) var rows = corruptions.map { _ in Row() }
  /// The first corrupted histories that the reduced acceptor accepts and the unreduced one rejects.
  package private(set) var reducedMissed: [History] = []
  /// The first rejected histories in which no checker finds a violation.
  package private(set) var checkersMissed: [History] = []
  /// Legal histories in which a checker finds a violation of an enforced rule.
  package private(set) var falseAlarms: [History] = []

  /// Nothing measured yet.
  package init() {}

  /// All corruptions together.
  package var total: Row { rows.reduce(into: Row()) { $0.add($1) } }

  /// The share of the rejected histories that the checkers notice, from 0 to 1; nil without any.
  package var share: Double? {
    total.rejected > 0 ? Double(total.checkers) / Double(total.rejected) : nil
  }

  /// Corrupts legal histories.
  ///
  /// - Parameters:
  ///   - indices: which histories; history i is the same in every run.
  ///   - seed: the seed of the programs and of the choices.
  ///   - operations: most operations of a program.
  ///   - steps: most steps of a client.
  ///   - bound: most states that an acceptor follows.
  ///   - roster: the checkers whose violations count.
  /// - Returns: what was noticed.
  package static func measure(
    _ indices: Range<Int>, seed: UInt64, operations: Int, steps: Int, bound: Int, roster: Roster
  ) -> RejectionPower {
    let source = SmallHistories(seed: seed, operations: operations, steps: steps)
    let panel = Panel(roster.ofAnySubject, of: roster)
    var power = RejectionPower()
    for index in indices {
      let profile = Profile.allCases[index % Profile.allCases.count]
      guard let legal = source.history(at: index, profile) else { continue }
      power.histories += 1
      if panel.blames(legal, profile) { power.falseAlarms.append(legal) }
      for (place, corruption) in corruptions.enumerated() {
        for changed in corruption.everywhere(in: legal) {
          power.judge(changed, in: place, profile, bound, panel)
        }
      }
    }
    return power
  }

  /// Adds what another part of the measurement gave.
  ///
  /// - Parameter other: the next part.
  package mutating func merge(_ other: RejectionPower) {
    histories += other.histories
    for place in rows.indices { rows[place].add(other.rows[place]) }
    falseAlarms += other.falseAlarms
    reducedMissed += other.reducedMissed.prefix(
      max(0, RejectionPower.keptExamples - reducedMissed.count))
    checkersMissed += other.checkersMissed.prefix(
      max(0, RejectionPower.keptExamples - checkersMissed.count))
  }

  private mutating func judge(
    _ history: History, in place: Int, _ profile: Profile, _ bound: Int, _ panel: Panel
  ) {
    // Checkers are promised histories that a recorder could have written.
    guard (try? History(parsing: history.text)) != nil, history.endsWithItsQuiescence else {
      rows[place].malformed += 1
      return
    }
    rows[place].made += 1
    let unreduced = Acceptor(profile: profile, reduced: false, bound: bound).judge(history)
    if case .inconclusive = unreduced { rows[place].beyondBound += 1 }
    guard unreduced.isRejection else { return }
    let reduced = Acceptor(profile: profile, reduced: true, bound: bound).judge(history)
    if case .inconclusive = reduced {
      rows[place].beyondBound += 1
      return
    }
    rows[place].rejected += 1
    if reduced.isRejection {
      rows[place].reduced += 1
    } else if reducedMissed.count < RejectionPower.keptExamples {
      reducedMissed.append(history)
    }
    if panel.blames(history, profile) {
      rows[place].checkers += 1
    } else if checkersMissed.count < RejectionPower.keptExamples {
      checkersMissed.append(history)
    }
  }
}

extension History {
  /// Whether nothing but the end comes after a quiescence, as a recorder has it: one after which
  /// something moves is taken back.
  fileprivate var endsWithItsQuiescence: Bool {
    let place = events.firstIndex { if case .quiescent = $0.kind { true } else { false } }
    return place.map { $0 >= events.count - 2 } ?? true
  }
}

extension Panel {
  /// Whether a rule that is enforced is violated in a history.
  fileprivate func blames(_ history: History, _ profile: Profile) -> Bool {
    zip(checkers, judge(HistoryIndex(history), profile: profile)).contains { checker, judgement in
      !judgement.counterexamples.isEmpty
        && Catalogue.current[checker.rule]?.level.isEnforced(in: profile) == true
    }
  }
}
