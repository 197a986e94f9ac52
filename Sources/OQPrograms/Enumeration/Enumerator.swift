import OQHistory

/// All small programs over one queue, in a fixed order, those of fewer steps first.
///
/// A program of n operations is one acyclic dependency graph on operations that are told apart by
/// the order in which they are added, with one limit, one way of suspending, one set of cancelled
/// operations, and one choice of whose finish is awaited: nobody's, that of one operation, or
/// everybody's. There are 1, 3, 25, 543 such graphs for n = 1, 2, 3, 4.
///
/// Every program ends on every correct queue: what is cancelled has been added before, all
/// dependencies are in the queue, and the queue runs at the end.
package struct Enumerator: Sendable, RandomAccessCollection {
  /// When the queue is suspended.
  private enum Suspension: Int, CaseIterable {
    /// Never.
    case none
    /// From the beginning until after the cancellations.
    case before
    /// After the additions, until after the cancellations.
    case between
  }

  /// All that decides how many steps a program has.
  private struct Shape: Sendable {
    let operations: Int
    let suspension: Suspension
    /// One bit for each operation that is cancelled.
    let cancelled: Int
    /// One bit for each operation whose finish is awaited.
    let awaited: Int
    /// Position of the first program of this shape.
    var start = 0

    /// Steps of every program of this shape: the queue, the operations, and what the client does.
    var steps: Int {
      1 + operations + operations + suspension.rawValue + cancelled.nonzeroBitCount
        + awaited.nonzeroBitCount
    }

    static func all(_ operations: Int) -> [Shape] {
      let everybody = 1 << operations - 1
      let one = (0..<operations).map { 1 << $0 }
      let awaited = [0] + one + (operations > 1 ? [everybody] : [])
      return Suspension.allCases.flatMap { suspension in
        (0...everybody).flatMap { cancelled in
          awaited.map {
            Shape(
              operations: operations, suspension: suspension, cancelled: cancelled, awaited: $0)
          }
        }
      }
    }
  }

  private static let limits: [Int?] = [nil, 1, 2]
  private static let largest = 4

  /// In the order of their steps.
  private let shapes: [Shape]
  /// The acyclic graphs, by number of operations.
  private let graphs: [[UInt32]]

  /// The first position.
  package let startIndex = 0
  /// Number of programs.
  package let endIndex: Int

  /// All programs with a number of operations.
  ///
  /// - Parameter operations: numbers of operations, from 1 to 4.
  /// - Complexity: O(2^(n(n - 1))) in the largest number.
  package init(operations: ClosedRange<Int> = 1...3) {
    precondition(operations.lowerBound >= 1 && operations.upperBound <= Enumerator.largest)
    graphs = (0...operations.upperBound).map { count in
      (0..<UInt32(1) << UInt32(count * (count - 1))).filter {
        Enumerator.isAcyclic($0, operations: count)
      }
    }
    var shapes = operations.flatMap(Shape.all).enumerated().sorted {
      ($0.element.steps, $0.offset) < ($1.element.steps, $1.offset)
    }.map(\.element)
    var start = 0
    for place in shapes.indices {
      shapes[place].start = start
      start += graphs[shapes[place].operations].count * Enumerator.limits.count
    }
    self.shapes = shapes
    endIndex = start
  }

  /// The programs with fewer steps than a number.
  ///
  /// - Parameter steps: a number of steps.
  /// - Returns: the first programs of the order.
  /// - Complexity: O(shapes of programs).
  package func shorter(than steps: Int) -> Slice<Enumerator> {
    self[..<(shapes.first { $0.steps >= steps }?.start ?? endIndex)]
  }

  /// The program at a position.
  ///
  /// - Parameter position: from 0 to the number of programs, exclusive.
  /// - Complexity: O(log shapes).
  package subscript(position: Int) -> Program {
    precondition(indices.contains(position), "there are \(count) programs")
    // The last shape that starts no later.
    var (low, high) = (0, shapes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if shapes[middle].start <= position { low = middle } else { high = middle }
    }
    let shape = shapes[low]
    let (graph, limit) = (position - shape.start).quotientAndRemainder(
      dividingBy: Enumerator.limits.count)
    return program(
      shape, graph: graphs[shape.operations][graph], limit: Enumerator.limits[limit])
  }

  private func program(_ shape: Shape, graph: UInt32, limit: Int?) -> Program {
    let queue = QueueID(0)
    let ids = (0..<shape.operations).map { OperationID($0) }
    let operations = ids.map { id in
      Program.Operation(
        Draft.name(id.index),
        dependencies: ids.filter {
          Enumerator.depends(graph, id.index, on: $0.index, operations: shape.operations)
        })
    }
    func members(_ set: Int) -> [OperationID] { ids.filter { set & (1 << $0.index) != 0 } }
    var steps: [Step] = ids.map { .command(Command(.add, queue, .operation($0))) }
    if shape.suspension == .between { steps.append(.command(Command(.suspend, queue))) }
    steps += members(shape.cancelled).map { .command(Command(.cancel, $0)) }
    if shape.suspension != .none { steps.append(.command(Command(.resume, queue))) }
    steps += members(shape.awaited).map {
      .until(.reads(Command(.isFinished, $0), .boolean(true)))
    }
    return Program(
      queues: [Program.Queue("q", limit: limit, suspended: shape.suspension == .before)],
      operations: operations, scripts: [Program.Script(.client(1), steps)])
  }

  /// Whether bit `x`, `d` of an adjacency matrix without its diagonal is set.
  private static func depends(_ graph: UInt32, _ x: Int, on d: Int, operations: Int) -> Bool {
    guard x != d else { return false }
    let bit = x * (operations - 1) + (d > x ? d - 1 : d)
    return graph & (1 << UInt32(bit)) != 0
  }

  private static func isAcyclic(_ graph: UInt32, operations: Int) -> Bool {
    var left = Array(0..<operations)
    while !left.isEmpty {
      // In an acyclic graph some operation depends on none of the rest.
      guard
        let free = left.firstIndex(where: { x in
          left.allSatisfy { !depends(graph, x, on: $0, operations: operations) }
        })
      else { return false }
      left.remove(at: free)
    }
    return true
  }
}
