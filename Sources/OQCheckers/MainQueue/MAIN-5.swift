import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// MAIN-5: an add to the main queue on the main thread does not execute the operation.
  ///
  /// The call is made by client code that was entered on the main thread and has not returned, so
  /// that the main thread is inside the call from its record to that of its return. No other thread
  /// may run the operation (MAIN-1), and control has not gone back to the main loop: a begin in
  /// between is inside the call. One on another thread is MAIN-1's, and an operation whose
  /// isAsynchronous is true is left out as there. An add that waits for what it adds (WAIT-5) can
  /// come back only if the operation is executed inside it.
  static let addOnMainThreadDoesNotExecute = Checker(
    "MAIN-5", antecedent: [.add, .addGroup, .addBlock]
  ) { index, profile, judgement in
    for record in index.operations {
      let isSynchronous = ![.flagged, .asynchronous].contains(record.declaration.kind)
      guard profile == .reference || isSynchronous else { continue }
      guard let add = index.mainAdd(of: record.id), add.isRecorded,
        add.command.verb != .addGroupWaiting,
        record.manualStarts.allSatisfy(\.isRejected), let caller = add.lane.callback,
        let outer = index.run(caller), index.isOnMainThread(outer) == true
      else { continue }
      for run in record.bodies + record.starts {
        let contexts = cells(add.laneCell, in: ["from body", "from completion"])
        if let returned = add.returned, returned < run.begin {
          judgement.hold(add.called, returned, run.begin, in: contexts)
        } else if index.isOnMainThread(run) == true {
          judgement.violate(
            "\(index.words.text(run.callback)) began at \(run.begin) inside its add to the main queue,"
              + " called at \(add.called) on the main thread",
            events: [outer.begin, add.called, run.begin, add.returned], in: contexts)
        }
      }
    }
  }
}
