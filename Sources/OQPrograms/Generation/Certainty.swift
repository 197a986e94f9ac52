import OQHistory

/// What must come about in a program whatever a correct implementation is free to choose.
///
/// It follows client 1. A cancelled operation may run or not, but it finishes once its dependencies
/// have; a body that may have been cancelled may not run, so what it adds is not certain.
package struct Certainty {
  private struct Queue {
    var limit: Int
    var suspended: Bool
  }

  private struct Entry {
    var operation: OperationID
    var queue: QueueID?
    var dependencies: [OperationID] = []
    var adder: OperationID?
    var cancelled = false
    var ends: Bool
  }

  private var queues: [Queue] = []
  private var entries: [Entry] = []
  private var closed = false
  /// Threads for bodies that are certain: with so many bodies held no other one begins for sure.
  private let mostHeld: Int
  /// Whether a start by hand returns before the end of the work, which needs a thread.
  private let startsElsewhere: Bool
  /// Operations whose bodies are held and not yet opened.
  private(set) var held: [OperationID] = []

  package init(mostHeld: Int = 2, startsElsewhere: Bool = false) {
    self.mostHeld = mostHeld
    self.startsElsewhere = startsElsewhere
  }

  package mutating func declare(_ queue: QueueID, limit: Int?, suspended: Bool) {
    queues.append(Queue(limit: limit ?? .max, suspended: suspended))
  }

  package mutating func add(
    _ operation: OperationID, to queue: QueueID, after dependencies: [OperationID],
    held: Bool = false
  ) {
    entries.append(
      Entry(operation: operation, queue: queue, dependencies: dependencies, ends: true))
    if held { self.held.append(operation) }
  }

  mutating func addInside(_ operation: OperationID, by adder: OperationID, to queue: QueueID) {
    entries.append(Entry(operation: operation, queue: queue, adder: adder, ends: true))
  }

  /// Started by hand on client 1, which returns after its end, unless the work goes on elsewhere.
  package mutating func start(_ operation: OperationID) {
    entries.append(Entry(operation: operation, queue: nil, ends: true))
  }

  /// Neither added nor started: it never ends.
  mutating func leave(_ operation: OperationID) {
    entries.append(Entry(operation: operation, queue: nil, ends: false))
  }

  mutating func cancel(_ operation: OperationID) {
    for index in entries.indices where entries[index].operation == operation {
      entries[index].cancelled = true
    }
  }

  /// Every operation that may be in the queue may be cancelled.
  mutating func cancelAll(_ queue: QueueID) {
    for index in entries.indices where entries[index].queue == queue {
      entries[index].cancelled = true
    }
  }

  mutating func suspend(_ queue: QueueID, _ suspended: Bool) {
    queues[queue.index].suspended = suspended
  }

  mutating func setLimit(_ queue: QueueID, _ limit: Int) {
    queues[queue.index].limit = limit == -1 ? .max : limit
  }

  package mutating func open(_ operation: OperationID) { held.removeAll { $0 == operation } }

  /// Everything is open and every queue runs.
  mutating func close() {
    closed = true
    held = []
  }

  func isSuspended(_ queue: QueueID) -> Bool { queues[queue.index].suspended }

  func isCancelled(_ operation: OperationID) -> Bool { entry(operation)?.cancelled ?? false }

  /// Operations that a program can name and that are not held, in order of declaration.
  func handles(_ p: Draft) -> [OperationID] {
    entries.map(\.operation).filter { p.hasHandle($0) && !held.contains($0) }
  }

  /// Operations that are added to a queue at some time.
  func operations(of queue: QueueID) -> [OperationID] {
    entries.filter { $0.queue == queue }.map(\.operation)
  }

  /// Whether an operation added to a queue just now, without dependencies, begins by itself.
  func begins(in queue: QueueID) -> Bool {
    !queues[queue.index].suspended && heldIn(queue) < queues[queue.index].limit
  }

  func areFinishing(_ operations: [OperationID]) -> Bool { operations.allSatisfy(isFinishing) }

  /// Whether an operation finishes without anything more being done.
  ///
  /// - Complexity: O(n²) in the number of operations, which are few.
  package func isFinishing(_ operation: OperationID) -> Bool {
    guard let entry = entry(operation), entry.ends, !held.contains(operation) else { return false }
    if !closed, entry.queue != nil || startsElsewhere {
      // A pool of as many threads as bodies are held has none left for another one.
      guard entry.queue.map(begins) ?? true, held.count < mostHeld else { return false }
    }
    if let adder = entry.adder {
      // Only after the end of everything is it certain that the body has acted.
      guard closed, !isCancelled(adder), isFinishing(adder) else { return false }
    }
    return entry.dependencies.allSatisfy(isFinishing)
  }

  private func entry(_ operation: OperationID) -> Entry? {
    entries.first { $0.operation == operation }
  }

  private func heldIn(_ queue: QueueID) -> Int {
    entries.filter { $0.queue == queue && held.contains($0.operation) }.count
  }
}
