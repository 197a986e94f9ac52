import OQHistory

/// Programs about the dispatch library, each with the rules that it helps to decide.
enum DispatchSituations {}

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

  /// Has a block begin in a queue, and stay inside.
  mutating func occupy(_ queue: QueueID) -> OperationID {
    let block = block()
    hold(block)
    submit(.async, queue, block)
    began(block)
    return block
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
