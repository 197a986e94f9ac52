import OQHistory
import OQSpecification

/// Graphs of dependencies that are larger than anybody writes by hand.
///
/// Its ends are added as one group where there are groups, so that the program has few steps; its
/// edges are declared.
/// Chains of a thousand operations are left to stored programs: they would be most of what a
/// campaign reads.
enum LargeGraphSituations {
  static let all: [Situation] = [
    Situation("DEP-5", weight: 2, large)
  ]

  private static func large(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([nil, 1, 2]))
    let r = p.chance(3) ? p.queue() : q
    if p.chance(2) { fanIn(q, r, &p) } else { fanOut(q, r, &p) }
  }

  /// One operation waits for a hundred.
  private static func fanIn(_ q: QueueID, _ r: QueueID, _ p: inout Draft) {
    let dependencies = (0..<100).map { _ in p.operation() }
    let x = p.operation(after: turned(dependencies, &p))
    let isFirst = p.chance(2)
    if isFirst { p.add(r, x) }
    add(turned(dependencies, &p), to: q, &p)
    if !isFirst { p.add(r, x) }
    p.ended(x)
  }

  /// A hundred operations wait for one.
  private static func fanOut(_ q: QueueID, _ r: QueueID, _ p: inout Draft) {
    let d = p.operation()
    let dependents = (0..<100).map { _ in p.operation(after: [d]) }
    let isFirst = p.chance(2)
    if isFirst { p.add(r, d) }
    add(turned(dependents, &p), to: q, &p)
    if !isFirst { p.add(r, d) }
    for x in dependents.suffix(3) { p.until(.isFinished, x) }
    if p.has(.waitAll) { p.command(.waitAll, q) }
  }

  private static func add(_ operations: [OperationID], to q: QueueID, _ p: inout Draft) {
    if p.has(.addGroup) {
      p.command(.addGroup, q, .operations(operations))
    } else {
      for operation in operations { p.add(q, operation) }
    }
  }

  /// The operations in order, backwards, or from the middle on.
  private static func turned(_ operations: [OperationID], _ p: inout Draft) -> [OperationID] {
    switch p.draw(3) {
    case 0: operations
    case 1: operations.reversed()
    default: Array(operations[(operations.count / 2)...] + operations[..<(operations.count / 2)])
    }
  }
}
