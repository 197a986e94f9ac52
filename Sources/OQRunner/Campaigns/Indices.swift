import OQDriver
import Synchronization

/// The indices of the programs that a campaign runs, handed out to several executors.
package final class Indices: Sendable {
  private struct State {
    var extra: Int
    var next: UInt64
    var position = 0
    var given = 0
    var isStopped = false
    var mark = UInt64.max
    var isFollowed = false
    var excursions: Excursions
    /// Indices that were handed out and whose programs have not come to their end; kept only where
    /// they are followed, since nobody asks otherwise.
    var outstanding: Set<UInt64> = []

    /// Hands out an index.
    mutating func give(_ index: UInt64) -> UInt64 {
      if isFollowed { outstanding.insert(index) }
      return index
    }

    /// Passes over what was handed out before its turn.
    mutating func skip(by stride: UInt64) {
      while excursions.given.contains(next) { next += stride }
    }
  }

  private let state: Mutex<State>
  private let moved = WaitingLock()
  private let chosen: [UInt64]?
  private let stride: UInt64
  private let limit: UInt64?
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Indices of a shard, in order, or chosen ones.
  ///
  /// - Parameters:
  ///   - chosen: exactly these, in this order; nil for all.
  ///   - programs: indices below this number; nil for no end.
  ///   - shard: takes the indices congruent to `part` modulo `count`.
  ///   - extra: programs from elsewhere that come first; their indices count down from the largest.
  ///   - ahead: indices of this shard that lie far ahead, in order, and that are handed out as soon
  ///     as there is time for them; see ``Excursions``.
  ///   - now: the time.
  package init(
    chosen: [UInt64]? = nil, programs: Int? = nil, shard: (part: Int, count: Int) = (0, 1),
    extra: Int = 0, ahead: [UInt64] = [],
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    precondition(shard.count > 0 && (0..<shard.count).contains(shard.part), "\(shard)")
    self.chosen = chosen
    limit = programs.map { UInt64($0) }
    stride = UInt64(shard.count)
    self.now = now
    state = Mutex(
      State(extra: extra, next: UInt64(shard.part), excursions: Excursions(ahead)))
  }

  /// The next index, or nil when there is none or the campaign was stopped.
  package func next() -> UInt64? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      if state.extra > 0 {
        state.extra -= 1
        return state.give(.max - UInt64(state.extra))
      }
      if let chosen {
        guard state.position < chosen.count else { return nil }
        defer { state.position += 1 }
        state.given += 1
        return state.give(chosen[state.position])
      }
      state.skip(by: stride)
      if let limit, state.next >= limit { return nil }
      guard state.next < state.mark else { return nil }
      state.given += 1
      if let far = state.excursions.next(at: now(), before: state.next) { return state.give(far) }
      defer { state.next += stride }
      return state.give(state.next)
    }
  }

  /// Takes note that a program has come to its end.
  ///
  /// - Parameter index: its index.
  package func close(_ index: UInt64) {
    state.withLock { state in
      state.outstanding.remove(index)
      state.excursions.close(index, at: now())
    }
  }

  /// Whether all programs of the seed before a mark have come to their end.
  ///
  /// - Parameter mark: the first index that does not count.
  /// - Returns: false, too, as long as some of them have not been handed out.
  package func areClosed(before mark: UInt64) -> Bool {
    state.withLock { state in
      state.next >= mark && !state.outstanding.contains { $0 < mark }
    }
  }

  /// Hands out no index from a mark on, until there is another mark.
  ///
  /// - Parameter mark: the first index that is held back; chosen indices never are.
  package func pause(at mark: UInt64) {
    state.withLock { state in
      state.mark = mark
      state.isFollowed = true
    }
    wake()
  }

  /// Takes note from here on which programs have come to their end.
  package func follow() { state.withLock { $0.isFollowed = true } }

  /// The first index of the seed that has not been handed out.
  package var upcoming: UInt64 { state.withLock(\.next) }

  /// Waits until the next index is not held back any more.
  func waitWhilePaused() {
    moved.lock()
    while isPaused { moved.wait() }
    moved.unlock()
  }

  private func wake() {
    moved.lock()
    moved.broadcast()
    moved.unlock()
  }

  /// Whether there are more indices, of which the next one is held back.
  package var isPaused: Bool {
    state.withLock { state in
      chosen == nil && !state.isStopped && state.next >= state.mark
        && limit.map { state.next < $0 } ?? true
    }
  }

  /// Whether no index will be handed out any more, whatever is held back.
  package var areOver: Bool {
    state.withLock { state in
      if let chosen, state.position >= chosen.count { return true }
      return state.isStopped || limit.map { state.next >= $0 } ?? false
    }
  }

  /// Hands out no more indices.
  package func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  /// Whether every index that was asked for has been handed out, or there is no end to them.
  package var isExhausted: Bool {
    state.withLock { state in
      if let chosen { return state.position >= chosen.count }
      return limit.map { state.next >= $0 } ?? true
    }
  }
}
