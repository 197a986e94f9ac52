import OQHistory
import OQModel

/// One action on a way through the states of a program.
package struct Happening: Sendable, Hashable {
  /// The transition that was taken, where it is one of the model's own.
  package let transition: TransitionID?
  /// The lane that shows it, where a recorder sees it.
  package let lane: Lane?
  /// What a recorder sees.
  package let event: Event.Kind?
  /// What has changed in the model, in words, such as `a: waiting → chosen`.
  package let changes: [String]
}

extension Play {
  /// What an action is to a reader.
  func happening(
    _ action: Action, _ signal: Signal?, from before: Scene, to after: Scene
  ) -> Happening {
    let event = signal.map { self.event($0) }
    var transition: TransitionID?
    if case .move(let move) = action { transition = move.transition }
    return Happening(
      transition: transition, lane: event?.lane, event: event?.kind,
      changes: changes(from: before.state, to: after.state))
  }

  private func changes(from before: State, to after: State) -> [String] {
    var changes: [String] = []
    for (index, operation) in stage.program.operations.enumerated() {
      let (old, new) = (before.operations[index], after.operations[index])
      var parts: [String] = []
      if old.phase != new.phase { parts.append("\(old.phase.word) → \(new.phase.word)") }
      parts += flags(old.flags, new.flags, hidden: old.phase != new.phase)
      if old.open != new.open {
        let names = new.open.map { stage.program.operations[$0].name }
        if new.open.isEmpty {
          if old.phase == new.phase { parts.append("waits for nobody") }
        } else {
          parts.append("waits for \(names.joined(separator: ", "))")
        }
      }
      if !parts.isEmpty { changes.append("\(operation.name): " + parts.joined(separator: ", ")) }
    }
    for (index, queue) in stage.program.queues.enumerated() {
      let (old, new) = (before.queues[index], after.queues[index])
      var parts: [String] = []
      if old.suspended != new.suspended { parts.append(new.suspended ? "suspended" : "resumed") }
      if old.limit != new.limit { parts.append(new.limit < 0 ? "no limit" : "limit \(new.limit)") }
      if old.slots != new.slots { parts.append("slots \(old.slots) → \(new.slots)") }
      if !parts.isEmpty { changes.append("\(queue.name): " + parts.joined(separator: ", ")) }
    }
    return changes
  }

  /// Flags that changed; of a change of phase, those that a reader would not expect from it.
  private func flags(
    _ old: OperationState.Flags, _ new: OperationState.Flags, hidden: Bool
  ) -> [String] {
    let expected: OperationState.Flags = [
      .known, .heeded, .readyAtAdd, .told, .slot, .executing, .finished, .listed,
    ]
    return OperationState.Flags.names.indices.compactMap { bit in
      let flag = OperationState.Flags(rawValue: 1 << UInt16(bit))
      guard old.contains(flag) != new.contains(flag), !(hidden && expected.contains(flag)) else {
        return nil
      }
      return (new.contains(flag) ? "+" : "-") + OperationState.Flags.names[bit]
    }
  }
}
