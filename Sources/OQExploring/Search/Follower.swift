/// Follows scenes of one table and only reads.
final class Follower {
  private let expander: Expander
  private let table: WordTable
  private let shard: Int
  private let shards: Int
  private let isChecking: Bool
  /// Scenes that need something new.
  private(set) var stuck: [Int] = []
  /// Scenes that have to be looked at.
  private(set) var suspects: [(number: Int, look: Expander.Look)] = []
  /// What had been seen where all clients were through.
  private(set) var cuts: [UInt64] = []
  private(set) var transitions = 0
  private var known: Set<UInt64> = []
  /// The rows that were found, by the table that they belong to.
  private let found: [Pile<Find>]
  /// The scene from which each row was found that was new in the table.
  private(set) var added: [UInt32] = []

  private struct Find: BitwiseCopyable {
    let place: UInt32
    let parent: UInt32
  }

  /// A follower.
  ///
  /// - Parameters:
  ///   - explorer: whose scenes are followed.
  ///   - shard: which of its tables.
  ///   - expander: one of its own; nil where it only collects what another one found.
  init(_ explorer: Explorer, shard: Int, expander: Expander?) {
    self.expander =
      expander
      ?? Expander(
        explorer.play, explorer.expander.known, explorer.lookout, isPlain: false, isReading: true)
    table = explorer.shards[shard]
    self.shard = shard
    shards = explorer.shards.count
    isChecking = explorer.isChecking
    found = explorer.shards.map { _ in Pile() }
  }

  deinit { for pile in found { pile.deallocate() } }

  /// Forgets what was found.
  func clear() {
    stuck.removeAll(keepingCapacity: true)
    suspects.removeAll(keepingCapacity: true)
    cuts.removeAll(keepingCapacity: true)
    for pile in found { pile.clear() }
    transitions = 0
    expander.clear()
  }

  /// Follows scenes.
  func follow(_ places: Range<Int>) {
    clear()
    for place in places {
      let number = place &* shards &+ shard
      let look = expander.expand(table.row(place))
      if look.isStuck {
        stuck.append(number)
        continue
      }
      transitions += look.actions
      take(look.actions, from: number)
      if expander.isOver, known.insert(expander.seen).inserted { cuts.append(expander.seen) }
      let rests = !look.goesOn && !(look.isOwed && look.actions > 0 && !expander.isInside)
      if rests || isChecking && expander.isSuspicious { suspects.append((number, look)) }
    }
  }

  /// Takes over the rows that were found last.
  func take(_ actions: Int, from number: Int) {
    let hashes = expander.hashes
    for place in (expander.rowCount &- actions)..<expander.rowCount {
      found[Explorer.shard(hashes[place], of: shards)].append(
        Find(place: UInt32(truncatingIfNeeded: place), parent: UInt32(truncatingIfNeeded: number)))
    }
  }

  /// Adds the rows that belong to its table, whoever found them.
  func gather(_ followers: [Follower]) {
    added.removeAll(keepingCapacity: true)
    for follower in followers { follower.give(to: table, shard, &added) }
  }

  private func give(to table: WordTable, _ shard: Int, _ added: inout [UInt32]) {
    let (rows, hashes, ahead) = (expander.rows, expander.hashes, Explorer.ahead)
    let (finds, count) = (found[shard].items, found[shard].count)
    for next in 0..<(count + 2 * ahead) {
      if next < count { table.expect(hashes[Int(finds[next].place)]) }
      let second = next - ahead
      if second >= 0, second < count { table.expectRow(hashes[Int(finds[second].place)]) }
      guard second >= ahead else { continue }
      let find = finds[second - ahead]
      let place = Int(find.place)
      if table.insert(rows + place &* table.width, hash: hashes[place]).isNew {
        added.append(find.parent)
      }
    }
  }
}
