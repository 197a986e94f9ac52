import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// CANCEL-13: a task that polls isCancelled sees true after cancel was called from elsewhere.
  ///
  /// This is sound because the task runs from before the call until after the read, so that the
  /// operation is unfinished when cancel returns, and cancel has set the mark by then: a read
  /// called after the return gives true. No delay is granted to the reader, and none is needed.
  static let pollSeesCancel = Checker("CANCEL-13", antecedent: [.cancel]) { index, _, judgement in
    for record in index.operations {
      for body in record.firstBodies {
        let lane = Lane.callback(body.callback)
        let cancels = record.calls(.cancel).filter {
          $0.succeeded && $0.lane != lane && body.begin < $0.called
        }
        let polls = record.calls(.isCancelled).filter {
          $0.lane == lane && $0.outcome?.boolean != nil
        }
        guard let cancel = cancels.first, let returned = cancel.returned,
          polls.contains(where: { $0.called > returned })
        else { continue }
        let contexts = index.kindContext(record.id).filter { $0 != "several blocks" }
        if let read = polls.first(where: { $0.called > returned && $0.outcome?.boolean == false }) {
          judgement.violate(
            "the task of \(index.name(record.id)), begun at \(body.begin), read isCancelled false "
              + "at \(read.called) although cancel, called at \(cancel.called), had returned at "
              + "\(returned)",
            events: [body.begin, cancel.called, returned, read.called, read.returned],
            in: contexts)
        } else {
          let read = polls.first { $0.called > returned }
          judgement.hold(body.begin, cancel.called, returned, read?.returned, in: contexts)
        }
      }
    }
  }
}
