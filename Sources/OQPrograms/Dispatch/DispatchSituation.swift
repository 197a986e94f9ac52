import OQHistory
import OQSpecification

/// One way of using the dispatch library, with the rules that it helps to decide.
struct DispatchSituation: Sendable {
  /// The rules that it helps to decide.
  let rules: Set<RuleID>
  /// Calls without which it cannot be written.
  let verbs: [Verb]
  /// Kinds of object without which it cannot be written.
  let kinds: [Program.Kind]
  /// Writes a program.
  let write: @Sendable (inout Draft) -> Void

  init(
    _ rules: Set<RuleID>, using verbs: [Verb] = [.async], kinds: [Program.Kind] = [],
    _ write: @escaping @Sendable (inout Draft) -> Void
  ) {
    self.rules = rules
    self.verbs = verbs
    self.kinds = kinds
    self.write = write
  }

  /// All of them.
  static let all: [DispatchSituation] = queues + objects + sources
}

extension Draft {
  /// Declares a block to submit.
  mutating func block() -> OperationID { operation(kind: .closure) }

  /// Submits a block.
  mutating func submit(_ verb: Verb = .async, _ queue: QueueID, _ block: OperationID) {
    command(verb, queue, .operation(block))
  }

  /// Submits a block as a member of a group, or as its notification.
  mutating func submit(
    _ verb: Verb, _ queue: QueueID, of group: OperationID, _ block: OperationID
  ) {
    command(verb, queue, .operations([group, block]))
  }

  /// Pushes a block through a queue and awaits its end, so that what must not happen has had an
  /// opportunity to.
  mutating func pass(_ queue: QueueID) {
    let sentinel = block()
    submit(.async, queue, sentinel)
    ended(sentinel)
  }

  /// Lets time pass on another queue.
  mutating func passElsewhere() {
    let queue = queue(.serial)
    for _ in 0..<number(1...2) { pass(queue) }
  }
}
