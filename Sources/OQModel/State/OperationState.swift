/// The state of one operation in the model.
package struct OperationState: Sendable, Hashable {
  /// Where the operation is in its life.
  package enum Phase: UInt8, Sendable, Hashable, Comparable, CaseIterable {
    /// Neither in a queue nor started.
    case new
    /// In a queue, not chosen yet.
    case queued
    /// Chosen by its queue: it holds a slot.
    case dispatched
    /// Its start has been called.
    case starting
    /// Its task runs.
    case executing
    /// Its task has ended or was skipped.
    case ended
    /// It has reported finished, and everybody may know.
    case finished

    /// The word for it in texts.
    package var word: String {
      switch self {
      case .new, .starting, .executing, .ended, .finished: "\(self)"
      case .queued: "waiting"
      case .dispatched: "chosen"
      }
    }

    /// What is true of an operation in it, in a few words.
    package var meaning: String {
      switch self {
      case .new: "in no queue, not started"
      case .queued: "in a queue"
      case .dispatched: "holds a slot"
      case .starting: "start was called"
      case .executing: "the task runs"
      case .ended: "the task is over"
      case .finished: "isFinished, for everybody"
      }
    }

    /// Earlier in life first.
    package static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
  }

  /// The boolean variables.
  package struct Flags: OptionSet, Sendable, Hashable {
    /// One bit per variable.
    package let rawValue: UInt16

    /// The variables with these bits.
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The names of the variables, by their bits.
    package static let names = [
      "listed", "cancelled", "heeded", "condition", "told", "known", "executing", "finished",
      "slot", "manual", "passed", "skipOnly", "completed", "readyAtAdd", "first", "droppable",
    ]

    /// In the operations array of its queue.
    package static let listed = Flags(rawValue: 1 << 0)
    /// What isCancelled reports.
    package static let cancelled = Flags(rawValue: 1 << 1)
    /// The cancellation has reached readiness.
    package static let heeded = Flags(rawValue: 1 << 2)
    /// The readiness condition of the user.
    package static let condition = Flags(rawValue: 1 << 3)
    /// The isReady notification was sent since the condition last changed.
    package static let told = Flags(rawValue: 1 << 4)
    /// Its queue has noticed that it is ready.
    package static let known = Flags(rawValue: 1 << 5)
    /// What isExecuting reports.
    package static let executing = Flags(rawValue: 1 << 6)
    /// What isFinished reports.
    package static let finished = Flags(rawValue: 1 << 7)
    /// Holds a slot of its queue.
    package static let slot = Flags(rawValue: 1 << 8)
    /// Started by a client, not by a queue.
    package static let manual = Flags(rawValue: 1 << 9)
    /// Was not cancelled when its start looked.
    package static let passed = Flags(rawValue: 1 << 10)
    /// Started in a way that may only skip the body.
    package static let skipOnly = Flags(rawValue: 1 << 11)
    /// The completion block has been handed over to run.
    package static let completed = Flags(rawValue: 1 << 12)
    /// Was ready when it was added.
    package static let readyAtAdd = Flags(rawValue: 1 << 13)
    /// A barrier before which nothing but such barriers was listed when it was added.
    package static let first = Flags(rawValue: 1 << 14)
    /// A barrier that a later cancelAll may have dropped.
    package static let droppable = Flags(rawValue: 1 << 15)
  }

  /// The value of ``owner`` of an operation that was never added.
  package static let nobody: UInt8 = .max
  /// The value of ``priority`` of an operation whose priority was never set.
  package static let unsetPriority: UInt8 = 5

  /// Where the operation is in its life.
  package var phase = Phase.new
  /// The boolean variables.
  package var flags: Flags = [.condition, .told]
  /// Position of the queue it was added to, or ``nobody``.
  package var owner = OperationState.nobody
  /// How many operations had been added to its queue before it.
  package var rank: UInt8 = 0
  /// Index into `Priority.allCases`, or ``unsetPriority``.
  package var priority = OperationState.unsetPriority
  /// The levels by which its queue may rank it: bit i for `Priority.allCases[i]`.
  package var levels: UInt8 = 0
  /// Number of the installed completion block, or 0.
  package var completion: UInt8 = 0
  /// Completion blocks that are running.
  package var completing: UInt8 = 0
  /// Calls of an overridden isReady that are running.
  package var getters: UInt32 = 0
  /// Calls of an overridden start that are running.
  package var starts: UInt8 = 0
  /// Calls of an overridden start that are due.
  package var startsDue: UInt8 = 0
  /// What `dependencies` returns.
  package var dependencies = OperationSet()
  /// Members of ``dependencies`` that are listed more than once.
  package var twice = OperationSet()
  /// Whether a dependency was added that was there already: when it is ready is left from then on.
  package var hasRepeated = false
  /// Operations that it still counts as unfinished dependencies; of a barrier: what it waits for.
  package var open = OperationSet()
  /// Members of ``open`` whose edge was removed: their release is allowed at any time.
  package var removed = OperationSet()
  /// Barriers that were added before it and are not done; and itself where its queue has still to
  /// notice that some of them are.
  package var behind = OperationSet()
  /// Operations whose add had returned when its own add was called (profile reference).
  package var after = OperationSet()
  /// Blocks that belong to it.
  package var blocks = BlockCounts()
  /// Blocks that have begun.
  package var begun = BlockCounts()
  /// Blocks that have begun and not returned.
  package var running = BlockCounts()
  /// Completion blocks that are due to run.
  package var due = BlockCounts()

  /// A new operation.
  package init() {}

  /// What isCancelled reports.
  package var isCancelled: Bool { flags.contains(.cancelled) }
  /// What isFinished reports.
  package var isFinished: Bool { flags.contains(.finished) }
  /// Whether it has been started.
  package var isStarted: Bool { phase >= .starting }
  /// Whether client code of its task runs.
  package var isRunning: Bool { !running.isEmpty || starts > 0 }
}
