import OQHistory

/// All small programs over one queue, none of which is another one with its operations renamed.
///
/// A program has an acyclic dependency graph, a set of operations that are cancelled, at most one
/// operation of high priority among those of low priority, a limit of 1, of 2 or none, and either
/// runs at once or is suspended until everything was cancelled. The client adds all operations as a
/// group, cancels, resumes, and waits for the queue.
package struct GraphFamily: Sendable {
  /// The programs, in a fixed order; those of a group differ in dependencies alone.
  package let groups: [[Program]]
  /// The programs, group by group.
  package var programs: [Program] { groups.flatMap(\.self) }
  /// Number of operations of each program.
  package let operations: Int

  /// Most operations of a program.
  package static let most = 4

  /// What programs with renamed operations have in common.
  private struct Shape: Hashable, Comparable {
    /// One bit for each pair of a dependent and its dependency.
    var edges: UInt32 = 0
    var cancelled: UInt32 = 0
    /// The operation of high priority as a bit; 0 where no priorities are set.
    var preferred: UInt32 = 0

    static func < (left: Shape, right: Shape) -> Bool {
      (left.cancelled, left.preferred, left.edges) < (right.cancelled, right.preferred, right.edges)
    }
  }

  /// The programs with a number of operations.
  ///
  /// - Parameter operations: from 1 to ``most``.
  /// - Complexity: O(2^(n²) · n!).
  package init(operations: Int) {
    precondition((1...GraphFamily.most).contains(operations), "graphs are small")
    self.operations = operations
    let renamings = GraphFamily.permutations(Array(0..<operations))
    let shapes = GraphFamily.shapes(operations).filter { shape in
      renamings.allSatisfy { shape <= GraphFamily.renamed(shape, $0) }
    }
    let kinds = Dictionary(grouping: shapes) { [$0.cancelled, $0.preferred] }
      .sorted { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }
    groups = kinds.flatMap { _, shapes in
      [1, 2, nil].flatMap { limit in
        [false, true].map { suspended in
          shapes.map {
            GraphFamily.program($0, operations, limit: limit, suspended: suspended)
          }
        }
      }
    }
  }

  /// Every shape whose graph is acyclic, with its operations in some order.
  private static func shapes(_ operations: Int) -> [Shape] {
    var shapes: [Shape] = []
    for edges in 0..<UInt32(1) << UInt32(operations * operations)
    where isAcyclic(edges, operations) {
      for cancelled in 0..<UInt32(1) << UInt32(operations) {
        shapes.append(Shape(edges: edges, cancelled: cancelled))
        guard operations > 1 else { continue }
        for preferred in 0..<operations {
          shapes.append(Shape(edges: edges, cancelled: cancelled, preferred: 1 << preferred))
        }
      }
    }
    return shapes
  }

  private static func depends(_ edges: UInt32, _ one: Int, on other: Int, _ count: Int) -> Bool {
    edges >> UInt32(one * count + other) & 1 == 1
  }

  private static func isAcyclic(_ edges: UInt32, _ count: Int) -> Bool {
    var left = Array(0..<count)
    while !left.isEmpty {
      let free = left.firstIndex { one in
        left.allSatisfy { !depends(edges, one, on: $0, count) }
      }
      guard let free else { return false }
      left.remove(at: free)
    }
    return true
  }

  private static func renamed(_ shape: Shape, _ names: [Int]) -> Shape {
    let count = names.count
    var result = Shape()
    for one in 0..<count {
      for other in 0..<count where depends(shape.edges, one, on: other, count) {
        result.edges |= 1 << UInt32(names[one] * count + names[other])
      }
      result.cancelled |= (shape.cancelled >> UInt32(one) & 1) << UInt32(names[one])
      result.preferred |= (shape.preferred >> UInt32(one) & 1) << UInt32(names[one])
    }
    return result
  }

  private static func permutations(_ items: [Int]) -> [[Int]] {
    guard let first = items.first else { return [[]] }
    return permutations(Array(items.dropFirst())).flatMap { rest in
      (0...rest.count).map { place in
        var list = rest
        list.insert(first, at: place)
        return list
      }
    }
  }

  private static func program(
    _ shape: Shape, _ count: Int, limit: Int?, suspended: Bool
  ) -> Program {
    let ids = (0..<count).map { OperationID($0) }
    let operations = ids.map { id in
      var operation = Program.Operation(["a", "b", "c", "d"][id.index])
      operation.dependencies = ids.filter { depends(shape.edges, id.index, on: $0.index, count) }
      if shape.preferred != 0 {
        operation.priority = shape.preferred >> UInt32(id.index) & 1 == 1 ? .high : .low
      }
      return operation
    }
    let queue = QueueID(0)
    var steps: [Step] = [.command(Command(.addGroup, queue, .operations(ids)))]
    steps += ids.filter { shape.cancelled >> UInt32($0.index) & 1 == 1 }
      .map { .command(Command(.cancel, $0)) }
    if suspended { steps.append(.command(Command(.resume, queue))) }
    steps.append(.command(Command(.waitAll, queue)))
    return Program(
      queues: [Program.Queue("q", limit: limit, suspended: suspended)], operations: operations,
      scripts: [Program.Script(.client(1), steps)])
  }
}
