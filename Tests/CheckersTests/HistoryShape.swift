import OQHistory

/// Shapes of large histories that a correct queue may make, in any size.
enum HistoryShape: String, CaseIterable, Sendable {
  /// One queue with limit 2, every third operation dependent.
  case bigQueue = "one big queue"
  /// Every operation depends on the one before it.
  case longChain = "long chain"
  /// Many operations depend on one, and one on all of them.
  case wideFan = "wide fan"
  /// Every operation has a queue of its own, suspended or limited for a while.
  case manyQueues = "many queues"
  /// Few operations and one queue, read all the time.
  case manyReads = "many reads"
  /// Calls of eight clients overlap, and tasks of four queues.
  case eightClients = "eight clients"

  /// A history of this shape.
  ///
  /// - Parameters:
  ///   - size: operations, or rounds of reads.
  ///   - isStalled: whether some operations never begin, and it ends in a confirmed quiescence.
  /// - Returns: a history with some 4 to 30 events for each.
  func history(_ size: Int, isStalled: Bool = false) -> History {
    var writer =
      switch self {
      case .bigQueue: bigQueue(size)
      case .longChain: longChain(size)
      case .wideFan: wideFan(size)
      case .manyQueues: manyQueues(size)
      case .manyReads: manyReads(size)
      case .eightClients: eightClients(size)
      }
    if isStalled { writer.stall() } else { writer.end() }
    return writer.history
  }

  private func bigQueue(_ size: Int) -> ShapeWriter {
    var writer = ShapeWriter(queues: [Program.Queue("q", limit: 2)])
    for number in 0..<size {
      writer.declare(
        dependencies: number % 3 == 2 ? [number - 1] : [], completion: number % 5 == 0)
    }
    for number in 0..<size {
      writer.add(number)
      if number >= 4 { writer.run(number - 4) }
    }
    for number in max(0, size - 4)..<size { writer.run(number) }
    writer.call(.client(1), Command(.waitAll, QueueID(0)))
    return writer
  }

  private func longChain(_ size: Int) -> ShapeWriter {
    var writer = ShapeWriter(queues: [Program.Queue("q")])
    for number in 0..<size { writer.declare(dependencies: number > 0 ? [number - 1] : []) }
    for number in 0..<size { writer.add(number) }
    for number in 0..<size {
      writer.run(number)
      writer.read(.client(2), Command(.isFinished, OperationID(number)), .boolean(true))
    }
    return writer
  }

  private func wideFan(_ size: Int) -> ShapeWriter {
    var writer = ShapeWriter(queues: [Program.Queue("q"), Program.Queue("r")])
    writer.declare()
    for _ in 0..<size { writer.declare(dependencies: [0]) }
    writer.declare(dependencies: Array(1...size))
    for number in 1...size {
      writer.add(number, to: number % 2)
      writer.read(.client(2), Command(.isReady, OperationID(number)), .boolean(false))
    }
    writer.add(size + 1)
    writer.add(0)
    for number in 0...(size + 1) { writer.run(number) }
    writer.call(.client(1), Command(.wait, OperationID(0)))
    return writer
  }

  private func manyQueues(_ size: Int) -> ShapeWriter {
    var writer = ShapeWriter(
      queues: (0..<size).map { number in
        Program.Queue("q\(number)", limit: number % 3 == 0 ? 1 : nil, suspended: number % 4 == 0)
      })
    for number in 0..<size {
      writer.declare(dependencies: number % 5 == 4 ? [number - 1] : [])
    }
    for number in 0..<size {
      let queue = QueueID(number)
      writer.add(number, to: number)
      if number % 4 == 1 { writer.call(.client(1), Command(.suspend, queue)) }
      writer.read(.client(1), Command(.operationCount, queue), .integer(1))
      if number % 4 < 2 { writer.call(.client(1), Command(.resume, queue)) }
      if number % 6 == 0 {
        writer.call(.client(1), Command(.setLimit, queue, .integer(number % 2 == 0 ? 2 : 1)))
      }
      writer.run(number)
      writer.read(.client(1), Command(.operations, queue), .operations([]))
    }
    return writer
  }

  private func manyReads(_ size: Int) -> ShapeWriter {
    var writer = ShapeWriter(queues: [Program.Queue("q", limit: 4)])
    for number in 0..<10 { writer.declare(dependencies: number == 9 ? [8] : []) }
    writer.declare()
    for number in 0..<9 { writer.add(number) }
    for number in 0..<4 { writer.run(number) }
    writer.enter(4)
    for round in 0..<size {
      writer.readAll(QueueID(0), listed: Array(4..<9))
      let operation = OperationID(round % 11)
      writer.readAll(
        operation, isReady: round % 11 < 9 || round % 11 == 10, isExecuting: round % 11 == 4,
        isFinished: round % 11 < 4, dependencies: round % 11 == 9 ? [OperationID(8)] : [])
    }
    writer.leave(4)
    for number in 5..<9 { writer.run(number) }
    return writer
  }

  private func eightClients(_ size: Int) -> ShapeWriter {
    var writer = ShapeWriter(
      queues: (0..<4).map { Program.Queue("q\($0)", limit: $0 > 1 ? $0 : nil) })
    for number in 0..<size {
      writer.declare(dependencies: number % 8 == 7 ? [number - 1] : [])
    }
    for first in stride(from: 0, to: size - 7, by: 8) {
      for step in 0..<4 {
        for client in 1...8 {
          let number = first + client - 1
          writer.open(.client(client), ShapeWriter.command(step, number))
        }
        for client in (1...8).reversed() { writer.close(.client(client), ShapeWriter.answer(step)) }
      }
      for number in first..<(first + 8) where number % 8 != 3 { writer.run(number) }
    }
    return writer
  }
}

/// Writes the events of a history.
struct ShapeWriter {
  private var program: Program
  private var events: [Event] = []
  private var completions: [Bool] = []

  init(queues: [Program.Queue]) { program = Program(queues: queues) }

  /// The history written so far.
  var history: History { History(of: program, events: events) }

  /// Declares the next operation.
  mutating func declare(dependencies: [Int] = [], completion: Bool = false) {
    program.operations.append(
      Program.Operation(
        "x\(program.operations.count)", dependencies: dependencies.map { OperationID($0) },
        completion: completion))
  }

  /// A call that comes back at once.
  mutating func call(_ lane: Lane, _ command: Command) {
    open(lane, command)
    close(lane, .done)
  }

  /// A read that comes back at once.
  mutating func read(_ lane: Lane, _ command: Command, _ value: Outcome.Value) {
    open(lane, command)
    close(lane, .returned(value))
  }

  /// The call of a call.
  mutating func open(_ lane: Lane, _ command: Command) { note(lane, .call(command)) }

  /// The return of a call.
  mutating func close(_ lane: Lane, _ outcome: Outcome) { note(lane, .returned(outcome)) }

  /// Adds an operation.
  mutating func add(_ number: Int, to queue: Int = 0) {
    call(.client(1), Command(.add, QueueID(queue), .operation(OperationID(number))))
  }

  /// The entry of a body.
  mutating func enter(_ number: Int) {
    note(.callback(Callback(OperationID(number))), .enter, on: .elsewhere)
  }

  /// The return of a body.
  mutating func leave(_ number: Int) { note(.callback(Callback(OperationID(number))), .leave) }

  /// A whole run of a body, and of the completion block where one is declared.
  mutating func run(_ number: Int) {
    enter(number)
    leave(number)
    guard program.operations[number].completion else { return }
    let block = Lane.callback(Callback(OperationID(number), .completion))
    note(block, .enter, on: .elsewhere)
    note(block, .leave)
  }

  /// Every read of a queue.
  mutating func readAll(_ queue: QueueID, listed: [Int]) {
    let lane = Lane.client(2)
    read(lane, Command(.operationCount, queue), .integer(listed.count))
    read(lane, Command(.operations, queue), .operations(listed.map { OperationID($0) }))
    read(lane, Command(.isSuspended, queue), .boolean(false))
    read(lane, Command(.limit, queue), .integer(program.queues[queue.index].limit ?? -1))
  }

  /// Every read of an operation.
  mutating func readAll(
    _ operation: OperationID, isReady: Bool, isExecuting: Bool, isFinished: Bool,
    dependencies: [OperationID]
  ) {
    let lane = Lane.client(3)
    read(lane, Command(.isReady, operation), .boolean(isReady))
    read(lane, Command(.isExecuting, operation), .boolean(isExecuting))
    read(lane, Command(.isFinished, operation), .boolean(isFinished))
    read(lane, Command(.isCancelled, operation), .boolean(false))
    read(lane, Command(.isAsynchronous, operation), .boolean(false))
    read(lane, Command(.dependencies, operation), .operations(dependencies))
    call(lane, Command(.setPriority, operation, .priority(.high)))
    read(lane, Command(.priority, operation), .priority(.high))
  }

  /// What a client does with an operation, step by step: reads it, adds it, cancels one of eight,
  /// reads the count of its queue.
  static func command(_ step: Int, _ number: Int) -> Command {
    let (operation, queue) = (OperationID(number), QueueID(number % 4))
    return switch step {
    case 0: Command(.isCancelled, operation)
    case 1: Command(.add, queue, .operation(operation))
    case 2: number % 8 == 3 ? Command(.cancel, operation) : Command(.isSuspended, queue)
    default: Command(.isSuspended, queue)
    }
  }

  /// What the call of a step gives.
  static func answer(_ step: Int) -> Outcome {
    step == 1 ? .done : .returned(.boolean(false))
  }

  /// The end of all lanes.
  mutating func end() { note(nil, .ended) }

  /// Nothing moves any more, for good.
  mutating func stall() {
    note(nil, .quiescent(Quiescence(threads: 4, canaries: 2)))
    note(nil, .stalled)
  }

  private mutating func note(_ lane: Lane?, _ kind: Event.Kind, on thread: EntryThread? = nil) {
    events.append(Event(events.count + 1, lane, kind, on: thread))
  }
}
