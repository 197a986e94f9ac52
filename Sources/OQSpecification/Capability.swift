/// Something a subject offers or lacks; a rule does not apply to a subject that lacks one it needs.
///
/// The order of the cases is the order of every list of capabilities.
package enum Capability: String, CaseIterable, Codable, Comparable, TextRepresentable {
  /// Clients can observe property changes.
  case kvo
  /// There is an invocation operation.
  case invocation
  /// Operations have a thread priority.
  case threadPriority
  /// Operations and queues have a quality of service.
  case qos
  /// There is a main queue and a pump for the main loop.
  case mainQueue
  /// An operation subclass can override `isReady` and announce changes of it.
  case customReady
  /// An operation subclass can override `start` and report its own state.
  case customAsync
  /// The blocks of one block operation run concurrently.
  case blockConcurrency
  /// Queues accept barrier blocks.
  case barrier
  /// Queues report progress.
  case progress
  /// Queues can be given an underlying dispatch queue.
  case underlyingQueue
  /// Code can ask for the queue it runs in.
  case currentQueue
  /// There are dispatch queues.
  case dispatch
  /// There are dispatch sources.
  case sources
  /// There are timer sources.
  case timerSource
  /// There are signal sources.
  case signalSource
  /// There are file descriptor sources.
  case descriptorSource
  /// There are process sources.
  case processSource
  /// There are Mach port sources.
  case machSource
  /// There are sources that client code triggers.
  case customSource
  /// An error can leave a task body.
  case exceptions
  /// References can be dropped and their release observed.
  case weakReferences
  /// Operations and queues have names.
  case names
  /// A queue priority can be set as a raw integer.
  case rawPriorities
  /// The subject is built entirely with ThreadSanitizer.
  case instrumented
  /// A forbidden call is answered by an error, catchable or a trap.
  case raises
  /// A forbidden call is answered by an error that the process survives.
  case catchableRaises
  /// Clients can start operations without a queue.
  case manualStart
  /// Clients can subclass the operation and override `main`.
  case subclassMain
  /// There is a block operation with several blocks.
  case blockOperations
  /// Operations have a completion block.
  case completionBlocks
  /// Several operations can be added by one call.
  case groupAdd
  /// Operations have a queue priority.
  case priorities
  /// A thread can wait for one operation.
  case operationWait
  /// A thread can wait for all operations of a queue.
  case queueWait
  /// Queues list and count their operations.
  case listing
  /// Threads can be told apart.
  case threadIdentity

  /// Whether a history in which something needs the capability shows that the subject has it.
  ///
  /// Blocks of an operation that never run at once may mean that they cannot, or that they did not.
  package var showsInHistories: Bool { self != .blockConcurrency }

  /// See ``TextRepresentable``.
  package static var expectation: String { "a capability: " + alternatives(allCases) }

  /// Whether one capability is declared before another; linear in the number of capabilities.
  ///
  /// - Returns: whether `left` comes first.
  package static func < (left: Capability, right: Capability) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    Capability.allCases.firstIndex(of: self) ?? Capability.allCases.count
  }
}
