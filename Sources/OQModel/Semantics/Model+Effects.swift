import OQHistory
import OQSpecification

extension Model {
  /// Every step that an open call may take in a state.
  ///
  /// Reads take none here: see ``admits(_:_:_:)``.
  ///
  /// - Parameters:
  ///   - position: position of the call in the state's open calls.
  ///   - state: any reachable state.
  ///   - moves: the steps are appended here.
  /// - Complexity: O(operations²) at most.
  package func effects(of position: Int, _ state: State, into moves: inout [Move]) {
    let call = state.calls[position]
    guard call.stage != .done else { return }
    let command = commands[call.id]
    switch command.verb {
    case .add, .addBlock, .addGroup, .addGroupWaiting:
      addEffects(position, command, state, into: &moves)
    case .addBarrier, .suspend, .resume, .setLimit, .cancelAll:
      queueEffects(position, command, state, into: &moves)
    case .addDependency, .removeDependency:
      dependencyEffects(position, command, state, into: &moves)
    case .setPriority, .setRawPriority, .setCompletion, .addExecutionBlock:
      propertyEffects(position, command, state, into: &moves)
    case .cancel:
      if let target = command.operation {
        cancelEffects(target.index, position, state, into: &moves)
      }
    case .start: startEffects(position, command, state, into: &moves)
    case .setCondition, .notifyReady:
      moves.append(
        effect(command.verb == .setCondition ? .setCondition : .notifyReady, position, command))
    case .reportExecuting, .reportFinished, .storeFinished, .notifyFinished:
      moves.append(effect(.report, position, command))
    case .wait, .waitAll: break
    // Reads, and what the model says nothing of.
    default: break
    }
  }

  /// A step of a call on its target.
  func effect(
    _ transition: TransitionID, _ position: Int, _ command: Command, variant: Int = 0,
    _ branch: Branch? = nil, _ answer: Move.Answer = .returned
  ) -> Move {
    Move(
      transition: transition, operation: command.operation?.index ?? -1,
      other: command.operands.first?.index ?? -1, call: position, variant: variant, branch: branch,
      answer: answer)
  }

  /// Performs a step of a call.
  func applyEffect(_ move: Move, to state: inout State) {
    let command = commands[state.calls[move.call].id]
    if move.answer == .rejected, move.transition != .addGroup { return }
    switch move.transition {
    case .add, .addGroup: applyAdd(move, command, to: &state)
    case .addBarrier, .setSuspended, .setLimit, .cancelAll:
      applyQueueEffect(move, command, to: &state)
    case .addDependency: applyAddDependency(move, to: &state)
    case .removeDependency: applyRemoveDependency(move, to: &state)
    case .setPriority, .setCompletion, .addExecutionBlock:
      applyProperty(move, command, to: &state)
    case .cancel: applyCancel(move, to: &state)
    case .startManually: applyStart(move, to: &state)
    case .setCondition:
      if case .boolean(let value) = command.argument {
        if value {
          state.operations[move.operation].flags.insert(.condition)
        } else {
          state.operations[move.operation].flags.remove(.condition)
        }
      }
      state.operations[move.operation].flags.remove(.told)
    case .notifyReady: state.operations[move.operation].flags.insert(.told)
    case .report: applyReport(move, command.verb, to: &state)
    case .read: break
    default: preconditionFailure("\(move.transition) is not the effect of a call")
    }
  }
}

// MARK: Dependencies

extension Model {
  // Variants of a removal.
  private static let delays = 1
  private static let waits = 2
  private static let keepsOne = 4
  private static let keepsMore = 8
  // Variants of an addition.
  private static let lists = 1
  private static let opens = 2
  private static let doubles = 4
  private static let repeats = 8

  func dependencyEffects(
    _ position: Int, _ command: Command, _ state: State, into moves: inout [Move]
  ) {
    guard let target = command.operation?.index, let other = command.operands.first?.index else {
      return
    }
    let operation = state.operations[target]
    if command.verb == .removeDependency {
      if operation.hasRepeated, isRepeated(other, of: target) {
        removeRepeatedEffects(position, command, operation, other, into: &moves)
      } else {
        removeEffects(position, command, operation, other, into: &moves)
      }
      return
    }
    func add(_ variant: Int, _ branch: Branch? = nil) {
      moves.append(effect(.addDependency, position, command, variant: variant, branch))
    }
    func reject(_ branch: Branch?) {
      moves.append(effect(.addDependency, position, command, branch, .rejected))
    }
    if other == target {
      // A third outcome, that the call hangs, is the absence of any step.
      let counts = operation.isStarted ? 0 : Model.opens
      add(counts)
      add(counts | Model.lists)
      reject(nil)
    } else if operation.dependencies.contains(other)
      || operation.hasRepeated && isRepeated(other, of: target)
    {
      // It may count once more, and then nobody owes a second release (ND-28).
      let mayCount =
        !operation.isStarted
        && (!operation.open.contains(other) || operation.removed.contains(other))
      for counts in mayCount ? [0, Model.opens] : [0] {
        add(Model.repeats | Model.lists | counts, .nd28Once)
        add(Model.repeats | Model.lists | Model.doubles | counts, .nd28Twice)
      }
      reject(.nd28Rejected)
    } else if operation.isStarted {
      add(0, .nd7Ignored)
      add(Model.lists, .nd7Honoured)
      if profile != .reference { reject(.nd7Rejected) }
    } else if operation.phase != .new {
      add(Model.lists, .nd7Ignored)
      add(Model.lists | Model.opens, .nd7Honoured)
      reject(.nd7Rejected)
    } else {
      let isFinished = state.operations[other].isFinished
      add(Model.lists | Model.opens, isFinished ? .nd41Delayed : nil)
      if isFinished { add(Model.lists, .nd41Released) }
      if reaches(target, from: other, state) { reject(nil) }
    }
  }

  private func removeEffects(
    _ position: Int, _ command: Command, _ operation: OperationState, _ other: Int,
    into moves: inout [Move]
  ) {
    let counts = operation.open.contains(other)
    moves.append(effect(.removeDependency, position, command, counts ? .nd37Honoured : nil))
    guard counts else { return }
    moves.append(
      effect(.removeDependency, position, command, variant: Model.delays, .nd5Delayed))
    if operation.phase == .queued, profile != .reference {
      moves.append(
        effect(.removeDependency, position, command, variant: Model.waits, .nd37Waits))
    }
  }

  /// What one removal does to a dependency that was added more than once is not judged: it may be
  /// listed as often as before, once, or no more, and count as long as it likes (ND-28).
  private func removeRepeatedEffects(
    _ position: Int, _ command: Command, _ operation: OperationState, _ other: Int,
    into moves: inout [Move]
  ) {
    let release = operation.open.contains(other) ? Model.delays : 0
    moves.append(effect(.removeDependency, position, command, variant: release))
    guard operation.dependencies.contains(other) else { return }
    moves.append(
      effect(.removeDependency, position, command, variant: release | Model.keepsOne))
    guard operation.twice.contains(other) else { return }
    moves.append(
      effect(.removeDependency, position, command, variant: release | Model.keepsMore))
  }

  /// Whether a dependency is added more than once by the declarations and commands known so far.
  func isRepeated(_ other: Int, of target: Int) -> Bool { makings(other, of: target) > 1 }

  /// How often the declarations and commands known so far add a dependency.
  ///
  /// - Complexity: O(commands).
  func makings(_ other: Int, of target: Int) -> Int {
    let made = commands.count { command in
      command.verb == .addDependency && command.operation?.index == target
        && command.operands.first?.index == other
    }
    return made + (initial.operations[target].dependencies.contains(other) ? 1 : 0)
  }

  /// Whether a chain of dependencies leads from one operation to another.
  private func reaches(_ goal: Int, from start: Int, _ state: State) -> Bool {
    var seen = OperationSet(start)
    var pending = seen
    while let next = pending.first(where: { _ in true }) {
      pending.remove(next)
      if next == goal { return true }
      let fresh = state.operations[next].dependencies.subtracting(seen)
      seen = seen.union(fresh)
      pending = pending.union(fresh)
    }
    return false
  }

  func applyAddDependency(_ move: Move, to state: inout State) {
    let (target, other) = (move.operation, move.other)
    if move.variant & Model.repeats != 0 { state.operations[target].hasRepeated = true }
    if move.variant & Model.lists != 0 { state.operations[target].dependencies.insert(other) }
    if move.variant & Model.doubles != 0 { state.operations[target].twice.insert(other) }
    if move.variant & Model.opens != 0 {
      state.operations[target].open.insert(other)
      state.operations[target].removed.remove(other)
    }
  }

  func applyRemoveDependency(_ move: Move, to state: inout State) {
    let (target, other) = (move.operation, move.other)
    let kept = move.variant & (Model.keepsOne | Model.keepsMore)
    if kept == 0 { state.operations[target].dependencies.remove(other) }
    if kept != Model.keepsMore { state.operations[target].twice.remove(other) }
    switch move.variant & (Model.delays | Model.waits) {
    case 0:
      state.operations[target].open.remove(other)
      state.operations[target].removed.remove(other)
    case Model.delays: state.operations[target].removed.insert(other)
    // The queue goes on waiting until the dependency finishes (ND-37).
    default: break
    }
  }
}

// MARK: Properties

extension Model {
  func propertyEffects(
    _ position: Int, _ command: Command, _ state: State, into moves: inout [Move]
  ) {
    guard let target = command.operation?.index else { return }
    let operation = state.operations[target]
    switch command.verb {
    case .setPriority, .setRawPriority:
      moves.append(effect(.setPriority, position, command))
    case .setCompletion: completionEffects(position, command, operation, into: &moves)
    default: blockEffects(position, command, operation, into: &moves)
    }
  }

  private func completionEffects(
    _ position: Int, _ command: Command, _ operation: OperationState, into moves: inout [Move]
  ) {
    if operation.phase <= .queued {
      moves.append(effect(.setCompletion, position, command))
      return
    }
    moves.append(effect(.setCompletion, position, command, .nd23Rejected, .rejected))
    let isCertainlyLate =
      operation.phase == .finished || (operation.phase == .executing && !operation.begun.isEmpty)
    // DONE-7 in profile guide.
    if profile == .guide, isCertainlyLate { return }
    moves.append(effect(.setCompletion, position, command, variant: 2, .nd23Ignored))
    if operation.flags.contains(.completed) {
      moves.append(effect(.setCompletion, position, command, variant: 1, .nd23LateRun))
    } else {
      moves.append(effect(.setCompletion, position, command, .nd23Replaced))
    }
  }

  private func blockEffects(
    _ position: Int, _ command: Command, _ operation: OperationState, into moves: inout [Move]
  ) {
    let adds = effect(.addExecutionBlock, position, command, .nd44Added)
    let ignores = effect(.addExecutionBlock, position, command, variant: 1, .nd44Ignored)
    let rejects = effect(.addExecutionBlock, position, command, .nd44Rejected, .rejected)
    if operation.isFinished || operation.phase == .ended {
      moves.append(rejects)
      if profile != .reference || !operation.isFinished { moves.append(ignores) }
      return
    }
    switch operation.phase {
    case .new, .queued: moves.append(effect(.addExecutionBlock, position, command))
    case .dispatched, .starting: moves += [adds, ignores]
    default:
      moves.append(rejects)
      // BLOCK-51: profile reference asks for a raise once the operation visibly executes.
      if profile != .reference || operation.begun.isEmpty { moves += [adds, ignores] }
    }
  }

  func applyProperty(_ move: Move, _ command: Command, to state: inout State) {
    let target = move.operation
    let number = command.integer ?? 0
    switch move.transition {
    case .setPriority:
      guard let priority = command.priority else { return }
      let level = Model.level(priority)
      state.operations[target].priority = level
      if state.operations[target].phase == .queued {
        state.operations[target].levels |= 1 << level
      }
    case .setCompletion:
      switch move.variant {
      case 0: state.operations[target].completion = UInt8(number)
      case 1: if number > 0 { state.operations[target].due[number] += 1 }
      default: break
      }
    default:
      guard move.variant == 0 else { return }
      precondition(
        state.operations[target].blocks[number] < BlockCounts.most,
        "a block is added at most \(BlockCounts.most) times")
      state.operations[target].blocks[number] += 1
    }
  }
}
