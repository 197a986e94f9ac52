import OQHistory

/// What is put around a situation: nothing here changes what the situation waits for.
extension Draft {
  /// Appends a read of some accessor to the current lane, once in `n` times.
  mutating func addRead(onceIn n: Int) {
    guard chance(n), let read = anyRead() else { return }
    if let index = scripts.firstIndex(where: { $0.lane == lane }) {
      append(.command(read), at: index)
    }
  }

  /// A read of an operation or queue that commands can still name.
  mutating func anyRead() -> Command? {
    let named = operations.indices.map { OperationID($0) }.filter(hasHandle)
    let askQueue = chance(4)
    if askQueue || named.isEmpty {
      let listed = queues.indices.map { QueueID($0) }.filter(hasHandle)
      let verbs = [Verb.isSuspended, .limit, .operationCount, .operations].filter(has)
      guard !listed.isEmpty, !verbs.isEmpty else { return nil }
      return Command(pick(verbs), pick(listed))
    }
    let verbs = Draft.stateReads.filter(has)
    return verbs.isEmpty ? nil : Command(pick(verbs), pick(named))
  }

  static let stateReads: [Verb] = [
    .isFinished, .isExecuting, .isReady, .isCancelled, .dependencies, .priority,
  ]

  /// Adds what the style asks for, after the situation has been written.
  mutating func decorate() {
    let start = choices.position
    if style.contains(.scripts) { addScripts() }
    if style.contains(.bystander) { addBystander() }
    if style.contains(.observer), has(.clients) { addObserver() }
    if style.contains(.settings), has(.settings) { addSettings() }
    choices.end(.decoration, from: start)
  }

  /// Reads at the end of bodies and completion blocks: of the operation itself, or of another.
  private mutating func addScripts() {
    for index in operations.indices.prefix(6) {
      let operation = OperationID(index)
      guard hasHandle(operation), chance(2) else { continue }
      let inCompletion = operations[index].completion && chance(2)
      guard inCompletion || operations[index].kind.hasBody else { continue }
      inside(operation, inCompletion ? .completion : .body) { draft in
        for _ in 0..<draft.number(1...2) {
          let verb = draft.pick([Verb.isFinished, .isExecuting, .isCancelled])
          draft.command(verb, operation)
        }
      }
    }
  }

  /// Independent work in a queue of its own, added by a client of its own.
  private mutating func addBystander() {
    let client = Lane.client(has(.clients) ? nextClient : 1)
    let queue = queue(limit: pick([nil, 1, 2]))
    let count = number(1...2)
    on(client) { draft in
      let bystanders = (0..<count).map { _ in draft.operation() }
      for bystander in bystanders { draft.add(queue, bystander) }
      // A program that ends while work is under way disturbs the next one.
      if client != .client(1) { for bystander in bystanders { draft.ended(bystander) } }
    }
  }

  /// A client that does nothing but read.
  private mutating func addObserver() {
    let lane = Lane.client(nextClient)
    let count = number(2...5)
    on(lane) { draft in
      for _ in 0..<count {
        guard let read = draft.anyRead() else { return }
        draft.step(.command(read))
      }
    }
  }

  /// Delays at harness points, one core, or a recorder that keeps bodies only.
  mutating func addSettings() {
    switch draw(8) {
    case 0..<5: settings.jitter = UInt64(draw(1 << 16))
    case 5, 6: settings.oneCore = true
    default: settings.recording = .bodies
    }
  }
}
