import OQSpecification

extension VerbTable {
  /// Verbs of dispatch queues and of what stands beside them: groups, semaphores, code that runs
  /// once.
  ///
  /// The block that is submitted is the operation of kind `closure` that the call names last.
  static let dispatch: [Entry] = [
    row(
      "async", .queue, .operation, needs: [.dispatch],
      "submits a block to the dispatch queue and returns"),
    row(
      "sync", .queue, .operation, needs: [.dispatch], blocks: true, rejected: true,
      "submits a block to the dispatch queue and waits until it has run"),
    row(
      "async-barrier", .queue, .operation, needs: [.dispatch],
      "submits a block to the dispatch queue as a barrier and returns"),
    row(
      "async-group", .queue, .operations, needs: [.dispatch],
      "submits a block to the dispatch queue as a member of a group: the group, then the block"),
    row(
      "async-after", .queue, .operation, needs: [.dispatch],
      "submits a block to the dispatch queue with a deadline that lies some milliseconds ahead"),
    row(
      "is-due", .operation, result: .boolean, needs: [.dispatch],
      "reads whether the clock has reached the deadline of the block or timer, less a millisecond"),
    row("group-enter", .operation, needs: [.dispatch], "enters the group by hand"),
    row(
      "group-leave", .operation, needs: [.dispatch], rejected: true,
      "leaves the group, once for each enter"),
    row(
      "group-wait", .operation, needs: [.dispatch], blocks: true,
      "waits until the group has no members"),
    row(
      "group-notify", .queue, .operations, needs: [.dispatch],
      "has a block submitted once a group has no members: the group, then the block"),
    row("signal", .operation, needs: [.dispatch], "signals the semaphore"),
    row(
      "wait-signal", .operation, needs: [.dispatch], blocks: true,
      "waits for a signal of the semaphore, which has none at first"),
    row(
      "once", .operation, needs: [.dispatch], blocks: true,
      "runs the code of the target unless it has run, and returns when it has"),
    row(
      "count-up", .queue, needs: [.dispatch],
      "adds one to the counter of the queue, which nothing protects"),
    row(
      "counted", .queue, result: .integer, needs: [.dispatch],
      "reads the counter of the queue, which is 0 at first"),
  ]

  /// Verbs of dispatch sources.
  static let sources: [Entry] = [
    row(
      "activate", .queue, .operation, needs: [.sources],
      "makes the source with the dispatch queue as its target, and activates it"),
    row(
      "trigger", .operation, .integer, needs: [.sources],
      "brings the event of the source about: sends it N, writes N bytes, or sends the signal"),
    row(
      "reported", .operation, result: .integer, needs: [.sources],
      "reads what the handler of the source was told so far: the sum, the union, or the last value"),
    row(
      "cancel-source", .operation, needs: [.sources], "cancels the source"),
  ]
}
