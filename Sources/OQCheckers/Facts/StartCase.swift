import OQHistory
import OQSpecification

/// An operation of a queue that has begun, or whose begin is owed where nothing moves any more.
struct StartCase: Sendable {
  /// The operation.
  let operation: OperationID
  /// Its queue.
  let queue: QueueID
  /// The add that put it there.
  let add: Call
  /// Ticket of the begin of its task or of its own `start`; nil where it is owed.
  let begin: Ticket?
  /// What last let it go ahead.
  let release: Release
  /// Whether the client dropped its references after the call of the add and before the begin, or
  /// before nothing moved.
  let isDropped: Bool
}

extension HistoryIndex {
  /// The operations that queues started, and those without dependencies in the way whose begin is
  /// owed and has not come, in order of declaration.
  ///
  /// What is owed is what ``Stall/owesBegin(_:countingOwed:)`` says; where a dependency was last in
  /// the way, the missing begin belongs to the rules about dependencies.
  ///
  /// - Returns: one case for each operation; those that owe nothing have none.
  /// - Complexity: O(n log n) in the events, once for each reading of the contract.
  func startCases(_ stall: Stall?) -> [StartCase] {
    guard let stall else { return fact(.casesInCore) { findStartCases(nil) } }
    guard stall.isMeasured else { return findStartCases(stall) }
    return fact(.cases(stall.profile)) { findStartCases(stall) }
  }

  private func findStartCases(_ stall: Stall?) -> [StartCase] {
    let releases = fact(.releases) {
      zip(queues, occupancies).map { QueueReleases($0, $1, self) }
    }
    return operations.compactMap { record in
      guard let add = record.acceptedAdd ?? waitingGroup(of: record),
        let queue = add.command.queue
      else { return nil }
      let begin = record.begin ?? record.starts.first?.begin
      let now: Ticket
      if let begin {
        guard record.startingQueue(at: begin) == queue else { return nil }
        now = begin
      } else {
        guard let stall, stall.owesBegin(record.id), case .none = stall.obstacle(of: record.id)
        else { return nil }
        now = stall.ticket
      }
      return StartCase(
        operation: record.id, queue: queue, add: add, begin: begin,
        release: releases[queue.index].last(
          added: add.returned ?? add.called, before: now, isMissing: begin == nil),
        isDropped: record.drops.contains { $0 > add.called && $0 < now })
    }
  }

  /// The group that put an operation into its queue and waits for it.
  private func waitingGroup(of record: OperationRecord) -> Call? {
    guard record.possibleAdds.count == 1, let add = record.possibleAdds.first,
      add.command.verb == .addGroupWaiting, add.returned == nil
    else { return nil }
    return add
  }
}

extension HistoryIndex {
  /// `x has not begun although it is ready in the running queue q and nothing moved any more at 7`,
  /// with what happened last.
  ///
  /// - Parameters:
  ///   - one: a case without a begin.
  ///   - stall: the quiescence.
  ///   - what: what let the operation go ahead, such as `was resumed at 5`.
  /// - Returns: the sentence.
  func missedBegin(_ one: StartCase, _ stall: Stall, _ what: String) -> String {
    "\(name(one.operation)) has not begun when nothing moved any more at \(stall.ticket), although "
      + "it was added to \(name(one.queue)) at \(one.add.called) and \(what)"
  }
}
