import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-6: start of a finished operation does not run it again; it raises or returns.
  ///
  /// The checker judges starts called after the finish was shown by a read, a wait, a completion
  /// block, or by the return of the only start. Finished is final, also where it came with a cancel
  /// (ND-21).
  ///
  /// - Core accepts an error and a normal return (ND-22), the profiles guide and reference one of
  ///   them.
  /// - No block of a finished operation begins.
  /// - A completion block that was installed once does not run twice; one installed again may
  ///   (ND-23).
  /// - A call that does not come back counts only where nothing moves any more, no client code is
  ///   held and no cycle freezes the program.
  static let startOfFinishedDoesNothing = Checker("START-6", antecedent: [.start]) {
    index, profile, judgement in
    let stall = index.stall(profile)
    for record in index.operations {
      guard let finish = record.finishCertain else { continue }
      let contexts = cells(
        "finished", record.starterCell(at: finish), record.cancelCell,
        in: ["manual", "queued", "cancelled before start", "finished"])
      let starts = record.manualStarts.filter { $0.called > finish && $0.outcome != .unsupported }
      for start in starts {
        if let fault = Fault(of: start, record, index, profile) {
          judgement.violate(
            "the start of \(index.name(record.id)) at \(start.called), which had finished by"
              + " \(finish), \(fault.words)",
            events: [finish, start.called] + fault.events, in: contexts)
          break
        } else if let returned = start.returned {
          judgement.hold(finish, start.called, returned, in: contexts)
        } else if let stall, !stall.isFrozen, stall.held.isEmpty {
          judgement.miss(
            at: stall,
            "the start of \(index.name(record.id)) at \(start.called), which had finished by"
              + " \(finish), has not come back and nothing moved any more at \(stall.ticket)",
            events: [finish, start.called], in: contexts)
        }
      }
    }
  }
}

/// What a start of a finished operation did wrong.
private struct Fault {
  let words: String
  let events: [Ticket?]

  init?(
    of start: Call, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex,
    _ profile: Profile
  ) {
    let returned = start.returned ?? index.end
    if let run = record.bodies.first(where: { start.called < $0.begin && $0.begin < returned }) {
      words = "ran its task at \(run.begin)"
      events = [run.begin, start.returned]
    } else if let run = record.completions.first(where: {
      $0.begin > start.called && $0.callback.occurrence > 1
        && record.installations(of: $0.callback.index) < 2
    }) {
      words = "was followed by a second run of its completion block at \(run.begin)"
      events = [run.begin]
    } else if let read = record.reads(.isFinished).first(false, after: returned) {
      words = "was followed by a read of isFinished = false at \(read.returned)"
      events = [read.called, read.returned]
    } else if profile == .guide, start.succeeded {
      words = "returned normally at \(returned) instead of raising"
      events = [returned]
    } else if profile == .reference, start.isRejected {
      words = "was answered by an error at \(returned)"
      events = [returned]
    } else {
      return nil
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// How often the completion block with a number may have been installed.
  ///
  /// - Complexity: O(calls on the operation).
  fileprivate func installations(of number: Int) -> Int {
    let calls = calls(.setCompletion).filter { !$0.hadNoEffect && $0.command.integer == number }
    return calls.count + (declaration.completion && number == 1 ? 1 : 0)
  }
}
