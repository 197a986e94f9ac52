import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// PRIO-7: operations of equal priority are started in the order in which they were added.
  ///
  /// Only profile reference promises this. The rule is judged in a queue whose limit always was 1.
  /// Every operation that may be waiting there is ready, was never cancelled, and has the same
  /// priority, set before its add (ND-1, ND-11).
  ///
  /// Let x begin, and y not have begun, although the add of y had returned before that of x was
  /// called. Whenever x was in the queue y was there, ready and waiting. So x was not the first
  /// when it was chosen. What else may have waited then had been offered by the begin of x and had
  /// not begun: with one slot each choice comes after the end of the operation chosen before.
  /// Members of one group are not compared.
  static let equalsKeepTheirOrder = Checker("PRIO-7") { index, profile, judgement in
    guard profile == .reference else { return }
    for queue in index.queues where queue.declaration.limit == 1 {
      // Under a larger limit begins are not in the order of choices.
      guard queue.calls(.setLimit).allSatisfy(\.isRejected) else { continue }
      guard let choices = Choices(in: queue.id, index) else { continue }
      var unbegun = choices.waiting.mapValues { Unbegun($0) }
      var company = WaitingLevels(queue, choices, index)
      for begin in choices.begins {
        let x = begin.chosen
        unbegun[x.priority]?.strike(x)
        guard begin.running == 1, company.isAlone(x.priority, at: begin.ticket),
          let add = index.onlyAdd(of: x.operation)
        else { continue }
        let contexts = ["limit 1"] + begin.contexts
        if let y = unbegun[x.priority]?.first(knownBefore: add.called, count: 1).first {
          judgement.violate(
            "\(index.name(x.operation)), added to \(index.name(queue.id)) at \(add.called), began at"
              + " \(begin.ticket) before \(index.name(y.operation)), of equal priority, which had been"
              + " added by \(y.known)",
            events: [index.onlyAdd(of: y.operation)?.called, y.known, add.called, begin.ticket],
            in: contexts)
        } else if let y = unbegun[x.priority]?.first(knownBefore: begin.chosenAfter, count: 1)
          .first,
          index.onlyAdd(of: y.operation)?.called ?? 0 > x.known
        {
          judgement.hold(x.known, y.known, begin.ticket, in: contexts)
        }
      }
    }
  }
}

/// How many operations may be waiting in a queue, by priority, from begin to begin.
private struct WaitingLevels {
  // Tickets at which an operation may come to wait, and those at which it certainly has begun.
  private var changes: [(ticket: Ticket, level: Priority?, step: Int)] = []
  private var next = 0
  private var counts: [Priority: Int] = [:]
  private var total = 0

  /// Collects the changes; what cannot be compared has no level.
  ///
  /// - Complexity: O(n log n) in the operations of the queue.
  init(_ queue: HistoryIndex.QueueRecord, _ choices: Choices, _ index: HistoryIndex) {
    let levels = Dictionary(
      choices.waiting.flatMap { level, candidates in candidates.map { ($0.operation, level) } },
      uniquingKeysWith: { first, _ in first })
    for operation in Set(queue.adds.flatMap(\.command.operands)) {
      let record = index[operation]
      // A bare block waits anew with each add.
      let isBare = record.declaration.kind == .closure
      let adds = record.possibleAdds.prefix(isBare ? .max : 1).map(\.called)
      for add in adds { changes.append((add, levels[operation], 1)) }
      // What a refused add names may have begun by hand, and never waited.
      guard let first = adds.first else { continue }
      let begins = isBare ? record.bodies.map(\.begin) : [record.begin].compactMap(\.self)
      for begin in begins where begin > first { changes.append((begin, levels[operation], -1)) }
    }
    changes.sort { $0.ticket < $1.ticket }
  }

  /// Whether everything that may be waiting at the begin of an operation has its priority.
  ///
  /// - Parameters:
  ///   - level: the priority of the operation.
  ///   - ticket: its begin, not before that of an earlier question.
  /// - Returns: whether nothing else, and nothing that cannot be compared, may be waiting.
  /// - Complexity: amortized O(1).
  mutating func isAlone(_ level: Priority, at ticket: Ticket) -> Bool {
    while next < changes.count, changes[next].ticket <= ticket {
      let change = changes[next]
      total += change.step
      if let level = change.level { counts[level, default: 0] += change.step }
      next += 1
    }
    return total == counts[level, default: 0]
  }
}
