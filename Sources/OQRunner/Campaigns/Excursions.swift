/// Programs that lie far ahead in the sequence of a campaign and take long each, handed out early:
/// one at a time, and only as many as a part of the time allows.
///
/// A slow subject would never come to them otherwise. Which programs there are does not change,
/// only when they run.
struct Excursions: Sendable {
  /// The part of the time that they may take.
  private static let share = 0.1
  /// How long the first one is taken to last.
  private static let expected = Duration.milliseconds(200)

  /// Indices that were handed out: the sequence passes over them.
  private(set) var given: Set<UInt64> = []
  private var rest: ArraySlice<UInt64>
  private var begun: ContinuousClock.Instant?
  private var current: (index: UInt64, since: ContinuousClock.Instant)?
  private var spent = Duration.zero

  /// Hands nothing out yet.
  ///
  /// - Parameter indices: the indices, in the order in which they are handed out.
  init(_ indices: [UInt64]) { rest = indices[...] }

  /// The next index, where there is time for it.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - upcoming: the first index of the sequence that was not handed out.
  /// - Returns: nil while another one runs, where there are no more, and where there is no time for
  ///   one that lasts as long as the mean of those before.
  mutating func next(at now: ContinuousClock.Instant, before upcoming: UInt64) -> UInt64? {
    begun = begun ?? now
    rest = rest.drop { $0 < upcoming }
    guard current == nil, let index = rest.first, let begun else { return nil }
    let mean = given.isEmpty ? Excursions.expected : spent / given.count
    guard (now - begun) * Excursions.share >= spent + mean else { return nil }
    rest.removeFirst()
    given.insert(index)
    current = (index, now)
    return index
  }

  /// Takes note that a program has come to its end.
  ///
  /// - Parameters:
  ///   - index: its index, of any program.
  ///   - now: the time.
  mutating func close(_ index: UInt64, at now: ContinuousClock.Instant) {
    guard let current, current.index == index else { return }
    spent += now - current.since
    self.current = nil
  }
}
