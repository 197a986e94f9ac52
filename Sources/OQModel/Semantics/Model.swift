import OQHistory
import OQSpecification

/// The executable specification: which steps each state allows, and what they do.
///
/// Transitions, their guards and effects are those of ``Transition/all``; the functions are grouped
/// in extensions by what they concern. Nothing here chooses: acceptors follow every allowed step,
/// the simulator one of them.
package struct Model: Sendable {
  /// The reading of the contract.
  package let profile: Profile
  /// Guards broken on purpose, usually none.
  package let guards: Guards
  /// How many bodies an implementation is known to let begin while others are held, at least 1.
  package let concurrency: Int
  /// Class of each operation.
  package let kinds: [Program.Kind]
  /// The name of each operation, for messages.
  let names: [String]
  /// The name of each queue, for messages.
  let queueNames: [String]
  /// Whether each queue is the main queue.
  let isMain: [Bool]
  /// The command of each call, by the call's position in the history.
  package var commands: [Command]
  /// Calls that wait for an operation and were made by its own completion block, by position.
  package var ownWaits: Set<Int> = []
  /// Adds that do not wait and were made by a completion block, by position.
  package var ownAdds: Set<Int> = []
  /// The state before the first event.
  package let initial: State

  /// The model of a program's operations and queues.
  ///
  /// - Parameters:
  ///   - declarations: what exists; within the bounds of ``Model/fault(_:)``.
  ///   - commands: the command of each call, by the call's position in the history.
  ///   - profile: the reading of the contract.
  ///   - guards: guards broken on purpose.
  ///   - concurrency: bodies known to begin while others are held, at least 1.
  package init(
    _ declarations: Program, commands: [Command] = [], profile: Profile, guards: Guards = [],
    concurrency: Int = 1
  ) {
    self.profile = profile
    self.guards = guards
    self.concurrency = concurrency
    self.commands = commands
    kinds = declarations.operations.map(\.kind)
    names = declarations.operations.map(\.name)
    queueNames = declarations.queues.map(\.name)
    isMain = declarations.queues.map(\.isMain)
    initial = State(
      operations: declarations.operations.map(Model.operation),
      queues: declarations.queues.map(Model.queue))
  }

  private static func operation(_ declaration: Program.Operation) -> OperationState {
    var state = OperationState()
    switch declaration.kind {
    case .block: state.blocks = BlockCounts(upTo: declaration.blocks)
    case .task, .closure, .barrier, .conditional, .invocation, .procedure, .flagged:
      state.blocks = BlockCounts(upTo: 1)
    default: break
    }
    if declaration.kind == .conditional { state.flags.remove(.condition) }
    for dependency in declaration.dependencies {
      state.dependencies.insert(dependency.index)
      state.open.insert(dependency.index)
    }
    if let priority = declaration.priority { state.priority = Model.level(priority) }
    state.completion = declaration.completion ? 1 : 0
    return state
  }

  private static func queue(_ declaration: Program.Queue) -> QueueState {
    var state = QueueState()
    state.limit = declaration.limit ?? -1
    state.suspended = declaration.suspended
    return state
  }

  /// The index of a level among the levels.
  static func level(_ priority: Priority) -> UInt8 {
    switch priority {
    case .veryLow: 0
    case .low: 1
    case .normal: 2
    case .high: 3
    case .veryHigh: 4
    }
  }

  /// Why a program or history is beyond what the model represents, or nil.
  ///
  /// - Parameters:
  ///   - declarations: what exists.
  ///   - commands: every command that may be given.
  /// - Returns: a sentence naming the bound, or nil.
  /// - Complexity: O(operations + commands).
  package static func fault(_ declarations: Program, commands: some Sequence<Command>) -> String? {
    guard declarations.operations.count <= 64 else { return "more than 64 operations" }
    guard !declarations.isAboutDispatch, !commands.contains(where: \.verb.isDispatch) else {
      return "calls on the dispatch library"
    }
    guard declarations.queues.count < Int(OperationState.nobody) else {
      return "more than 254 queues"
    }
    guard declarations.operations.allSatisfy({ $0.blocks <= BlockCounts.numbers }) else {
      return "a block operation with more than \(BlockCounts.numbers) blocks"
    }
    var adds = 0
    var bare = OperationSet()
    // Counters of one operation are small: blocks of one number up to 15, starts up to 255.
    var blocks = [Int](repeating: 0, count: declarations.operations.count)
    var starts = blocks
    for command in commands {
      switch command.verb {
      case .addBlock, .addBarrier:
        for operand in command.operands {
          if bare.contains(operand.index) { return "a bare block that is added twice" }
          bare.insert(operand.index)
        }
        adds += 1
      case .add, .addGroup, .addGroupWaiting: adds += command.operands.count
      case .setCompletion, .addExecutionBlock:
        if let number = command.integer, number > BlockCounts.numbers {
          return "a block with a number above \(BlockCounts.numbers)"
        }
        if let target = command.operation { blocks[target.index] += 1 }
      case .start: if let target = command.operation { starts[target.index] += 1 }
      default: break
      }
    }
    if blocks.contains(where: { $0 >= BlockCounts.most }) {
      return "\(BlockCounts.most) blocks added to one operation"
    }
    if starts.contains(where: { $0 > 200 }) { return "more than 200 starts of one operation" }
    return adds < 250 ? nil : "more than 249 adds"
  }
}

extension Model {
  /// Whether an operation's cancellation, conditions and dependencies let it start (C-5).
  func isReady(_ operation: OperationState) -> Bool {
    operation.flags.contains(.condition)
      && (operation.open.isEmpty || operation.flags.contains(.heeded)
        || guards.contains(.ignoresDependencies))
  }

  /// Whether an operation overrides `start`.
  package func overridesStart(_ operation: Int) -> Bool { kinds[operation] == .asynchronous }

  /// Whether an operation holds a slot and has not begun, but still may.
  package func isUnbegun(_ operation: OperationState, _ index: Int) -> Bool {
    guard operation.flags.contains(.slot), operation.phase <= .executing else { return false }
    if operation.isCancelled && !operation.flags.contains(.passed) { return false }
    return overridesStart(index)
      ? operation.phase < .starting || operation.startsDue > 0 : operation.begun.isEmpty
  }

  /// Number of operations of a queue that hold a slot and have not begun.
  func unbegun(in queue: Int, _ state: State) -> Int {
    var count = 0
    for (index, operation) in state.operations.enumerated()
    where Int(operation.owner) == queue && isUnbegun(operation, index) { count += 1 }
    return count
  }
}
