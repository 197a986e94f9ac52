import OQHistory
import OQSpecification

/// What the rest of a history can still tell apart: for each operation and queue, the last ticket
/// at which a call of some kind may look.
///
/// A step that only adds possibilities is taken at once where nothing that comes later could see
/// that it was taken; see ``Reduction``.
struct Future: Sendable {
  /// Ticket of the last return of a call that tells running, ended and finished apart.
  private(set) var execution: [Ticket]
  /// The same, with reads of isFinished that return false.
  private(set) var finish: [Ticket]
  /// Ticket of the last return of a call that tells waiting and chosen apart.
  private(set) var phase: [Ticket]
  /// Ticket of the last return of a read of isReady.
  private(set) var readiness: [Ticket]
  /// Ticket of the last return of a call that tells chosen and starting apart.
  private(set) var start: [Ticket]
  /// Ticket of the last return of a read of isCancelled that does not return true.
  private(set) var uncancelled: [Ticket]
  /// Ticket of the last return of a read of isCancelled that does not return false.
  private(set) var cancelled: [Ticket]
  /// Ticket of the last return of a read of the list, or of a barrier's add, by queue.
  private(set) var listing: [Ticket]
  /// Ticket of the last return of a cancelAll, by queue.
  private(set) var cancelAll: [Ticket]
  /// Ticket of the first entry of a body or overridden start; 0 where there is none.
  private(set) var entry: [Ticket]
  /// Whether a queue never has a limit.
  private(set) var isUnlimited: [Bool]
  /// Whether a queue may at some time have limit 1.
  private(set) var isSerial: [Bool]
  /// Whether the history says that nothing moved any more.
  let stalls: Bool

  init(_ index: HistoryIndex, profile: Profile) {
    let declarations = index.history.declarations
    let none = [Ticket](repeating: 0, count: declarations.operations.count)
    execution = none
    finish = none
    readiness = none
    phase = none
    start = none
    uncancelled = none
    cancelled = none
    entry = index.operations.map { record in
      [record.bodies.first?.begin, record.starts.first?.begin].compactMap { $0 }.min() ?? 0
    }
    listing = [Ticket](repeating: 0, count: declarations.queues.count)
    cancelAll = listing
    isUnlimited = declarations.queues.map { $0.limit == nil }
    isSerial = declarations.queues.map { $0.limit == 1 }
    stalls = index.history.events.contains { $0.kind == .stalled }
    for call in index.calls { note(call, profile) }
  }

  /// Lets the tasks of some operations begin at some time to come, and no others.
  mutating func expect(_ operations: OperationSet) {
    for index in entry.indices { entry[index] = operations.contains(index) ? .max : 0 }
  }

  private mutating func note(_ call: Call, _ profile: Profile) {
    let end = call.returned ?? .max
    if let queue = call.command.queue?.index {
      note(call.command.verb, queue, end, profile)
      if call.command.verb == .setLimit, call.command.integer == 1 { isSerial[queue] = true }
    }
    guard let index = call.command.operation?.index else { return }
    func raise(_ facts: inout [Ticket]) { facts[index] = max(facts[index], end) }
    switch call.command.verb {
    case .isReady, .isExecuting, .executionBlockCount, .addExecutionBlock, .setCompletion,
      .addDependency:
      raise(&phase)
    default: break
    }
    switch call.command.verb {
    case .isExecuting, .addExecutionBlock:
      raise(&execution)
      raise(&finish)
    case .isFinished: if call.outcome?.boolean != true { raise(&finish) }
    case .isReady: raise(&readiness)
    case .isCancelled:
      if call.outcome?.boolean != true { raise(&uncancelled) }
      if call.outcome?.boolean != false { raise(&cancelled) }
    case .start:
      raise(&start)
      if profile != .core { raise(&finish) }
    case .cancel: if profile == .reference { raise(&finish) }
    case .setCompletion: if profile == .guide { raise(&finish) }
    case .addDependency: if profile == .reference { raise(&start) }
    default: break
    }
  }

  private mutating func note(_ verb: Verb, _ queue: Int, _ end: Ticket, _ profile: Profile) {
    switch verb {
    case .operations, .operationCount, .addBarrier: listing[queue] = max(listing[queue], end)
    case .setLimit: isUnlimited[queue] = false
    case .cancelAll:
      cancelAll[queue] = max(cancelAll[queue], end)
      guard profile == .reference else { return }
      for index in finish.indices { finish[index] = max(finish[index], end) }
    default: break
    }
  }

  /// Whether the task of an operation begins at a ticket or later.
  func begins(_ index: Int, from ticket: Ticket) -> Bool { entry[index] >= ticket }
}
