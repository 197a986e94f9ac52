import OQFacts
import OQPrograms
import Synchronization

/// What the programs of a campaign reach, as they are made by several threads.
final class Noticed: Sendable {
  /// Counts of the programs before each mark, and from the one before on.
  private let counts = Mutex<[InteractionCount]>([])

  /// The first indices of programs whose causes are looked for later than those of all before:
  /// few at first, then four times as many each.
  ///
  /// - Parameter round: from 0.
  /// - Returns: an index.
  static func mark(_ round: Int) -> UInt64 { 1024 << UInt64(2 * min(round, 24)) }

  /// What was reached so far.
  var count: InteractionCount { merged(\.endIndex) }

  /// What was reached by the programs before a mark.
  ///
  /// - Parameter round: the round that ends at the mark; all its programs have been noted.
  /// - Returns: the count.
  func count(upTo round: Int) -> InteractionCount { merged { min(round + 1, $0.count) } }

  private func merged(_ end: ([InteractionCount]) -> Int) -> InteractionCount {
    counts.withLock { counts in
      counts[..<end(counts)].reduce(into: InteractionCount()) { $0.merge($1) }
    }
  }

  /// Notes what the program with an index reaches.
  func note(_ reached: Reached, _ index: UInt64) {
    var round = 0
    while Noticed.mark(round) <= index, round < 24 { round += 1 }
    counts.withLock { counts in
      while counts.count <= round { counts.append(InteractionCount()) }
      counts[round].note(reached)
    }
  }
}
