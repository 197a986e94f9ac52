import OQHistory

/// Small programs in which clients meet, until somebody has the time to scan one: the program comes
/// first whose encounter has been scanned least.
///
/// A campaign has many more of them than it can scan.
package struct EncounterPool: Sendable {
  /// Programs that are kept at most; of more the oldest is let go.
  private static let most = 64

  private var waiting: [(program: Program, index: UInt64, encounter: Encounter)] = []
  private var scanned: [Encounter: Int] = [:]

  /// A pool without programs.
  package init() {}

  /// Keeps a program; one in which no clients meet is left out.
  package mutating func offer(_ program: Program, _ index: UInt64) {
    guard let encounter = program.encounter else { return }
    waiting.append((program, index, encounter))
    if waiting.count > EncounterPool.most { waiting.removeFirst() }
  }

  /// Takes the program out that is scanned next, the oldest of equals; nil where there is none.
  package mutating func next() -> (program: Program, index: UInt64)? {
    let least = waiting.indices.min {
      (scanned[waiting[$0].encounter, default: 0], $0)
        < (scanned[waiting[$1].encounter, default: 0], $1)
    }
    guard let least else { return nil }
    let taken = waiting.remove(at: least)
    scanned[taken.encounter, default: 0] += 1
    return (taken.program, taken.index)
  }
}
