import OQHistory

/// Programs in which clients meet, until somebody has the time to scan one: the program comes first
/// whose encounter has been scanned least.
///
/// A campaign has many more of them than it can scan. Most are alike, so a rare encounter has to
/// wait beside them without being let go.
package struct EncounterPool: Sendable {
  /// Programs with the same encounter that are kept: of further ones nothing new is expected.
  private static let mostAlike = 2
  /// Programs of at most so many steps are small: they have few points, and most of these lie in
  /// what races.
  private static let small = 20
  /// What makes a program wait: each scan that its encounter has had, and being large.
  ///
  /// Two scans of small programs come before the first one of a large program.
  private static let cost = (scan: 2, large: 3)
  /// One of so many scans is of an encounter about objects that are not known to be related; the
  /// others are of related ones, since what is done to one operation, or to one that waits for it,
  /// changes the same things.
  private static let unrelated = 3

  private struct Candidate: Sendable {
    /// The program as text, which takes less memory than its value: thousands wait.
    let text: String
    let index: UInt64
    let encounter: Encounter
    let isSmall: Bool
  }

  /// How many programs of an encounter wait.
  private struct Alike: Sendable {
    var all = 0
    var small = 0
  }

  private var waiting: [Candidate] = []
  private var alike: [Encounter: Alike] = [:]
  private var scanned: [Encounter: Int] = [:]
  private var scans = 0

  /// A pool without programs.
  package init() {}

  /// Keeps a program.
  ///
  /// One in which no clients meet is left out, and one whose encounter enough programs of its size
  /// wait with.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - index: its index.
  /// - Complexity: O(steps of the program).
  package mutating func offer(_ program: Program, _ index: UInt64) {
    guard let encounter = program.encounter else { return }
    let isSmall = program.steps <= EncounterPool.small
    var alike = alike[encounter] ?? Alike()
    guard (isSmall ? alike.small : alike.all) < EncounterPool.mostAlike else { return }
    alike.all += 1
    if isSmall { alike.small += 1 }
    self.alike[encounter] = alike
    waiting.append(
      Candidate(text: program.text, index: index, encounter: encounter, isSmall: isSmall))
  }

  /// Takes the program out that is scanned next: of those whose encounter has been scanned least a
  /// small one, and the oldest of equals.
  ///
  /// - Returns: the program, and how often its encounter has been scanned; nil where there is none.
  /// - Complexity: O(programs that wait).
  package mutating func next() -> ScanOrder? {
    let prefersUnrelated = scans % EncounterPool.unrelated == EncounterPool.unrelated - 1
    func rank(_ place: Int) -> (Int, Int, Int) {
      let one = waiting[place]
      let isUnrelated = one.encounter.relation == .other
      return (
        isUnrelated == prefersUnrelated ? 0 : 1,
        scanned[one.encounter, default: 0] * EncounterPool.cost.scan
          + (one.isSmall ? 0 : EncounterPool.cost.large),
        place
      )
    }
    guard let best = waiting.indices.min(by: { rank($0) < rank($1) }) else { return nil }
    let taken = waiting.remove(at: best)
    alike[taken.encounter]?.all -= 1
    if taken.isSmall { alike[taken.encounter]?.small -= 1 }
    let turn = scanned[taken.encounter, default: 0]
    scanned[taken.encounter] = turn + 1
    scans += 1
    guard let program = try? Program(parsing: taken.text) else {
      preconditionFailure("the text of program \(taken.index) is not read back")
    }
    return ScanOrder(program: program, index: taken.index, turn: turn)
  }
}
