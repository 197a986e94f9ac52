/// A finite, replayable test program: what exists, and what each lane does.
///
/// What a declaration says (limits, dependencies, priorities, completion blocks) is made by the
/// harness before the first client begins; it is always legal and therefore not recorded.
package struct Program: Sendable, Hashable {
  /// A queue that exists from the beginning.
  package struct Queue: Sendable, Hashable {
    /// The name used in the text form.
    package var name: String
    /// The limit set before the program begins; nil leaves the default.
    package var limit: Int?
    /// Whether the queue is suspended before the program begins.
    package var suspended: Bool
    /// Whether it is the main queue, which nobody makes; its limit is 1 and is not set.
    package let isMain: Bool
    /// Which kind of dispatch queue it is; nil for a queue of operations and for the main queue.
    package private(set) var dispatch: DispatchKind?

    /// Declares a dispatch queue.
    ///
    /// - Parameters:
    ///   - name: the name used in the text form.
    ///   - kind: how many of its tasks run at once.
    package init(_ name: String, dispatch kind: DispatchKind) {
      self.init(name)
      dispatch = kind
    }

    /// Declares a queue.
    ///
    /// - Parameters:
    ///   - name: the name used in the text form.
    ///   - limit: the limit set before the program begins, at least 1.
    ///   - suspended: whether the queue is suspended before the program begins.
    ///   - isMain: whether it is the main queue; limit and suspension are then of no account.
    package init(
      _ name: String, limit: Int? = nil, suspended: Bool = false, isMain: Bool = false
    ) {
      self.name = name
      self.limit = isMain ? 1 : limit
      self.suspended = suspended && !isMain
      self.isMain = isMain
    }
  }

  /// The class of an operation.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// One body; the adapter chooses the class.
    case task
    /// A block operation with `blocks` execution blocks.
    case block
    /// The abstract base class: no body.
    case base
    /// A bare block, added by `add-block`; there is no operation to name.
    case closure
    /// A barrier block, added by `add-barrier`; there is no operation to name.
    case barrier
    /// A body, and an overridden `isReady` that also asks a condition, false at first.
    case conditional
    /// An overridden `start`; the program reports executing and finished.
    case asynchronous
    /// A call of a method of an object, which returns a value.
    case invocation
    /// A call of a method of an object, which returns nothing.
    case procedure
    /// An observer, attached by `observe`; there is no operation to name.
    case observer
    /// One body, and an overridden isAsynchronous that gives true.
    case flagged
    /// A dispatch group.
    case group
    /// A dispatch semaphore without signals.
    case semaphore
    /// Code that runs once, by `once`.
    case once
    /// A dispatch source of custom events that adds what it is sent.
    case addingSource = "source-add"
    /// A dispatch source of custom events that combines the bits of what it is sent.
    case combiningSource = "source-or"
    /// A dispatch source of custom events that keeps what it was sent last.
    case replacingSource = "source-replace"
    /// A timer that fires once, some milliseconds after its activation.
    case timer
    /// A timer that fires again and again, some dozens of times.
    case repeatingTimer = "repeating-timer"
    /// A dispatch source that watches the reading end of a pipe.
    case readSource = "source-read"
    /// A dispatch source that watches the writing end of an empty pipe.
    case writeSource = "source-write"
    /// A dispatch source that watches a signal.
    case signalSource = "source-signal"

    /// Whether it calls a method of an object.
    package var isInvocation: Bool { self == .invocation || self == .procedure }

    /// Whether an operation of this kind runs a body by the default start.
    package var hasBody: Bool {
      switch self {
      case .task, .block, .closure, .conditional, .barrier, .invocation, .procedure, .flagged,
        .once:
        true
      case .base, .asynchronous, .observer, .group, .semaphore: false
      case .addingSource, .combiningSource, .replacingSource, .timer, .repeatingTimer,
        .readSource, .writeSource, .signalSource:
        true
      }
    }

    /// Whether commands can name the operation; otherwise only its body is visible.
    package var hasHandle: Bool {
      self != .closure && self != .barrier && self != .observer
    }
  }

  /// An operation that exists from the beginning.
  package struct Operation: Sendable, Hashable {
    /// The name used in the text form.
    package var name: String
    /// Its class.
    package var kind: Kind
    /// Number of execution blocks given at creation (kind `block`), else 1.
    package var blocks: Int
    /// Dependencies made before the program begins, acyclic.
    package var dependencies: [OperationID]
    /// Priority set before the program begins; nil leaves it unset.
    package var priority: Priority?
    /// Whether completion block 1 is installed before the program begins.
    package var completion: Bool

    /// Declares an operation.
    ///
    /// - Parameters:
    ///   - name: the name used in the text form.
    ///   - kind: its class.
    ///   - blocks: number of execution blocks of a block operation.
    ///   - dependencies: operations on which it depends from the beginning.
    ///   - priority: the priority set at the beginning.
    ///   - completion: whether completion block 1 is installed at the beginning.
    package init(
      _ name: String, kind: Kind = .task, blocks: Int = 1, dependencies: [OperationID] = [],
      priority: Priority? = nil, completion: Bool = false
    ) {
      self.name = name
      self.kind = kind
      self.blocks = blocks
      self.dependencies = dependencies
      self.priority = priority
      self.completion = completion
    }
  }

  /// What the recorder keeps of a run.
  package enum Recording: String, Sendable, Hashable, CaseIterable {
    /// Every event.
    case full
    /// Entries and returns of callbacks only: the recorder is a fence and may hide a race.
    case bodies
  }

  /// How a program is run, beside what it does.
  package struct Settings: Sendable, Hashable {
    /// Seed of the delays at harness points; nil runs without delays.
    package var jitter: UInt64?
    /// Whether the process is pinned to one core.
    package var oneCore: Bool
    /// What the recorder keeps.
    package var recording: Recording
    /// Whether bodies of operations take as long as work that a timeout is meant for.
    package var longWork: Bool
    /// Whether the run goes on for a while after the last client's end, as long as a timer may take
    /// that something has left behind; long work takes about as long.
    package var lingering: Bool

    /// Settings of a run.
    package init(
      jitter: UInt64? = nil, oneCore: Bool = false, recording: Recording = .full,
      longWork: Bool = false, lingering: Bool = false
    ) {
      self.jitter = jitter
      self.oneCore = oneCore
      self.recording = recording
      self.longWork = longWork
      self.lingering = lingering
    }
  }

  /// A lane that has steps of its own.
  package struct Script: Sendable, Hashable {
    /// The lane.
    package var lane: Lane
    /// Its steps, in order; a callback lane returns after the last.
    package var steps: [Step]

    /// Gives a lane its steps.
    ///
    /// - Parameters:
    ///   - lane: a client, or a callback with occurrence 1.
    ///   - steps: its steps, in order.
    package init(_ lane: Lane, _ steps: [Step]) {
      self.lane = lane
      self.steps = steps
    }
  }

  /// Queues, in order of declaration.
  package var queues: [Queue]
  /// Operations, in order of declaration.
  package var operations: [Operation]
  /// Scripts, ordered by lane (callbacks before clients), no lane twice, none empty.
  package var scripts: [Script]
  /// How the program is run.
  package var settings: Settings

  /// Puts a program together.
  ///
  /// - Parameters:
  ///   - queues: queues, in order of declaration.
  ///   - operations: operations, in order of declaration.
  ///   - scripts: scripts in any order; empty scripts are dropped.
  ///   - settings: how the program is run.
  /// - Complexity: O(n log n) in the number of scripts.
  package init(
    queues: [Queue] = [], operations: [Operation] = [], scripts: [Script] = [],
    settings: Settings = Settings()
  ) {
    self.queues = queues
    self.operations = operations
    self.scripts = scripts.filter { !$0.steps.isEmpty }.sorted { Program.order($0.lane, $1.lane) }
    self.settings = settings
  }

  /// The declaration of an operation.
  package subscript(_ operation: OperationID) -> Operation { operations[operation.index] }

  /// The declaration of a queue.
  package subscript(_ queue: QueueID) -> Queue { queues[queue.index] }

  /// The steps of a lane, empty where it has no script.
  ///
  /// - Parameter lane: any lane; a repeated callback has no script.
  /// - Returns: the steps, in order.
  /// - Complexity: O(number of scripts).
  package func steps(of lane: Lane) -> [Step] {
    scripts.first { $0.lane == lane }?.steps ?? []
  }

  /// The client lanes, in order.
  package var clients: [Script] {
    scripts.filter { if case .client = $0.lane { true } else { false } }
  }

  /// Every step of every lane.
  package var allSteps: [Step] { scripts.flatMap(\.steps) }

  /// Canonical order of scripts: callbacks first, then clients, as the text form prints them.
  private static func order(_ left: Lane, _ right: Lane) -> Bool {
    switch (left, right) {
    case (.callback, .client): true
    case (.client, .callback): false
    default: left < right
    }
  }
}
