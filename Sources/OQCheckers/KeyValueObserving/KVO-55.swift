import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// KVO-55: a notification of isFinished while the value is false has no effect.
  ///
  /// From the call of the notification until the first call that may make the value true, the
  /// operation is unfinished for certain: it has its own `start`, and no cancel was called by then.
  /// What may only happen after a finish, and has a smaller ticket than that call, came too early:
  /// each such event is recorded after what it stands for. Dependents are judged as for DEP-13, and
  /// nothing where a cycle of dependencies may freeze the program (C-16). The slot is LIMIT-5's.
  static let emptyNotificationHasNoEffect = Checker("KVO-55", antecedent: [.notifyFinished]) {
    index, _, judgement in
    var dependents: [[Edge]]?
    guard !index.mayHaveCycle else { return }
    for record in index.operations where record.declaration.kind == .asynchronous {
      let until = record.mayReadFinished ?? index.end
      guard let notification = record.calls(.notifyFinished).first(where: { !$0.hadNoEffect }),
        notification.called < until, !record.mayBeCancelled(before: until)
      else { continue }
      let edges = dependents ?? index.certainDependents
      dependents = edges
      let effects = index.finishEffects(
        of: record, after: notification.called, edges[record.id.index])
      if let early = effects.first(where: { $0.ticket < until }) {
        let finish = record.mayReadFinished.map { "first reported at \($0)" } ?? "never reported it"
        judgement.violate(
          "\(early.words) although \(index.name(record.id)) had only sent a notification at"
            + " \(notification.called) and \(finish)",
          events: [notification.called, early.ticket, record.mayReadFinished], in: early.contexts)
      } else if let late = effects.first, notification.returned(before: until) {
        judgement.hold(notification.called, until, late.ticket, in: late.contexts)
      }
    }
  }
}

/// An event that may only come after the finish of an operation.
private struct FinishEffect {
  /// Ticket of the event.
  let ticket: Ticket
  /// The event in words, with its ticket.
  let words: String
  /// The cells of the case.
  let contexts: [String]
}

extension HistoryIndex {
  /// What may only come after the finish of an operation and was recorded after a ticket, in order.
  ///
  /// - Complexity: O(calls on the operation and its queue, and on its dependents).
  fileprivate func finishEffects(
    of record: OperationRecord, after ticket: Ticket, _ dependents: [Edge]
  ) -> [FinishEffect] {
    let x = name(record.id)
    let queue = onlyAdd(of: record.id)?.command.queue
    let limit = queue.map { limitContext($0) } ?? []
    var effects = record.completions.map {
      FinishEffect(
        ticket: $0.begin, words: "the completion block of \(x) began at \($0.begin)",
        contexts: limit)
    }
    for wait in record.calls(.wait) where wait.succeeded {
      guard let returned = wait.returned else { continue }
      effects.append(
        FinishEffect(
          ticket: returned, words: "a wait for \(x) returned at \(returned)", contexts: limit))
    }
    for edge in dependents {
      let dependent = self[edge.dependent]
      guard let begin = dependent.begin ?? dependent.starts.first?.begin, edge.exists(at: begin),
        dependent.declaration.kind != .conditional, !dependent.mayBeCancelled(before: begin),
        dependent.hasDefaultStart || dependent.manualStarts.isEmpty,
        links(of: edge.dependent).contains(where: { $0.dependency == record.id && $0.isSimple })
      else { continue }
      effects.append(
        FinishEffect(
          ticket: begin,
          words: "\(name(edge.dependent)), which depends on \(x), began at \(begin)",
          contexts: placeContext(edge.dependent, record.id)))
    }
    for read in queue.map({ self[$0].calls(.operations) }) ?? [] where read.called > ticket {
      guard let listed = read.outcome?.operations, let returned = read.returned,
        !listed.contains(record.id), let add = record.acceptedAdd,
        add.succeeded(before: read.called)
      else { continue }
      effects.append(
        FinishEffect(
          ticket: returned, words: "a list without \(x) was returned at \(returned)",
          contexts: limit))
    }
    return effects.filter { $0.ticket > ticket }.sorted { $0.ticket < $1.ticket }
  }
}
