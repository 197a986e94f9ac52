import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// QUEUE-22: inside the task of an operation that a queue executes, that queue is current.
  ///
  /// The checker judges reads by the lane of the task, or of an overridden start, of an operation
  /// that one accepted add gave to its queue and that was never started by hand: this code runs on
  /// the thread on which the queue called it, from its entry to its return, so that the moment of
  /// the read does not matter. A read of any other queue must give false, since one queue is
  /// current at most. The checker leaves out operations of several blocks and barriers (ND-27).
  static let queueIsCurrentInside = Checker("QUEUE-22", antecedent: [.isCurrent]) {
    index, _, judgement in
    for read in index.currentReads {
      guard let callback = read.call.lane.callback,
        callback.point == .body || callback.point == .start
      else { continue }
      let record = index[callback.operation]
      guard record.isOneBlock, record.manualStarts.allSatisfy(\.isRejected),
        let add = index.onlyAdd(of: record.id), let owner = add.command.queue
      else { continue }
      let run = (record.bodies + record.starts).first { $0.callback == callback }
      let contexts = cells(
        record.kindCell, in: ["task", "one block", "added block", "conditional", "asynchronous"])
      if read.isCurrent == (owner == read.queue) {
        judgement.hold(run?.begin, read.call.called, read.call.returned, in: contexts)
      } else {
        judgement.violate(
          "\(index.name(read.queue)) read as \(read.isCurrent ? "the" : "not the") current queue at"
            + " \(read.call.returned ?? 0) in \(index.words.text(callback)), which was added to"
            + " \(index.name(owner)) at \(add.called)",
          events: [add.called, run?.begin, read.call.called, read.call.returned], in: contexts)
      }
    }
  }
}

/// An answer to the question whether a queue is current.
struct CurrentRead {
  let call: Call
  let queue: QueueID
  let isCurrent: Bool
}

extension HistoryIndex {
  /// Every answer to the question whether a queue is current, by call ticket.
  ///
  /// - Complexity: O(calls).
  var currentReads: [CurrentRead] {
    calls.compactMap { call in
      guard call.command.verb == .isCurrent, let queue = call.command.queue,
        let answer = call.outcome?.boolean
      else { return nil }
      return CurrentRead(call: call, queue: queue, isCurrent: answer)
    }
  }
}
