import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// CANCEL-9: cancel-all neither stops nor awaits tasks that run.
  ///
  /// This is sound because cancel-all waits for nothing but client code that it may call itself:
  /// with no completion block, start or isReady held anywhere, it returns before nothing moves any
  /// more. That the task ends is EXEC-3's.
  static let cancelAllDoesNotWait = Checker("CANCEL-9", antecedent: [.cancelAll]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for queue in index.queues {
      for call in queue.calls(.cancelAll) where !call.hadNoEffect {
        guard let body = index.runningTask(of: queue.id, at: call.called) else { continue }
        if let returned = call.returned, body.contains(returned) {
          judgement.hold(
            body.begin, call.called, returned, body.end,
            in: index.limitContext(queue.id, except: "limit k"))
        } else if call.returned == nil, let stall, !stall.isFrozen, body.end == nil,
          stall.held.allSatisfy({ $0.callback.point == .body })
        {
          judgement.miss(
            at: stall,
            "\(index.words.text(call.command)), called at \(call.called), has not returned when "
              + "nothing moved any more at \(stall.ticket), while the task of "
              + "\(index.name(body.callback.operation)), begun at \(body.begin), runs",
            events: [body.begin, call.called], in: index.limitContext(queue.id, except: "limit k"))
        }
      }
    }
  }
}

extension HistoryIndex {
  /// A task of an operation of a queue that runs at a ticket: the one that ends last.
  ///
  /// - Complexity: O(operations of the queue).
  func runningTask(of queue: QueueID, at ticket: Ticket) -> Interval? {
    let operations = self[queue].adds.filter(\.succeeded).flatMap(\.command.operands)
    let running = operations.flatMap { self[$0].bodies }.filter { $0.contains(ticket) }
    return running.max { ($0.end ?? end) < ($1.end ?? end) }
  }
}
