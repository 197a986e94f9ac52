import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// ERR-51: a call that nothing forbids is not answered by an error.
  ///
  /// Sound because an error is blamed only where every state in which the call may have found its
  /// target allows it. A new operation is one that no other call of the history, made before this
  /// one came back, can have added, started, cancelled or reported: an add, a dependency, a
  /// completion block or another execution block is then accepted by each reading of the contract.
  /// What each profile refuses in some state is not judged: a limit of 0, a dependency that is
  /// there already, or that closes a cycle, a group that names an operation twice. The flag of
  /// suspension, a limit, a removal of a dependency, a cancel of all and a priority know no
  /// forbidden state. A cancel that raises is CANCEL-4's. A trap counts where the thread that died
  /// was inside the call.
  static let legalCallIsAccepted = Checker(
    "ERR-51",
    antecedent: [
      .add, .addGroup, .addGroupWaiting, .addBlock, .suspend, .resume, .setLimit, .cancelAll,
      .addDependency, .removeDependency, .setCompletion, .addExecutionBlock, .setPriority,
    ]
  ) { index, _, judgement in
    for call in index.calls {
      guard let returned = call.returned, call.succeeded || call.isRejected, call.isRecorded,
        index.isLegal(call, before: returned)
      else { continue }
      let contexts = cells(call.laneCell, in: ["from client", "from body", "from completion"])
      if call.succeeded {
        judgement.hold(call.called, returned, in: contexts)
      } else {
        judgement.violate(
          "'\(index.words.text(call.command))', called at \(call.called), was answered by an error "
            + "at \(returned), and nothing forbids it",
          events: [call.called, returned], in: contexts)
      }
    }
  }
}

extension HistoryIndex {
  /// Whether a call is allowed in every state in which it may have found its target.
  fileprivate func isLegal(_ call: Call, before returned: Ticket) -> Bool {
    let command = call.command
    switch command.verb {
    case .add, .addGroup, .addGroupWaiting:
      let operands = command.operands
      return !operands.isEmpty && Set(operands).count == operands.count
        && operands.allSatisfy { isNew($0, to: call, before: returned) }
    case .addBlock, .cancelAll, .removeDependency, .setPriority: return true
    case .suspend, .resume: return command.queue.map { !self[$0].declaration.isMain } ?? false
    case .setLimit:
      let limit = command.integer ?? 0
      return (limit == -1 || limit > 0)
        && command.queue.map { !self[$0].declaration.isMain } ?? false
    case .addDependency:
      guard let target = command.operation, let other = command.operands.first else {
        return false
      }
      return target != other && closesNoCycle(from: other, to: target, before: returned)
        && isNew(target, to: call, before: returned)
        && !self[target].declaration.dependencies.contains(other)
        && self[target].calls(.addDependency).allSatisfy {
          $0.id == call.id || $0.command.operands != [other] || $0.called > returned
        }
    case .setCompletion, .addExecutionBlock:
      guard let target = command.operation,
        command.verb == .setCompletion || self[target].declaration.kind == .block
      else { return false }
      return isNew(target, to: call, before: returned)
    default: return false
    }
  }

  /// Whether a dependency on an operation certainly closes no cycle: what the operation has ever
  /// depended on before a ticket, directly or not, leaves the target out.
  ///
  /// A dependency that was removed since counts like one that is there. So does one whose call
  /// had not come back: it may have been met.
  ///
  /// - Complexity: O(1): beyond a number of dependencies nothing is certain.
  private func closesNoCycle(
    from operation: OperationID, to target: OperationID, before ticket: Ticket
  ) -> Bool {
    var visited: Set = [operation]
    var open = [operation]
    var seen = 0
    while let next = open.popLast() {
      let record = self[next]
      let added = record.calls(.addDependency).lazy.prefix { $0.called <= ticket }
        .compactMap(\.command.operands.first)
      for other in [AnySequence(record.declaration.dependencies), AnySequence(added)].joined() {
        seen += 1
        guard other != target, seen <= Self.mostDependencies else { return false }
        if visited.insert(other).inserted { open.append(other) }
      }
    }
    return true
  }

  private static let mostDependencies = 32

  /// Whether no call but one can have added, started, cancelled or reported an operation before a
  /// ticket.
  private func isNew(_ operation: OperationID, to call: Call, before ticket: Ticket) -> Bool {
    let record = self[operation]
    let others = record.adds.prefix(2).first { $0.id != call.id }
    return others.map { $0.called > ticket } ?? true
      && record.manualStarts.first.map { $0.called > ticket } ?? true
      && !record.mayBeCancelled(before: ticket) && !record.mayHaveReported(before: ticket)
  }
}
