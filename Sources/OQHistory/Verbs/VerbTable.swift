import OQSpecification

/// The one table of verbs: parser, printer, vocabularies and documentation are derived from it.
package enum VerbTable {
  /// The object whose method a verb is.
  package enum Family: String, Sendable { case queue, operation }

  /// The kind of argument that follows the target.
  package enum Parameter: String, Sendable {
    case none, operation, operations, integer, priority, boolean, observer
  }

  /// The kind of value that a verb returns.
  package enum Result: String, Sendable { case none, boolean, integer, operations, priority }

  /// One verb: its text, its shape and what it asks of an implementation.
  package struct Entry: Sendable {
    /// The word used in programs and histories.
    package let name: String
    /// The kind of the target, the first parameter.
    package let family: Family
    /// The kind of the second parameter.
    package let parameter: Parameter
    /// The kind of the returned value.
    package let result: Result
    /// Capabilities without which a program must not use the verb.
    package let needs: [Capability]
    /// Whether the call may wait for other threads, legally and without bound.
    package let mayBlock: Bool
    /// Whether some legal implementation rejects the call in some state.
    package let mayBeRejected: Bool
    /// What the call does, in one line.
    package let summary: String
  }

  /// The rows, in the order of the cases of ``Verb``.
  package static let entries: [Entry] =
    queueCommands + queueReads + operationCommands
    + operationReads + customClass + properties + observation + threadReads + dispatch + sources

  private static let queueCommands: [Entry] = [
    row("add", .queue, .operation, rejected: true, "adds an operation to the queue"),
    row(
      "add-group", .queue, .operations, needs: [.groupAdd], rejected: true,
      "adds operations as one group"),
    row(
      "add-group-wait", .queue, .operations, needs: [.groupAdd], blocks: true, rejected: true,
      "adds operations as one group and waits until they have finished"),
    row(
      "add-block", .queue, .operation,
      "adds a bare block; the operation of kind `closure` stands for it"),
    row(
      "add-barrier", .queue, .operation, needs: [.barrier],
      "adds a barrier block; the operation of kind `barrier` stands for it"),
    row("suspend", .queue, .none, "suspends the queue"),
    row("resume", .queue, .none, "resumes the queue"),
    row(
      "set-limit", .queue, .integer, rejected: true,
      "sets the maximum concurrent operation count; -1 is no limit"),
    row("cancel-all", .queue, .none, "cancels every operation in the queue"),
    row(
      "wait-all", .queue, needs: [.queueWait], blocks: true,
      "waits until all operations of the queue have finished"),
  ]

  private static let queueReads: [Entry] = [
    row("is-suspended", .queue, result: .boolean, "reads whether the queue is suspended"),
    row("limit", .queue, result: .integer, "reads the maximum concurrent operation count"),
    row(
      "operations", .queue, result: .operations, needs: [.listing],
      "reads the list of operations in the queue"),
    row(
      "count", .queue, result: .integer, needs: [.listing],
      "reads the number of operations in the queue"),
  ]

  private static let operationCommands: [Entry] = [
    row(
      "depend", .operation, .operation, rejected: true,
      "makes the target depend on the second operation"),
    row("undepend", .operation, .operation, "removes a dependency of the target"),
    row("set-priority", .operation, .priority, needs: [.priorities], "sets the queue priority"),
    row(
      "set-completion", .operation, .integer, needs: [.completionBlocks], rejected: true,
      "installs the completion block with this number; 0 removes the block"),
    row(
      "add-execution-block", .operation, .integer, needs: [.blockOperations], rejected: true,
      "adds the execution block with this number"),
    row("cancel", .operation, .none, "cancels the operation"),
    row(
      "start", .operation, needs: [.manualStart], blocks: true, rejected: true,
      "starts the operation on the calling thread"),
    row(
      "wait", .operation, needs: [.operationWait], blocks: true,
      "waits until the operation has finished"),
  ]

  private static let operationReads: [Entry] = [
    row("is-ready", .operation, result: .boolean, "reads isReady"),
    row("is-executing", .operation, result: .boolean, "reads isExecuting"),
    row("is-finished", .operation, result: .boolean, "reads isFinished"),
    row("is-cancelled", .operation, result: .boolean, "reads isCancelled"),
    row("is-asynchronous", .operation, result: .boolean, "reads isAsynchronous"),
    row("dependencies", .operation, result: .operations, "reads the list of dependencies"),
    row("priority", .operation, result: .priority, needs: [.priorities], "reads the priority"),
    row(
      "execution-block-count", .operation, result: .integer, needs: [.blockOperations],
      "reads the number of execution blocks"),
  ]

  private static let customClass: [Entry] = [
    row(
      "set-condition", .operation, .boolean, needs: [.customReady],
      "stores the condition that an overridden isReady returns, without notification"),
    row(
      "notify-ready", .operation, needs: [.customReady], "sends the change notification of isReady"),
    row(
      "report-executing", .operation, needs: [.customAsync],
      "a custom start reports isExecuting true"),
    row(
      "report-finished", .operation, needs: [.customAsync],
      "a custom start reports isExecuting false and isFinished true"),
    row(
      "store-finished", .operation, needs: [.customAsync],
      "a custom start stores isFinished true without notification"),
    row(
      "notify-finished", .operation, needs: [.customAsync],
      "a custom start notifies isFinished without changing it"),
  ]

  private static let observation: [Entry] = [
    row(
      "observe", .operation, .observer, needs: [.kvo],
      "attaches an observer to a property; the operation of kind `observer` stands for it"),
    row(
      "observe-queue", .queue, .observer, needs: [.kvo],
      "attaches an observer to a property of a queue"),
  ]

  private static let threadReads: [Entry] = [
    row(
      "is-current", .queue, result: .boolean, needs: [.currentQueue],
      "reads whether the current queue of the calling thread is this one"),
    row(
      "set-thread-priority", .operation, .integer, needs: [.threadPriority],
      "sets the thread priority, in hundredths from 0 to 100"),
    row(
      "thread-priority", .operation, result: .integer, needs: [.threadPriority],
      "reads the thread priority, in hundredths"),
    row(
      "runs-at", .operation, result: .boolean, needs: [.threadPriority],
      "reads whether the calling thread has the thread priority of the operation"),
    row(
      "is-main", .queue, result: .boolean, needs: [.mainQueue],
      "asks for the main queue, and reads whether it is this one"),
  ]

  static func row(
    _ name: String, _ family: Family, _ parameter: Parameter = .none, result: Result = .none,
    needs: [Capability] = [], blocks: Bool = false, rejected: Bool = false, _ summary: String
  ) -> Entry {
    Entry(
      name: name, family: family, parameter: parameter, result: result, needs: needs,
      mayBlock: blocks, mayBeRejected: rejected, summary: summary)
  }
}
