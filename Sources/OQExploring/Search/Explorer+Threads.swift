import Dispatch
import OQHistory
import OQModel

/// Those who follow the scenes of one table each, and one for scenes that need something new.
///
/// Safety: while two threads work, each writes to its own follower, and either to no table or to
/// the table of that follower. What both read changes only while one thread works.
private struct Team: @unchecked Sendable {
  let followers: [Follower]
  let rest: Follower
}

extension Explorer {
  /// Scenes of one table that are followed before the rows that were found are added.
  private static let chunk = 1024

  /// As one thread does it, by two.
  ///
  /// The two take turns with one: while they follow scenes, nothing new is found out and no row is
  /// added, so they share what is known without locks. Scenes that need something new are left to
  /// the one. Then each adds the rows that belong to its table. So the result does not depend on
  /// which of them is faster.
  ///
  /// - Returns: false where the numbers of a row are too short.
  mutating func visitTogether() -> Bool {
    let team = Team(
      followers: shards.indices.map { Follower(self, shard: $0, expander: nil) },
      rest: Follower(self, shard: 0, expander: expander))
    var next = shards.map { _ in 0 }
    var isFirst = true
    while next != shards.map(\.count) {
      if !isFirst { result.depth += 1 }
      isFirst = false
      let ends = shards.map(\.count)
      while next != ends {
        let places = shards.indices.map { next[$0]..<min(ends[$0], next[$0] + Explorer.chunk) }
        DispatchQueue.concurrentPerform(iterations: threads) { shard in
          team.followers[shard].follow(places[shard])
        }
        next = places.map(\.upperBound)
        settle(team)
        if expander.code.isOverfull { return false }
        DispatchQueue.concurrentPerform(iterations: threads) { shard in
          team.followers[shard].gather(team.followers + [team.rest])
        }
        for (shard, follower) in team.followers.enumerated() { parents[shard] += follower.added }
        if count > bound {
          result.isComplete = false
          return true
        }
      }
    }
    return true
  }

  /// Follows the scenes that need something new, and looks at those that have to be looked at.
  private mutating func settle(_ team: Team) {
    team.rest.clear()
    for follower in team.followers {
      for number in follower.stuck {
        let row = row(number)
        let look = expander.expand(row)
        judge(row, number, look)
        result.transitions += look.actions
        team.rest.take(look.actions, from: number)
      }
      for (number, look) in follower.suspects {
        let row = row(number)
        expander.show(row)
        judge(row, number, look)
      }
      for seen in follower.cuts { cut(seen) }
      result.transitions += follower.transitions
    }
  }
}
