import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// PRIO-8: an operation of higher priority does not pre-empt one that has started.
  ///
  /// This is sound because in a queue whose limit always was 1 the running task holds the only slot
  /// from before its begin until after its end. An operation that was added in between and was not
  /// started by hand begins later.
  static let priorityDoesNotPreempt = Checker("PRIO-8") { index, _, judgement in
    for queue in index.queues where queue.declaration.limit == 1 {
      let members = queue.adds.filter { !$0.hadNoEffect }.flatMap(\.command.operands)
      guard queue.calls(.setLimit).allSatisfy(\.isRejected),
        members.allSatisfy({ index[$0].manualStarts.allSatisfy(\.isRejected) })
      else { continue }
      let bodies = Set(members).filter { index.onlyAdd(of: $0) != nil }
        .flatMap { index[$0].bodies }.sorted { $0.begin < $1.begin }
      for add in queue.adds where !add.hadNoEffect {
        guard let running = last(of: bodies, before: add.called), running.contains(add.called)
        else { continue }
        let low = running.callback.operation
        for operation in add.command.operands {
          guard index.onlyAdd(of: operation) == add, index.outranks(operation, low),
            let begin = index[operation].begin
          else { continue }
          if running.contains(begin) {
            judgement.violate(
              "\(index.name(operation)), of higher priority, began at \(begin) in "
                + "\(index.name(queue.id)) while the task of \(index.name(low)), begun at "
                + "\(running.begin), held the only slot",
              events: [running.begin, add.called, begin, running.end],
              in: ["limit 1", "held slots"])
          } else {
            judgement.hold(
              running.begin, add.called, running.end, begin, in: ["limit 1", "held slots"])
          }
        }
      }
    }
  }

  /// The last of some intervals, sorted by begin, that begins before a ticket.
  private static func last(of bodies: [Interval], before ticket: Ticket) -> Interval? {
    var low = 0
    var high = bodies.count
    while low < high {
      let middle = (low + high) / 2
      if bodies[middle].begin < ticket { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? bodies[low - 1] : nil
  }
}
