import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// MAIN-1: operations of the main queue run on the main thread.
  ///
  /// The checker judges the task or the overridden start of an operation of one task, which one
  /// accepted add gave to the main queue and which was never started by hand. The thread is that of
  /// the entry, or of the client code below it on the same thread. Several blocks (ND-18) and
  /// completion blocks (ND-19) run where they like; so does, outside profile reference, an
  /// operation whose isAsynchronous is true, which may decide on the thread (C-13).
  static let mainQueueUsesMainThread = Checker(
    "MAIN-1", antecedent: [.add, .addGroup, .addGroupWaiting, .addBlock]
  ) { index, profile, judgement in
    for record in index.operations where record.isOneBlock {
      guard profile == .reference || record.declaration.kind != .flagged else { continue }
      guard let add = index.mainAdd(of: record.id),
        record.manualStarts.allSatisfy(\.isRejected)
      else { continue }
      for run in record.bodies + record.starts {
        guard let isOnMain = index.isOnMainThread(run), let thread = run.thread else { continue }
        let contexts = cells(
          add.laneCell, record.kindCell,
          in: [
            "from client", "from body", "from completion", "task", "one block", "asynchronous",
          ])
        if isOnMain {
          judgement.hold(add.called, run.begin, in: contexts)
        } else {
          judgement.violate(
            "\(index.words.text(run.callback)), added to the main queue at \(add.called), began at"
              + " \(run.begin) \(index.place(thread))",
            events: [add.called, run.begin], in: contexts)
        }
      }
    }
  }
}
