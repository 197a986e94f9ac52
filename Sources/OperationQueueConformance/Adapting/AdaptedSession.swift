import OQAdapters
import OQHistory
import OQSubjects
import Synchronization

/// The objects of one program behind an adapter, and the calls on them.
final class AdaptedSession<Adapter: QueueAdapter>: TableSession {
  let adapter: Adapter
  let probe: any Probe
  let operations = ObjectTable<Adapter.AdaptedOperation>()
  let queues = ObjectTable<Adapter.AdaptedQueue>()
  private let conditions = ObjectTable<Condition>()
  private let numbers = WeakNumbers<Adapter.AdaptedOperation>()

  init(_ adapter: Adapter, _ probe: any Probe) {
    self.adapter = adapter
    self.probe = probe
  }

  func make(_ queue: QueueID) { queues.append(adapter.makeQueue(), at: queue.index) }

  func make(_ operation: OperationID, kind: Program.Kind, blocks: Int) {
    // One that the adapter does not make is missed by the first call on it.
    let object = try? made(operation, kind, blocks)
    if let object { numbers.note(object, operation.index) }
    operations.append(object, at: operation.index)
  }

  private func made(
    _ operation: OperationID, _ kind: Program.Kind, _ blocks: Int
  ) throws -> Adapter.AdaptedOperation {
    let probe = probe
    let body: @Sendable () -> Void = { probe.run(Callback(operation)) }
    switch kind {
    case .task, .closure, .barrier, .observer: return try adapter.makeOperation(body)
    case .base: return try adapter.makeEmptyOperation()
    case .block:
      return try adapter.makeBlockOperation(
        (0..<blocks).map { index in { probe.run(Callback(operation, index: index + 1)) } })
    case .flagged: return try adapter.makeFlaggedOperation(body)
    case .conditional:
      let condition = Condition()
      conditions.append(condition, at: operation.index)
      return try adapter.makeConditionalOperation(body) {
        let entry = probe.enter(Callback(operation, .isReady))
        defer { probe.leave(entry) }
        return condition.holds
      }
    case .asynchronous:
      return try adapter.makeAsynchronousOperation { probe.run(Callback(operation, .start)) }
    // Not offered: programs have none.
    default: throw QueueAdapterError.unsupported
    }
  }

  func outcome(of failure: any Error) -> Outcome {
    switch failure {
    case QueueAdapterError.unsupported: .unsupported
    case QueueAdapterError.invalidArgument: .rejected(.invalidArgument)
    default: .rejected(.raised)
    }
  }

  /// Sets what the overridden `isReady` of an operation asks.
  func setCondition(_ operation: OperationID, _ value: Bool) -> Outcome {
    guard let condition = conditions[operation.index] else { return .unsupported }
    condition.holds = value
    return .done
  }

  /// The program's numbers of operations; those that it cannot name are left out.
  func identities(_ objects: [Adapter.AdaptedOperation]) -> Outcome {
    .returned(.operations(objects.compactMap { numbers[$0].map { OperationID($0) } }))
  }
}

/// What the overridden `isReady` of an operation asks.
private final class Condition: Sendable {
  private let value = Atomic<Bool>(false)

  var holds: Bool {
    get { value.load(ordering: .sequentiallyConsistent) }
    set { value.store(newValue, ordering: .sequentiallyConsistent) }
  }
}

/// The program's numbers of objects, which may go away.
///
/// Another object may come to lie where one was. So a number is given only to the object for which
/// it was noted, to which nothing here but a weak reference leads.
final class WeakNumbers<Object: AnyObject & Sendable>: Sendable {
  private struct Entry: Sendable {
    weak var object: Object?
    let number: Int
  }

  // Looked up only, never iterated.
  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  /// Remembers the program's number of an object.
  func note(_ object: Object, _ number: Int) {
    entries.withLock {
      $0[ObjectIdentifier(object)] = Entry(object: object, number: number)
    }
  }

  /// The program's number of an object, nil for one that the program cannot name.
  subscript(_ object: Object) -> Int? {
    entries.withLock { entries in
      entries[ObjectIdentifier(object)].flatMap { $0.object === object ? $0.number : nil }
    }
  }
}
