import OQHistory

/// All programs of a fixed family with at most three operations, small enough that every history of
/// each can be looked at.
///
/// There is one client and one queue. A *shape* says which operations exist, how they depend on
/// each other, how the queue is set, and how the client begins; every script of a given number of
/// commands follows it, over the whole alphabet of ``letters(_:)``.
package struct SmallPrograms: Sendable, RandomAccessCollection {
  /// Programs that differ in the last commands of the client only.
  private struct Shape: Sendable {
    let operations: [Program.Operation]
    let queue: Program.Queue
    /// How the client begins.
    let opening: [Command]
    /// What the following commands are chosen from.
    let letters: [Command]
    /// How many commands follow.
    let length: Int
    /// Position of the first of its programs.
    let start: Int

    var count: Int { (0..<length).reduce(1) { product, _ in product * letters.count } }
  }

  private let shapes: [Shape]

  /// The family.
  package init() {
    var shapes: [Shape] = []
    func add(
      _ operations: [Program.Operation], _ queue: Program.Queue, opening: [Command] = [],
      length: Int
    ) {
      shapes.append(
        Shape(
          operations: operations, queue: queue, opening: opening,
          letters: SmallPrograms.letters(operations), length: length,
          start: shapes.last.map { $0.start + $0.count } ?? 0))
    }
    let open = Program.Queue("q")
    let serial = Program.Queue("q", limit: 1)
    let parked = Program.Queue("q", suspended: true)
    // One operation of each class that a handle can name: every script of up to two commands; of a
    // task, of up to three.
    for operation in SmallPrograms.singles {
      for length in 0...2 { add([operation], open, length: length) }
    }
    add([Program.Operation("a")], open, length: 3)
    // Two and three operations in one group; and every command after it, where the queue lets no
    // two bodies overlap, of three where it lets none begin.
    for operations in SmallPrograms.pairs + SmallPrograms.triples {
      let group = SmallPrograms.group(operations)
      for queue in [open, serial, parked] { add(operations, queue, opening: [group], length: 0) }
      if operations.count == 2 { add(operations, serial, opening: [group], length: 1) }
      add(operations, parked, opening: [group], length: 1)
    }
    self.shapes = shapes
  }

  /// The first position.
  package var startIndex: Int { 0 }

  /// Number of programs.
  package var endIndex: Int { shapes.last.map { $0.start + $0.count } ?? 0 }

  /// The program at a position.
  ///
  /// - Parameter position: from 0 to the number of programs, exclusive.
  /// - Complexity: O(shapes).
  package subscript(position: Int) -> Program {
    precondition(indices.contains(position), "there are \(count) programs")
    let shape = shapes.last { $0.start <= position } ?? shapes[0]
    var commands = shape.opening
    var rest = position - shape.start
    for _ in 0..<shape.length {
      commands.append(shape.letters[rest % shape.letters.count])
      rest /= shape.letters.count
    }
    return Program(
      queues: [shape.queue], operations: shape.operations,
      scripts: [Program.Script(.client(1), commands.map { .command($0) })])
  }
}

// MARK: What is enumerated

extension SmallPrograms {
  private static let singles: [Program.Operation] = [
    Program.Operation("a", completion: true), Program.Operation("a", kind: .block, blocks: 2),
    Program.Operation("a", kind: .base), Program.Operation("a", kind: .conditional),
    Program.Operation("a", kind: .asynchronous),
  ]

  /// Two tasks: apart, dependent, of different priorities, one with a completion block.
  private static let pairs: [[Program.Operation]] = [
    [Program.Operation("a"), Program.Operation("b")],
    [Program.Operation("a"), Program.Operation("b", dependencies: [OperationID(0)])],
    [Program.Operation("a", priority: .low), Program.Operation("b", priority: .high)],
    [Program.Operation("a", completion: true), Program.Operation("b")],
  ]

  /// Three tasks in each acyclic dependency graph in which nobody depends on a later one, and in
  /// three priorities.
  private static let triples: [[Program.Operation]] =
    (0..<8).map { edges in
      var c = Program.Operation("c")
      if edges & 2 != 0 { c.dependencies.append(OperationID(0)) }
      if edges & 4 != 0 { c.dependencies.append(OperationID(1)) }
      let first: [OperationID] = edges & 1 != 0 ? [OperationID(0)] : []
      return [Program.Operation("a"), Program.Operation("b", dependencies: first), c]
    } + [
      [
        Program.Operation("a", priority: .low), Program.Operation("b"),
        Program.Operation("c", priority: .high),
      ]
    ]

  private static func group(_ operations: [Program.Operation]) -> Command {
    Command(.addGroup, QueueID(0), .operations(operations.indices.map { OperationID($0) }))
  }

  /// Every command that a client can give: each verb with each target, with an argument or two.
  private static func letters(_ operations: [Program.Operation]) -> [Command] {
    let queue = QueueID(0)
    var letters = [
      Command(.suspend, queue), Command(.resume, queue), Command(.cancelAll, queue),
      Command(.waitAll, queue), Command(.operations, queue), Command(.operationCount, queue),
      Command(.isSuspended, queue), Command(.limit, queue),
      Command(.setLimit, queue, .integer(1)), Command(.setLimit, queue, .integer(0)),
    ]
    for (place, declaration) in operations.enumerated() {
      let operation = OperationID(place)
      letters += [.add, .addGroupWaiting].map { verb in
        Command(
          verb, queue, verb == .add ? .operation(operation) : .operations([operation]))
      }
      letters += [
        Verb.cancel, .start, .wait, .isReady, .isExecuting, .isFinished, .isCancelled,
        .dependencies, .priority, .isAsynchronous,
      ].map { Command($0, operation) }
      letters += [
        Command(.setPriority, operation, .priority(.high)),
        Command(.setCompletion, operation, .integer(2)),
      ]
      for other in operations.indices {
        letters.append(Command(.addDependency, operation, .operation(OperationID(other))))
        guard other != place else { continue }
        letters.append(Command(.removeDependency, operation, .operation(OperationID(other))))
      }
      letters += SmallPrograms.letters(of: declaration.kind, operation)
    }
    return letters
  }

  /// The commands that one class of operation has beside those of all.
  private static func letters(
    of kind: Program.Kind, _ operation: OperationID
  ) -> [Command] {
    switch kind {
    case .block:
      [
        Command(.addExecutionBlock, operation, .integer(3)),
        Command(.executionBlockCount, operation),
      ]
    case .conditional:
      [
        Command(.setCondition, operation, .boolean(true)), Command(.notifyReady, operation),
      ]
    case .asynchronous:
      [Verb.reportExecuting, .reportFinished, .storeFinished, .notifyFinished].map {
        Command($0, operation)
      }
    default: []
    }
  }
}
