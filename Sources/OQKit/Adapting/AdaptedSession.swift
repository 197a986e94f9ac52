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
  /// The queues that operations can be run on, by the numbers of the program.
  let underlyingQueues: NumberedQueues<Adapter.AdaptedUnderlyingQueue, any Error>
  /// What methods were called with.
  let invocations = InvocationLog()
  /// What tasks throw; nil where they cannot.
  private let errors: TaskErrors?
  private let kinds = ObjectTable<Program.Kind>()
  private let conditions = ObjectTable<Condition>()
  private let numbers = WeakNumbers<Adapter.AdaptedOperation>()
  // Nil without a main queue.
  private let mainQueue = Mutex<MainQueueLease?>(nil)

  init(_ adapter: Adapter, _ probe: any Probe) {
    self.adapter = adapter
    self.probe = probe
    underlyingQueues = NumberedQueues { try adapter.makeUnderlyingQueue($0) }
    errors = Adapter.capabilities.contains(.exceptions) ? TaskErrors() : nil
  }

  func make(_ queue: QueueID) { queues.append(adapter.makeQueue(), at: queue.index) }

  func make(_ operation: OperationID, kind: Program.Kind, blocks: Int) {
    // One that the adapter does not make is missed by the first call on it.
    let object = try? made(operation, kind, blocks)
    if let object { numbers.note(object, operation.index) }
    operations.append(object, at: operation.index)
    kinds.append(kind, at: operation.index)
  }

  private func made(
    _ operation: OperationID, _ kind: Program.Kind, _ blocks: Int
  ) throws -> Adapter.AdaptedOperation {
    let probe = probe
    let body: @Sendable () -> Void = { probe.run(Callback(operation)) }
    switch kind {
    case .task:
      guard let errors else { return try adapter.makeOperation(body) }
      return try adapter.makeThrowingOperation { try errors.run(Callback(operation), probe) }
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
    case .invocation, .procedure:
      let method = kind == .invocation ? InvocationMethod.function : .procedure
      guard let made = try makeInvocation(operation, method) else {
        throw QueueAdapterError.unsupported
      }
      return made
    // They have no handle, or are not offered: no program has one made.
    default: throw QueueAdapterError.unsupported
    }
  }

  /// An operation that calls a method of an object of its own; nil where none can be made.
  func makeInvocation(
    _ operation: OperationID, _ method: InvocationMethod
  ) throws -> Adapter.AdaptedOperation? {
    let (probe, errors) = (probe, errors)
    let receiver = NumberedReceiver(of: operation, log: invocations) {
      guard let errors else { return probe.run(Callback(operation)) }
      try errors.run(Callback(operation), probe)
    }
    return try adapter.makeInvocationOperation(
      InvocationReceiver(receiver), method: method,
      argument: InvocationNumbers.argument(of: operation))
  }

  func makeMain(_ queue: QueueID) {
    // One that the adapter does not have is missed by the first call on it.
    guard let object = try? adapter.mainQueue() else { return }
    queues.append(object, at: queue.index)
    mainQueue.withLock { $0 = $0 ?? MainQueueLease(of: object, adapter) }
  }

  func runMainLoop() {
    do {
      try adapter.runMainLoop()
    } catch QueueAdapterError.unsupported {
      mainQueue.withLock(\.self)?.run()
    } catch {
      // The adapter's own loop is over: what it has not run is missed by the rules.
    }
  }

  func endMainLoop() {
    do {
      try adapter.endMainLoop()
    } catch {
      mainQueue.withLock(\.self)?.end()
    }
  }

  func outcome(of failure: any Error) -> Outcome {
    switch failure {
    case QueueAdapterError.unsupported: .unsupported
    case QueueAdapterError.invalidArgument: .rejected(.invalidArgument)
    case QueueAdapterError.cancelledResult: .rejected(.cancelledResult)
    case QueueAdapterError.voidResult: .rejected(.voidResult)
    case is TaskError: .rejected(.taskError)
    default: .rejected(.raised)
    }
  }

  /// Sets what the overridden `isReady` of an operation asks.
  func setCondition(_ operation: OperationID, _ value: Bool) -> Outcome {
    guard let condition = conditions[operation.index] else { return .unsupported }
    condition.holds = value
    return .done
  }

  /// Has the task of an operation throw, where it can.
  func throwError(_ operation: OperationID) -> Outcome {
    guard let errors, let kind = kinds[operation.index], kind == .task || kind.isInvocation else {
      return .unsupported
    }
    errors.add(operation)
    return .done
  }

  /// The program's numbers of operations; those that it cannot name are left out.
  func identities(_ objects: [Adapter.AdaptedOperation]) -> Outcome {
    .returned(.operations(objects.compactMap { numbers[$0].map { OperationID($0) } }))
  }
}

extension MainQueueLease {
  /// The main queue of an implementation that leaves the main loop to the harness.
  fileprivate convenience init<Adapter: QueueAdapter>(
    of queue: Adapter.AdaptedQueue, _ adapter: Adapter
  ) {
    let capabilities = Adapter.capabilities
    let isListed = capabilities.contains(.listing)
    let limit = try? adapter.limit(of: queue)
    let quality = capabilities.contains(.qos) ? try? adapter.quality(of: queue) : nil
    self.init {
      try? adapter.setSuspended(false, of: queue)
      if let limit, (try? adapter.limit(of: queue)) != limit {
        try? adapter.setLimit(limit, of: queue)
      }
      if let quality, (try? adapter.quality(of: queue)) != quality {
        try? adapter.setQuality(quality, of: queue)
      }
    } isEmpty: {
      // Without a list nobody knows, and nothing is waited for.
      !isListed || ((try? adapter.operationCount(in: queue)) ?? 0) == 0
    }
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
