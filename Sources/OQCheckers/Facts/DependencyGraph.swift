import OQHistory

/// What the certain dependencies of a history belong to, beside their two ends.
struct DependencyGraph: Sendable {
  /// The large graphs, if there can be any.
  private let large: LargeGraph?
  /// Operations that wait for another one.
  private let waiting: Set<OperationID>
  /// Operations for which another one waits.
  private let awaited: Set<OperationID>

  /// Looks at the certain dependencies of a history.
  ///
  /// - Complexity: O(operations + dependencies + calls).
  init(_ index: HistoryIndex) {
    large = LargeGraph(index)
    let mayDepend =
      index.verbs.contains(.addDependency)
      || index.operations.contains { !$0.declaration.dependencies.isEmpty }
    let edges = mayDepend ? index.operations.flatMap { index.firmEdges(of: $0.id) } : []
    waiting = Set(edges.map(\.dependent))
    awaited = Set(edges.map(\.dependency))
  }

  /// Whether a dependency belongs to a chain of at least three operations.
  func isInChain(_ edge: Edge) -> Bool {
    waiting.contains(edge.dependency) || awaited.contains(edge.dependent)
  }

  /// Whether a dependency belongs to a large fan or chain.
  func isInLarge(_ edge: Edge) -> Bool { large?.contains(edge) ?? false }
}

/// Which dependencies of a history belong to a graph that is large by DEP-5: a fan of at least 100
/// edges at one operation, or a chain of at least 1000 operations.
private struct LargeGraph: Sendable {
  private static let fan = 100
  private static let chain = 1000

  // By position of the operation: its dependencies, its dependents, and the operations of the
  // longest chain that ends, or begins, with it.
  private var dependencies: [Int]
  private var dependents: [Int]
  private var below: [Int]
  private var above: [Int]

  /// Measures the certain dependencies of a history; nil where there are too few operations.
  ///
  /// Operations on a cycle belong to no chain.
  ///
  /// - Complexity: O(operations + dependencies + calls).
  init?(_ index: HistoryIndex) {
    let count = index.operations.count
    guard count > LargeGraph.fan else { return nil }
    var edges = [[Int]](repeating: [], count: count)
    dependencies = [Int](repeating: 0, count: count)
    for record in index.operations {
      for edge in index.firmEdges(of: record.id) {
        edges[edge.dependency.index].append(record.id.index)
        dependencies[record.id.index] += 1
      }
    }
    dependents = edges.map(\.count)
    below = [Int](repeating: 1, count: count)
    above = below
    var waiting = dependencies
    var order = waiting.indices.filter { waiting[$0] == 0 }
    var position = 0
    while position < order.count {
      let operation = order[position]
      position += 1
      for dependent in edges[operation] {
        below[dependent] = max(below[dependent], below[operation] + 1)
        waiting[dependent] -= 1
        if waiting[dependent] == 0 { order.append(dependent) }
      }
    }
    for operation in order.reversed() {
      for dependent in edges[operation] where waiting[dependent] == 0 {
        above[operation] = max(above[operation], above[dependent] + 1)
      }
    }
  }

  /// Whether a dependency belongs to a large fan or chain.
  func contains(_ edge: Edge) -> Bool {
    let (dependent, dependency) = (edge.dependent.index, edge.dependency.index)
    return dependencies[dependent] >= LargeGraph.fan || dependents[dependency] >= LargeGraph.fan
      || below[dependency] + above[dependent] >= LargeGraph.chain
  }
}

extension HistoryIndex {
  /// What the certain dependencies belong to.
  ///
  /// - Complexity: as ``DependencyGraph/init(_:)``, once.
  var dependencyGraph: DependencyGraph { fact(.dependencyGraph) { DependencyGraph(self) } }
}
