import OQHistory

/// The schedules of one program in which lanes are held at points of the subject: every call of the
/// clients, then each point alone, then pairs of points in two lanes.
///
/// Where each call waits until everything else is at rest, the run hardly depends on luck: what
/// needs several things one after the other shows there, whatever the machine is busy with.
///
/// Most races need one thread to stand between two instructions while another one goes through, and
/// nearly all the others need two. One run for each point tries all of the first kind that are
/// visible, which luck would find once in thousands of runs.
package struct Scan: Sendable {
  /// The points, each once, in the order in which they came.
  package let points: [SubjectPoint]
  private var next = 0
  /// The points in the order in which they are tried alone.
  private let tried: [SubjectPoint]
  /// The holds of the calm schedule, none where no client makes two calls.
  private let calm: [Hold]
  private let singles: Int
  private let pairs: [(Int, Int)]

  /// A scan of the points that a run has shown.
  ///
  /// - Parameters:
  ///   - points: any points; of a repeated one the first counts.
  ///   - tried: the points that are tried alone, in their order; all as they came if left out.
  ///   - rounds: how often each point is tried alone: whether a lane comes to its point in time is
  ///     luck where two threads begin at once.
  ///   - mostPairs: how many pairs are tried at most; they are spread evenly over all pairs.
  /// - Complexity: O(points + pairs).
  package init(
    of points: [SubjectPoint], trying tried: [SubjectPoint]? = nil, rounds: Int = 1,
    mostPairs: Int = 0
  ) {
    var seen: Set<SubjectPoint> = []
    let points = points.filter { seen.insert($0).inserted }
    self.points = points
    self.tried = tried ?? points
    calm = Scan.calm(points)
    singles = self.tried.count * rounds
    pairs = Scan.pairs(of: points, atMost: mostPairs)
  }

  /// Schedules in all.
  package var count: Int { opening + singles + pairs.count }

  /// Schedules before those of a single point.
  package var opening: Int { calm.isEmpty ? 0 : 1 }

  /// The holds of the next schedule; nil once all have been given.
  package mutating func nextSchedule() -> [Hold]? {
    defer { next += 1 }
    guard next < count else { return nil }
    guard next >= opening else { return calm }
    let number = next - opening
    if number < singles { return [Hold(at: tried[number % tried.count])] }
    let pair = pairs[number - singles]
    let holds = [Hold(at: points[pair.0]), Hold(at: points[pair.1])]
    // Where both lanes stand, the first hold is the first to end.
    return (number - singles).isMultiple(of: 2) ? holds : holds.reversed()
  }

  /// A hold at the first point of each call of a client.
  private static func calm(_ points: [SubjectPoint]) -> [Hold] {
    struct Call: Hashable {
      let lane: Lane
      let step: Int
    }
    var calls: Set<Call> = []
    let first = points.filter { point in
      guard point.lane.callback == nil, case .call(let step) = point.span else { return false }
      return calls.insert(Call(lane: point.lane, step: step)).inserted
    }
    return Set(first.map(\.lane)).count == first.count ? [] : first.map { Hold(at: $0) }
  }

  /// Pairs of points in two lanes.
  ///
  /// All pairs have numbers, and every so many of them one is taken: neighbours in a lane mostly
  /// lie in the same window.
  private static func pairs(of points: [SubjectPoint], atMost most: Int) -> [(Int, Int)] {
    let all = points.count * (points.count - 1) / 2
    guard most > 0, all > 0 else { return [] }
    var chosen: [(Int, Int)] = []
    var first = 0
    var second = 0
    let stride = max(1, all / most)
    var toGo = 0
    while chosen.count < most {
      second += 1
      if second >= points.count {
        first += 1
        second = first + 1
      }
      guard second < points.count else { break }
      guard toGo == 0 else {
        toGo -= 1
        continue
      }
      if points[first].lane != points[second].lane {
        chosen.append((first, second))
        toGo = stride - 1
      }
    }
    return chosen
  }
}
