import OQHistory

/// The order in which points of a program are tried, and which of too many are.
///
/// A hold shows a race where another thread goes on meanwhile. So what lanes do once clients have
/// met comes first: of a client the call with which it races, and all that is done on the threads
/// of the subject. What is done before anybody else is under way comes last.
///
/// A lane that is held with a lock keeps all others out of what the lock protects: it shows locks
/// that are taken in two orders. One that is held without shows everything else, so points at which
/// a lock has been taken come after the others.
///
/// A hold makes a difference where it turns two steps round: one that the held lane has still to
/// make, and one that another lane made later with the same object. Between two such steps the
/// others see the same, wherever the lane stands. So the last point before each of them, which is
/// *contended*, comes before the rest. The rest comes nevertheless: not everything that is shared
/// lies behind a lock, and the next run may have another order.
///
/// A scan ends when its time is over. So the points of one rank are tried in an order in which any
/// first few of them lie evenly among all.
package enum PointOrder {
  /// How likely a hold at a point shows a race.
  private enum Rank: Int, CaseIterable {
    case contended, contendedInLock, racing, racingInLock, later, before
  }

  /// Orders points.
  ///
  /// - Parameters:
  ///   - points: points of the program, in the order in which they came.
  ///   - contended: those of them that are contended.
  ///   - program: the program.
  ///   - most: how many are tried at most.
  ///   - turn: counts the programs that are much like this one, from 0: of too many points those
  ///     come first that were left out the last time.
  /// - Returns: the points that are tried; where no clients meet, as they came.
  /// - Complexity: O(n log n).
  package static func trying(
    _ points: [SubjectPoint], contended: Set<SubjectPoint> = [], of program: Program,
    atMost most: Int, turn: Int = 0
  ) -> [SubjectPoint] {
    guard program.hasRace else { return Scanner.spread(points, atMost: most) }
    let ranked = Dictionary(grouping: points) {
      let rank = rank(of: $0, in: program)
      guard contended.contains($0) else { return rank }
      return rank == .racing ? .contended : rank == .racingInLock ? .contendedInLock : rank
    }
    let all = Rank.allCases.flatMap { evenly(ranked[$0] ?? []) }
    guard all.count > most else { return all }
    let begin = turn * most % all.count
    return Array((all[begin...] + all[..<begin]).prefix(most))
  }

  /// The contended points of a run: the next step of the lane uses something that another lane uses
  /// after it, both in the race.
  ///
  /// Who gives a lock back has nothing to be turned round: that goes with its taking. An object
  /// whose memory another one has taken over may count as the same.
  ///
  /// - Parameters:
  ///   - report: what the run has shown, its points counted.
  ///   - program: the program.
  /// - Returns: none where no clients meet.
  /// - Complexity: O(points × lanes).
  package static func contended(
    in report: PointReport, of program: Program
  ) -> Set<SubjectPoint> {
    guard program.hasRace else { return [] }
    var contended: Set<SubjectPoint> = []
    var later: [Int: Set<Lane>] = [:]
    // The lanes whose next step, in the order of the run, is one that a hold may turn round.
    var waiting: Set<Lane> = []
    for point in report.points.reversed() {
      let rank = rank(of: point, in: program)
      guard rank == .racing || rank == .racingInLock else { continue }
      if waiting.remove(point.lane) != nil { contended.insert(point) }
      guard let object = report.objects[point] else { continue }
      if point.function != .mutexUnlock,
        later[object]?.contains(where: { $0 != point.lane }) == true
      {
        waiting.insert(point.lane)
      }
      later[object, default: []].insert(point.lane)
    }
    return contended
  }

  private static func rank(of point: SubjectPoint, in program: Program) -> Rank {
    let racing = point.function == .mutexLock ? Rank.racingInLock : .racing
    guard case .client(let number) = point.lane, case .call(let step) = point.span,
      program.clients.indices.contains(number - 1),
      let meeting = program.clients[number - 1].steps.firstIndex(where: \.isMeeting)
    else { return racing }
    return step == meeting + 1 ? racing : step > meeting ? .later : .before
  }

  /// Elements so that any first few of them lie evenly among all: by the mirrored bits of their
  /// places (van der Corput's sequence).
  ///
  /// - Parameter elements: any elements.
  /// - Returns: the same elements.
  package static func evenly<Element>(_ elements: [Element]) -> [Element] {
    let bits = max(1, UInt64.bitWidth - UInt64(elements.count).leadingZeroBitCount)
    return (0..<UInt64(1) << UInt64(bits)).compactMap { place in
      let mirrored = (0..<bits).reduce(0) { $0 << 1 | Int(place >> UInt64($1) & 1) }
      return mirrored < elements.count ? elements[mirrored] : nil
    }
  }
}

extension Step {
  fileprivate var isMeeting: Bool { if case .meet = self { true } else { false } }
}
