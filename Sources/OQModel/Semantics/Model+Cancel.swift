import OQHistory
import OQSpecification

extension Model {
  private static let checks = 0
  private static let stores = 1
  private static let finishes = 2
  private static let leaves = 3

  /// Whether a step of a cancel stores the cancellation.
  package static func isStore(_ move: Move) -> Bool {
    move.variant == stores || move.variant == finishes
  }

  /// The steps of cancelling one operation: check, then store, two instants of the call.
  ///
  /// Used by `cancel`, and by `cancelAll` for each operation of its snapshot.
  func cancelEffects(_ index: Int, _ position: Int, _ state: State, into moves: inout [Move]) {
    let operation = state.operations[index]
    let call = state.calls[position]
    // A call on several operations goes on until the last of them has been treated.
    let isLast = call.todo.subtracting(OperationSet(index)).isEmpty
    func step(_ variant: Int, _ branch: Branch?, ends: Bool = true) {
      moves.append(
        Move(
          transition: .cancel, operation: index, call: position, variant: variant, branch: branch,
          answer: ends && isLast ? .returned : .none))
    }
    if call.checked.contains(index) {
      let isOutside = mayFinishAtOnce(index, operation)
      step(Model.stores, operation.isFinished ? .nd39Cancelled : isOutside ? .nd21Unfinished : nil)
      if isOutside { step(Model.finishes, .nd21Finished) }
    } else if operation.isFinished {
      step(Model.leaves, .nd38None)
      // CANCEL-55 in profile reference.
      if profile != .reference { step(Model.stores, .nd38Cancelled) }
    } else {
      step(Model.checks, nil, ends: false)
    }
  }

  /// Whether a cancel may finish an operation at once: it is in no queue (ND-21).
  private func mayFinishAtOnce(_ index: Int, _ operation: OperationState) -> Bool {
    operation.phase == .new && operation.owner == OperationState.nobody && !overridesStart(index)
  }

  func applyCancel(_ move: Move, to state: inout State) {
    let index = move.operation
    switch move.variant {
    case Model.checks:
      state.calls[move.call].checked.insert(index)
      return
    case Model.stores: state.operations[index].flags.insert(.cancelled)
    case Model.finishes:
      state.operations[index].flags.insert(.cancelled)
      finish(index, &state)
    default: break
    }
    state.calls[move.call].checked.remove(index)
    state.calls[move.call].todo.remove(index)
  }
}

// MARK: Start and reports

extension Model {
  private static let runs = 0
  private static let skips = 1
  private static let nothing = 2
  private static let again = 3

  func startEffects(
    _ position: Int, _ command: Command, _ state: State, into moves: inout [Move]
  ) {
    let call = state.calls[position]
    guard let index = command.operation?.index, call.stage == .pending else { return }
    let operation = state.operations[index]
    func begin(_ variant: Int, _ branch: Branch?) {
      moves.append(effect(.startManually, position, command, variant: variant, branch, .none))
    }
    func ignore(_ branch: Branch?) {
      moves.append(effect(.startManually, position, command, variant: Model.nothing, branch))
    }
    func reject(_ branch: Branch?) {
      moves.append(effect(.startManually, position, command, branch, .rejected))
    }
    if overridesStart(index), operation.phase != .new || operation.isFinished {
      // The override itself is client code and decides.
      reject(.nd24StartRejected)
      ignore(.nd24StartIgnored)
      begin(Model.again, nil)
      return
    }
    switch operation.phase {
    case .new: newStartEffects(operation, index, begin: begin, reject: reject)
    case .queued, .dispatched:
      reject(.nd24StartRejected)
      ignore(.nd24StartIgnored)
      if isReady(operation) { begin(Model.runs, .nd24StartExecutes) }
      if operation.isCancelled { begin(Model.skips, .nd24StartExecutes) }
    case .starting, .executing, .ended:
      reject(nil)
      // A start that loses a race may return; one on a body that visibly runs may not (START-5).
      if operation.phase != .executing || operation.begun.isEmpty { ignore(nil) }
    case .finished:
      if profile != .reference { reject(.nd22Rejected) }
      if profile != .guide { ignore(.nd22Ignored) }
    }
  }

  private func newStartEffects(
    _ operation: OperationState, _ index: Int, begin: (Int, Branch?) -> Void,
    reject: (Branch?) -> Void
  ) {
    if isReady(operation) {
      begin(Model.runs, nil)
      return
    }
    let hasCondition = operation.flags.contains(.condition)
    if overridesStart(index) || guards.contains(.startsUnready) { begin(Model.runs, nil) }
    guard operation.isCancelled else {
      reject(nil)
      return
    }
    if !overridesStart(index) {
      begin(Model.skips, hasCondition ? .nd36Heeded : .nd35StartFinished)
    }
    if profile != .reference || !hasCondition { reject(hasCondition ? nil : .nd35StartRejected) }
  }

  func applyStart(_ move: Move, to state: inout State) {
    guard move.variant != Model.nothing else { return }
    let index = move.operation
    state.calls[move.call].stage = .underway
    let isFirst = !state.operations[index].isStarted
    if isFirst {
      if state.operations[index].owner != OperationState.nobody {
        state.queues[Int(state.operations[index].owner)].exempt = true
      }
      state.operations[index].flags.insert(.manual)
    }
    if move.variant == Model.again {
      state.operations[index].startsDue += 1
      return
    }
    if move.variant == Model.skips { state.operations[index].flags.insert(.skipOnly) }
    enterStart(index, &state)
  }

  func applyReport(_ move: Move, _ verb: Verb, to state: inout State) {
    let index = move.operation
    // No document says what a report before the start means: acceptors do not judge such histories.
    let operation = state.operations[index]
    guard operation.isStarted || operation.flags.contains(.manual) else { return }
    switch verb {
    case .reportExecuting: state.operations[index].flags.insert(.executing)
    case .reportFinished:
      state.operations[index].flags.remove(.executing)
      finishByReport(index, &state)
    case .storeFinished: state.operations[index].flags.insert(.finished)
    default:
      if operation.isFinished { finishByReport(index, &state) }
    }
  }

  /// A custom operation has reported its finish.
  ///
  /// If a client has started it while it waited in a queue, the queue may still call its start, and
  /// once only: no document lets it know that a client was faster (ND-24).
  private func finishByReport(_ index: Int, _ state: inout State) {
    if !state.operations[index].isStarted { enterStart(index, &state) }
    finish(index, &state)
  }
}
