import OQHistory
import OQJudging
import OQReport

/// The order in which sightings are worked on: where time is short, what names the mistake has the
/// most of it.
///
/// That is what most programs show, or a rule that is more exact and not much rarer: else it speaks
/// of one situation of many.
package struct SightingOrder: Sendable {
  private let roster: Roster
  private let counts: [Finding.Blame: Int]
  private let prefersAlone: Bool

  /// A rule that is seen in less than one of this many programs of another is much rarer: more than
  /// in the order of the rules of a cause, of which something is known.
  private static let rarity = 16

  /// An order.
  ///
  /// - Parameters:
  ///   - roster: says which of several rules names a fault most exactly.
  ///   - counts: in how many programs each thing was seen; empty where that says nothing yet.
  ///   - prefersAlone: whether what shows with one operation alone comes first.
  package init(_ roster: Roster, counts: [Finding.Blame: Int], prefersAlone: Bool = false) {
    self.roster = roster
    self.counts = counts
    self.prefersAlone = prefersAlone
  }

  /// Puts sightings in order.
  ///
  /// - Parameter sightings: any sightings.
  /// - Returns: the same sightings, in order.
  package func ordered(_ sightings: [Campaign.Sighting]) -> [Campaign.Sighting] {
    var rest = sightings.sorted { place(of: $0) < place(of: $1) }
    var order: [Campaign.Sighting] = []
    while !rest.isEmpty {
      // The tables have no cycle, so there is one.
      let place =
        rest.firstIndex { one in
          !rest.contains { other in
            roster.isMoreExact(other.violation.blame, than: one.violation.blame)
              && count(other) * SightingOrder.rarity >= count(one)
          }
        } ?? 0
      order.append(rest.remove(at: place))
    }
    return order
  }

  private func count(_ sighting: Campaign.Sighting) -> Int {
    counts[sighting.violation.blame, default: 0]
  }

  /// What shows with one operation alone comes first, where that is wanted.
  ///
  /// What has no rule comes last, before it what the subject keeps together with its host, events
  /// before absences, then what many programs show, and of what is seen about as often a small
  /// program.
  private func place(of sighting: Campaign.Sighting) -> (Int, Int, Int, Int, Int, Finding.Blame) {
    let blame = sighting.violation.blame
    let rank =
      switch blame {
      case .rule(let rule): roster.shared.contains(rule) ? 1 : 0
      case .unexplained, .difference, .crash: 2
      }
    return (
      prefersAlone && sighting.program.isOfOneAlone ? 0 : 1, rank,
      sighting.violation.kind == .history ? 0 : 1, count(sighting).leadingZeroBitCount,
      sighting.program.steps, blame
    )
  }
}
