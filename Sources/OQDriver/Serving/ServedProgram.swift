import OQAdapters
import OQHistory
import OQSystem
import OQWire

/// One program on the adapter's side: its objects, its lanes, and the callbacks that are held.
// Safety: the variables are touched only under the waiting lock; the rest is constant.
final class ServedProgram: Probe, @unchecked Sendable {
  /// What a lane is to do next.
  private enum Work {
    case call(WireCall)
    case release
  }

  /// What ends the work of a lane.
  enum Bound { case over, released }

  let number: Int
  private let lines: StampedLines
  private let held: Set<String>
  private let waitingLock = WaitingLock()
  private var session: (any Session)?
  private var isOver = false
  private var work: [String: [Work]] = [:]
  private var claimed: Set<String> = []
  // The program's names; positions in the order in which they were first heard.
  private var queues: [String: QueueID] = [:]
  private var operations: [String: OperationID] = [:]
  private var operationNames: [String] = []
  // Callbacks that were entered, and the stamps of those that are still inside.
  private var entries: [Callback: Int] = [:]
  private var inside: [Callback: Int] = [:]
  private var churn: [HeapChurn] = []

  init(_ number: Int, held: [String], lines: StampedLines) {
    self.number = number
    self.held = Set(held)
    self.lines = lines
  }

  deinit {
    for churn in churn { churn.release() }
  }

  func begin(_ subject: any Subject) {
    let session = subject.session(self)
    waitingLock.withLock { self.session = session }
  }

  /// Ends the program: everything that is held returns.
  func close() {
    waitingLock.withLock {
      isOver = true
      waitingLock.broadcast()
    }
  }

  // MARK: Lanes

  func hand(_ call: WireCall) { hand(.call(call), to: call.lane) }

  func release(_ lane: String) { hand(.release, to: lane) }

  private func hand(_ item: Work, to lane: String) {
    waitingLock.withLock {
      work[lane, default: []].append(item)
      waitingLock.broadcast()
    }
  }

  /// Takes a lane for a thread; false if another one has it.
  func claim(_ lane: String) -> Bool { waitingLock.withLock { claimed.insert(lane).inserted } }

  /// Runs the calls of a lane, in order, until the program is over or the lane is released.
  func work(_ lane: String, until bound: Bound) {
    while let item = next(lane) {
      switch item {
      case .release: if bound == .released { return }
      case .call(let call):
        guard let called = lines.take(for: number) else { return }
        let outcome = perform(call.action)
        lines.tell(for: number) { stamp in
          .reply(id: call.id, called: called, returned: stamp, outcome)
        }
      }
    }
  }

  private func next(_ lane: String) -> Work? {
    waitingLock.withLock {
      while !isOver {
        if let first = work[lane]?.first {
          work[lane]?.removeFirst()
          return first
        }
        waitingLock.wait()
      }
      return nil
    }
  }

  // MARK: Calls

  private func perform(_ action: WireCall.Action) -> WireOutcome {
    guard let session = waitingLock.withLock({ isOver ? nil : session }) else { return .unknown }
    switch action {
    case .mark: break
    case .makeQueue(let name): session.make(queue(name))
    case .makeOperation(let name, let kind, let blocks, let position):
      session.make(operation(name, at: position), kind: kind, blocks: blocks)
    case .drop(let name):
      session.drop(handle(name))
      waitingLock.withLock { churn.append(HeapChurn()) }
    case .verb(let verb, let name, let value):
      let target: Handle =
        verb.entry.family == .queue ? .queue(queue(name)) : .operation(operation(name))
      guard let argument = value.argument(of: verb, { self.operation($0) }) else {
        return .unsupported
      }
      return WireOutcome(session.perform(Command(verb, target, argument))) { self.name($0) }
    }
    return .returned(.none)
  }

  private func queue(_ name: String) -> QueueID {
    waitingLock.withLock {
      if let known = queues[name] { return known }
      let id = QueueID(queues.count)
      queues[name] = id
      return id
    }
  }

  private func operation(_ name: String, at position: Int? = nil) -> OperationID {
    waitingLock.withLock {
      if let known = operations[name] { return known }
      // What is declared and not made, such as a bare block, has a position too.
      while let position, operationNames.count < position { operationNames.append("") }
      let id = OperationID(operationNames.count)
      operations[name] = id
      operationNames.append(name)
      return id
    }
  }

  private func handle(_ name: String) -> Handle {
    if let known = waitingLock.withLock({ queues[name] }) { return .queue(known) }
    return .operation(operation(name))
  }

  private func name(_ operation: OperationID) -> String {
    waitingLock.withLock { operationNames[operation.index] }
  }

  // MARK: Callbacks

  func enter(_ callback: Callback) -> Entry {
    let name = CallbackName(
      operation: name(callback.operation), point: callback.point, index: callback.index
    ).text
    let isHeld = held.contains(name)
    if callback.point == .isReady, !isHeld { return Entry(nil) }
    // Counted under the lock of the lines: the first line is that of the first run.
    var run: Callback?
    lines.tell(for: number) { stamp in
      run = note(callback, at: stamp)
      return .enter(of: name, at: stamp)
    }
    if isHeld, run?.occurrence == 1 { work(name, until: .released) }
    return Entry(run)
  }

  private func note(_ callback: Callback, at stamp: Int) -> Callback {
    waitingLock.withLock {
      entries[callback.first, default: 0] += 1
      let run = Callback(
        callback.operation, callback.point, index: callback.index,
        occurrence: entries[callback.first, default: 1])
      inside[run] = stamp
      return run
    }
  }

  func leave(_ entry: Entry) {
    guard let run = entry.callback,
      let entered = waitingLock.withLock({ inside.removeValue(forKey: run) })
    else { return }
    let name = CallbackName(
      operation: name(run.operation), point: run.point, index: run.index
    ).text
    lines.tell(for: number) { .leave(of: name, entered: entered, at: $0) }
  }
}
