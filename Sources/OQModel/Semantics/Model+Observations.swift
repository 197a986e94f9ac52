import OQHistory
import OQSpecification

extension Model {
  /// A lane makes a call: it is open from here on and takes effect later.
  ///
  /// - Parameters:
  ///   - id: the call's position in the history; its command is in ``commands``.
  ///   - state: the state, which becomes the one after the event.
  package func call(_ id: Int, _ state: inout State) {
    var call = CallState(id: id)
    let command = commands[id]
    switch command.verb {
    case .waitAll:
      if let queue = command.queue {
        call.todo = listed(in: queue.index, state).subtracting(state.finished)
      }
    case .add, .addBlock, .addGroup, .addGroupWaiting: call.after = state.returnedAdds
    // Thread priorities are no part of the state.
    case .setThreadPriority: call.stage = .done
    default: break
    }
    state.calls.append(call)
  }

  /// Whether an open call may return normally or with a rejection, as its effect was.
  ///
  /// - Parameters:
  ///   - position: position of the call in the state's open calls.
  ///   - state: any reachable state.
  /// - Returns: whether it has taken its whole effect, and what it waits for has come.
  /// - Complexity: O(open calls).
  package func mayReturn(_ position: Int, _ state: State) -> Bool {
    let call = state.calls[position]
    let command = commands[call.id]
    if guards.contains(.wakesEarly), [.wait, .waitAll].contains(command.verb) { return true }
    switch command.verb {
    case .observe, .observeQueue: return true
    case .wait:
      return command.operation.map { state.operations[$0.index].isFinished } ?? false
    case .waitAll: return call.todo.subtracting(state.finished).isEmpty
    case .addGroupWaiting where call.stage == .underway:
      return call.todo.subtracting(state.finished).isEmpty
    case .start where call.stage == .underway:
      return guards.contains(.returnsEarly)
        || command.operation.map { isStartThrough($0.index, state) } ?? false
    default: return call.stage == .done
    }
  }

  /// Whether a manual start that took effect may return.
  private func isStartThrough(_ index: Int, _ state: State) -> Bool {
    let operation = state.operations[index]
    guard overridesStart(index) else { return operation.phase == .finished }
    // An override runs on the caller's thread; inside a queue it cannot be told whose call it is.
    guard operation.owner == OperationState.nobody else {
      return operation.startsDue == 0 || operation.phase == .finished
    }
    let open = state.calls.filter {
      $0.stage == .underway && commands[$0.id].verb == .start
        && commands[$0.id].operation?.index == index
    }
    return open.count > Int(operation.startsDue) + Int(operation.starts)
  }

  /// A call returns.
  ///
  /// - Parameters:
  ///   - position: position of the call in the state's open calls.
  ///   - rejected: whether it was answered by an error.
  ///   - state: the state, which becomes the one after the event.
  package func returns(_ position: Int, rejected: Bool, _ state: inout State) {
    let command = commands[state.calls[position].id]
    state.calls.remove(at: position)
    guard let queue = command.queue, !rejected else { return }
    if command.verb == .suspend { settleSuspension(queue.index, &state) }
    if command.verb.isAdd, profile == .reference {
      for operand in command.operands { state.returnedAdds.insert(operand.index) }
    }
  }

  /// Whether client code may be entered.
  ///
  /// - Parameters:
  ///   - callback: which code; the occurrence does not matter.
  ///   - state: any reachable state.
  /// - Returns: whether the code is due.
  package func mayEnter(_ callback: Callback, _ state: State) -> Bool {
    let operation = state.operations[callback.operation.index]
    guard callback.index <= BlockCounts.numbers else { return false }
    switch callback.point {
    case .body:
      guard operation.phase == .executing else { return false }
      return operation.begun[callback.index] < operation.blocks[callback.index]
        || guards.contains(.repeatsBody) && operation.begun[callback.index] == 1
    case .completion: return operation.due[callback.index] > 0
    case .start: return operation.startsDue > 0
    case .isReady, .observer, .registration, .cancellation: return true
    }
  }

  /// Client code is entered.
  ///
  /// - Parameters:
  ///   - callback: which code, which may be entered.
  ///   - state: the state, which becomes the one after the event.
  package func enter(_ callback: Callback, _ state: inout State) {
    let index = callback.operation.index
    switch callback.point {
    case .body:
      if state.operations[index].begun.isEmpty { useCredit(index, &state) }
      state.operations[index].begun[callback.index] += 1
      state.operations[index].running[callback.index] += 1
    case .completion:
      state.operations[index].due[callback.index] -= 1
      state.operations[index].completing += 1
    case .start:
      useCredit(index, &state)
      state.operations[index].startsDue -= 1
      state.operations[index].starts += 1
    case .isReady: state.operations[index].getters += 1
    case .observer, .registration, .cancellation: break
    }
  }

  /// An operation of a suspended queue begins: one less may.
  private func useCredit(_ index: Int, _ state: inout State) {
    let operation = state.operations[index]
    guard operation.flags.contains(.slot) else { return }
    let queue = state.queues[Int(operation.owner)]
    guard queue.suspended, queue.credit > 0, queue.credit != QueueState.unbounded else { return }
    state.queues[Int(operation.owner)].credit -= 1
  }

  /// Whether client code that was entered may return.
  ///
  /// - Parameters:
  ///   - callback: which code; the occurrence does not matter.
  ///   - state: any reachable state.
  /// - Returns: false only where it was not entered.
  package func mayLeave(_ callback: Callback, _ state: State) -> Bool {
    let operation = state.operations[callback.operation.index]
    switch callback.point {
    case .body:
      return callback.index <= BlockCounts.numbers && operation.running[callback.index] > 0
    case .completion: return operation.completing > 0
    case .start: return operation.starts > 0
    case .isReady: return operation.getters > 0
    case .observer, .registration, .cancellation: return true
    }
  }

  /// Client code returns.
  ///
  /// - Parameters:
  ///   - callback: which code, which may return.
  ///   - state: the state, which becomes the one after the event.
  package func leave(_ callback: Callback, _ state: inout State) {
    let index = callback.operation.index
    switch callback.point {
    case .body: state.operations[index].running[callback.index] -= 1
    case .completion: state.operations[index].completing -= 1
    case .start: state.operations[index].starts -= 1
    case .isReady: state.operations[index].getters -= 1
    case .observer, .registration, .cancellation: break
    }
  }
}
