import OQHistory

/// All small programs over one queue, in a fixed order, smaller ones first.
///
/// A program of n operations is one acyclic dependency graph on operations that are told apart by
/// the order in which they are added, one set of cancelled operations, one limit, and one way of
/// suspending. There are 1, 3, 25, 543 such graphs for n = 1, 2, 3, 4.
///
/// Every program ends on every correct queue: what is cancelled has been added before, all
/// dependencies are in the queue, and the queue runs at the end.
package struct Enumerator: Sendable, RandomAccessCollection {
  /// When the queue is suspended.
  enum Suspension: CaseIterable {
    /// Never.
    case none
    /// From the beginning until after the cancellations.
    case before
    /// After the additions, until after the cancellations.
    case between
  }

  private static let limits: [Int?] = [nil, 1, 2]
  private static let largest = 4

  private struct Family: Sendable {
    let operations: Int
    let graphs: [UInt32]
    let start: Int

    var count: Int {
      graphs.count << operations * Enumerator.limits.count * Suspension.allCases.count
    }
  }

  private let families: [Family]

  /// All programs with a number of operations.
  ///
  /// - Parameter operations: numbers of operations, from 1 to 4.
  /// - Complexity: O(2^(n(n - 1))) in the largest number.
  package init(operations: ClosedRange<Int> = 1...3) {
    precondition(operations.lowerBound >= 1 && operations.upperBound <= Enumerator.largest)
    var start = 0
    var families: [Family] = []
    for count in operations {
      let edges = count * (count - 1)
      let graphs = (0..<UInt32(1) << UInt32(edges)).filter {
        Enumerator.isAcyclic($0, operations: count)
      }
      let family = Family(operations: count, graphs: graphs, start: start)
      families.append(family)
      start += family.count
    }
    self.families = families
  }

  /// The first position.
  package var startIndex: Int { 0 }

  /// Number of programs.
  package var endIndex: Int { families.last.map { $0.start + $0.count } ?? 0 }

  /// The program at a position.
  ///
  /// - Parameter position: from 0 to the number of programs, exclusive.
  /// - Complexity: O(1).
  package subscript(position: Int) -> Program {
    precondition(indices.contains(position), "there are \(count) programs")
    let family = families.last { $0.start <= position } ?? families[0]
    var rest = position - family.start
    func digit(_ base: Int) -> Int {
      defer { rest /= base }
      return rest % base
    }
    let suspension = Suspension.allCases[digit(Suspension.allCases.count)]
    let limit = Enumerator.limits[digit(Enumerator.limits.count)]
    let cancelled = digit(1 << family.operations)
    let graph = family.graphs[digit(family.graphs.count)]
    return program(
      operations: family.operations, graph: graph, cancelled: cancelled, limit: limit,
      suspension: suspension)
  }

  private func program(
    operations count: Int, graph: UInt32, cancelled: Int, limit: Int?, suspension: Suspension
  ) -> Program {
    let queue = QueueID(0)
    let operations = (0..<count).map { index in
      let dependencies = (0..<count).filter {
        Enumerator.depends(graph, index, on: $0, operations: count)
      }
      return Program.Operation(
        Draft.name(index), dependencies: dependencies.map { OperationID($0) })
    }
    var steps = (0..<count).map { index in
      Step.command(Command(.add, queue, .operation(OperationID(index))))
    }
    if suspension == .between { steps.append(.command(Command(.suspend, queue))) }
    for index in 0..<count where cancelled & (1 << index) != 0 {
      steps.append(.command(Command(.cancel, OperationID(index))))
    }
    if suspension != .none { steps.append(.command(Command(.resume, queue))) }
    for index in 0..<count {
      steps.append(.until(.reads(Command(.isFinished, OperationID(index)), .boolean(true))))
    }
    return Program(
      queues: [Program.Queue("q", limit: limit, suspended: suspension == .before)],
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
