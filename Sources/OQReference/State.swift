/// The whole state of a world of operations and queues, as a value.
///
/// Client code (bodies, blocks, completion blocks) is not here but with the engine: the state holds
/// only names and numbers, so that every decision over it is a pure function.
package struct State: Sendable {
  private var table: [OperationState] = []
  private var live: [Bool] = []
  private var vacant: [Int] = []
  /// All queues ever made, by `QueueID.index`.
  package var queues: [QueueState] = []
  /// The waits under way.
  ///
  /// Never iterated: its order has no meaning.
  package var waits: [WaitID: Wait] = [:]
  /// How many waits there have ever been.
  package var waitsMade = 0
  /// How many completion blocks were ever installed.
  package var completionsMade = 0
  /// How many operations have finished.
  package var finishes = 0
  /// The queue of which an operation executed first; nil before.
  package var firstExecuting: QueueID?
  /// The queue to which an operation was added last; nil before.
  package var lastAddedTo: QueueID?

  /// A world with no operations and no queues.
  package init() {}

  /// The operation with a name.
  ///
  /// - Parameter operation: the name of an operation that exists.
  package subscript(operation: OperationID) -> OperationState {
    _read { yield table[operation.index] }
    _modify { yield &table[operation.index] }
  }

  /// The queue with a name.
  ///
  /// - Parameter queue: the name of a queue of this world.
  package subscript(queue: QueueID) -> QueueState {
    _read { yield queues[queue.index] }
    _modify { yield &queues[queue.index] }
  }

  /// Whether the operation with this name still exists.
  ///
  /// - Parameter operation: any name of this world.
  /// - Returns: false once the client and the queue have let it go.
  package func exists(_ operation: OperationID) -> Bool {
    live[operation.index] && table[operation.index].id == operation
  }

  /// The size of the table of operations: larger than every `OperationID.index`.
  package var capacity: Int { table.count }

  /// Makes an operation.
  ///
  /// - Parameters:
  ///   - kind: what it is made of.
  ///   - blocks: how many bodies it has.
  ///   - behavior: gives it its priorities.
  /// - Returns: its name.
  mutating func insert(kind: Kind, blocks: Int, by behavior: Behavior) -> OperationID {
    let id = insert(kind: kind, blocks: blocks)
    self[id].priority = behavior.initialPriority(self, kind)
    self[id].threadPriority = behavior.initialThreadPriority(self, kind)
    return id
  }

  /// Makes an operation with the usual priorities.
  ///
  /// - Parameters:
  ///   - kind: what it is made of.
  ///   - blocks: how many bodies it has.
  /// - Returns: its name.
  package mutating func insert(kind: Kind, blocks: Int) -> OperationID {
    guard let index = vacant.popLast() else {
      let id = OperationID(index: table.count, generation: 0)
      table.append(OperationState(id: id, kind: kind, blocks: blocks))
      live.append(true)
      return id
    }
    let id = OperationID(index: index, generation: table[index].id.generation + 1)
    table[index] = OperationState(id: id, kind: kind, blocks: blocks)
    live[index] = true
    return id
  }

  /// Forgets an operation to which nobody refers any more, and takes it out of its queue if it is
  /// there (a queue that keeps its operations alive never loses one in this way).
  ///
  /// - Parameter operation: its name.
  package mutating func remove(_ operation: OperationID) {
    unready(operation)
    unlist(operation)
    uncount(operation)
    while self[operation].slots > 0 { freeSlot(operation) }
    self[operation] = OperationState(id: operation, kind: .plain, blocks: 0)
    live[operation.index] = false
    vacant.append(operation.index)
  }

  /// Makes a queue with the default settings.
  ///
  /// - Returns: its name.
  package mutating func insertQueue() -> QueueID {
    let id = QueueID(index: queues.count)
    queues.append(QueueState(id: id))
    return id
  }

  /// Whether a queue holds nothing: no listed operation and no barrier.
  ///
  /// - Parameter queue: its name.
  /// - Returns: true if the queue has no reason to live without its client.
  package func isDrained(_ queue: QueueID) -> Bool {
    self[queue].list.isEmpty && self[queue].barriers.isEmpty
  }
}
