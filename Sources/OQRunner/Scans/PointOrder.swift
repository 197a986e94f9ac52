import OQHistory

/// The order in which points of a program are tried, and which of too many are.
///
/// A hold shows a race where another thread goes on meanwhile. So what lanes do once clients have
/// met comes first: of a client the call with which it races, and all that is done on the threads
/// of the subject. What is done before anybody else is under way comes last.
///
/// A scan ends when its time is over. So the points of one rank are tried in an order in which any
/// first few of them lie evenly among all.
package enum PointOrder {
  /// How likely a hold at a point shows a race.
  private enum Rank: Int, CaseIterable { case racing, later, before }

  /// Orders points.
  ///
  /// - Parameters:
  ///   - points: points of the program, in the order in which they came.
  ///   - program: the program.
  ///   - most: how many are tried at most: of one rank they lie evenly among all of it.
  /// - Returns: the points that are tried; where no clients meet, as they came.
  /// - Complexity: O(n log n).
  package static func trying(
    _ points: [SubjectPoint], of program: Program, atMost most: Int
  ) -> [SubjectPoint] {
    guard program.hasRace else { return Scanner.spread(points, atMost: most) }
    let ranked = Dictionary(grouping: points) { rank(of: $0, in: program) }
    return Rank.allCases.reduce(into: []) { tried, rank in
      let some = Scanner.spread(ranked[rank] ?? [], atMost: most - tried.count)
      tried += evenly(some)
    }
  }

  private static func rank(of point: SubjectPoint, in program: Program) -> Rank {
    guard case .client(let number) = point.lane, case .call(let step) = point.span,
      program.clients.indices.contains(number - 1),
      let meeting = program.clients[number - 1].steps.firstIndex(where: \.isMeeting)
    else { return .racing }
    return step == meeting + 1 ? .racing : step > meeting ? .later : .before
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
