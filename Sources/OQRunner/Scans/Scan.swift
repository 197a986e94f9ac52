import OQHistory

/// The schedules of one program in which lanes are held at points of the subject: each point alone,
/// then pairs of points in two lanes.
///
/// Most races need one thread to stand between two instructions while another one goes through, and
/// nearly all the others need two. One run for each point tries all of the first kind that are
/// visible, which luck would find once in thousands of runs.
package struct Scan: Sendable {
  /// The points, each once, in the order in which they came.
  package let points: [SubjectPoint]
  private var next = 0
  private let singles: Int
  private let pairs: [(Int, Int)]

  /// A scan of the points that a run has shown.
  ///
  /// - Parameters:
  ///   - points: any points; of a repeated one the first counts.
  ///   - rounds: how often each point is tried alone: whether a lane comes to its point in time is
  ///     luck where two threads begin at once.
  ///   - mostPairs: how many pairs are tried at most; they are spread evenly over all pairs.
  /// - Complexity: O(points + pairs).
  package init(of points: [SubjectPoint], rounds: Int = 1, mostPairs: Int = 0) {
    var seen: Set<SubjectPoint> = []
    let points = points.filter { seen.insert($0).inserted }
    self.points = points
    singles = points.count * rounds
    pairs = Scan.pairs(of: points, atMost: mostPairs)
  }

  /// Schedules in all.
  package var count: Int { singles + pairs.count }

  /// The holds of the next schedule; nil once all have been given.
  package mutating func nextSchedule() -> [Hold]? {
    defer { next += 1 }
    if next < singles { return [Hold(at: points[next % points.count])] }
    guard next < count else { return nil }
    let pair = pairs[next - singles]
    return [Hold(at: points[pair.0]), Hold(at: points[pair.1])]
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
