/// Where an operation stands in its life.
///
/// Phases are entered in this order; some are skipped.
package enum Phase: Int, Sendable, Comparable {
  /// Made, in no queue, not started.
  case new
  /// In a queue that has not chosen it.
  case queued
  /// Chosen by its queue and handed to a thread.
  case dispatched
  /// Started; it is not decided whether the body runs.
  case starting
  /// The body runs.
  case executing
  /// The body is over or was skipped.
  case ended
  /// Reported as finished.
  case finished

  package static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
}

/// What an operation is made of.
package enum Kind: Sendable {
  /// One body, fixed when the operation is made.
  case plain
  /// Any number of blocks; more can be added until it executes.
  case block
  /// One body, and a readiness that also asks a condition of the client's.
  case conditional
  /// A start of the client's, which reports for itself that it executes and that it has finished.
  case asynchronous
  /// A call of a method of an object.
  case invocation
  /// One body, and an isAsynchronous that gives true.
  case flagged
}

/// From where a command is given.
package enum Origin: Sendable {
  /// A thread that runs no code of an operation of this world.
  case client
  /// A body or a block of an operation.
  case body
  /// A completion block.
  case completion
}

/// Everything the reference queue knows about one operation.
package struct OperationState: Sendable {
  /// Its name.
  package let id: OperationID
  /// What it is made of.
  package let kind: Kind
  /// Where it stands.
  package var phase = Phase.new
  /// The queue it was added to; never changed afterwards.
  package var owner: QueueID?
  /// Its position in the owner's list while it is listed.
  package var position: Int?
  /// Its position in the owner's ready bucket while it waits there.
  package var readyPosition: Int?
  /// The condition of the client's; true for an operation without one.
  package var condition: Bool
  /// Whether the owner's counter includes it.
  package var isCounted = false
  /// How many of the owner's slots it holds.
  package var slots = 0
  /// How many barriers its queue had been given before it was added.
  package var era = 0
  /// How often it was added: once at most, where adding twice is misuse.
  package var additions = 0
  /// From where it was added.
  package var origin = Origin.client
  /// Whether it was added as a member of a group.
  package var isGrouped = false
  /// Whether its queue made it for a block that was added without an operation.
  package var isBare = false
  /// Whether it was started by hand.
  package var isManual = false
  /// Whether cancel took effect.
  package var isCancelled = false
  /// What `isCancelled` was when it was added.
  package var wasCancelledAtAdd = false
  /// What `isCancelled` was when its body began.
  package var wasCancelledAtBegin = false
  /// How many blocks it had when it was cancelled first.
  package var blocksAtCancel = 0
  /// Whether the cancellation has reached readiness: unfinished dependencies are ignored.
  package var isHeeded = false
  /// What isExecuting reports.
  package var isExecuting = false
  /// Whether isExecuting was ever raised.
  package var hasExecuted = false
  /// What isReady was when it was announced last, or when the operation was made.
  package var announcedReadiness: Bool
  /// What isFinished reports.
  package var isFinished = false
  /// The dependencies that are listed, in order of addition.
  package var dependencies: [OperationID] = []
  /// How many dependencies were ever listed.
  package var dependenciesListed = 0
  /// How many had been when it was added.
  package var dependenciesListedAtAdd = 0
  /// The dependencies that are still counted as unfinished.
  package var open: [OperationID] = []
  /// The operations that may count this one as unfinished.
  ///
  /// Names can be stale.
  package var dependents: [OperationID] = []
  /// The priority: -8, -4, 0, 4 or 8.
  package var priority = 0
  /// The thread priority, in hundredths from 0 to 100.
  package var threadPriority = ThreadPriority.usual
  /// The completion block that is installed.
  package var completion: CompletionID?
  /// The number of blocks; 1 for a plain operation with a body, else 0.
  package var blocks: Int
  /// How many blocks it was made with.
  package let blocksGiven: Int
  /// How many blocks began.
  package var blocksBegun = 0
  /// How many blocks returned.
  package var blocksEnded = 0
  /// How many threads are busy with its blocks.
  package var blockThreads = 0
  /// How often a start by hand was refused.
  package var refusals = 0
  /// How often it was started.
  package var starts = 0
  /// The waits that count this operation.
  package var waiters: [WaitID] = []
  /// Its name.
  package var name: String?
  /// What its method gave, once it has returned.
  package var result = InvocationResult.none
  /// Its quality of service.
  package var quality = Quality.unspecified
  /// Its number among the operations that finished in this world, from 1.
  package var finishNumber = 0

  /// An operation that was just made.
  ///
  /// - Parameters:
  ///   - id: its name.
  ///   - kind: what it is made of.
  ///   - blocks: how many bodies it has.
  package init(id: OperationID, kind: Kind, blocks: Int) {
    self.id = id
    self.kind = kind
    self.blocks = blocks
    blocksGiven = blocks
    condition = kind != .conditional
    announcedReadiness = kind != .conditional
  }

  /// The index of the ready bucket that its priority stands for: 0 for -8 up to 4 for 8.
  package var bucket: Int { (priority + 8) / 4 }

  /// Whether it was started, by hand or by a queue.
  package var isStarted: Bool { phase >= .starting }
}
