import OQHistory

extension Stall {
  /// The read that shows that an awaited value has not come; nil where no read shows it.
  ///
  /// A lane that awaits a value reads once more when nothing moves, and holds still; so its read
  /// follows every other event but reads of other such lanes. A read that something else follows may
  /// have come too early, and where a lane waits in a call the run may have stalled for its sake:
  /// then nothing is shown.
  ///
  /// - Parameters:
  ///   - accessor: a boolean accessor.
  ///   - value: the value that has not come.
  ///   - operation: the operation whose accessor it is.
  /// - Returns: the last read of the accessor, if it gave the opposite.
  /// - Complexity: O(calls + runs of client code).
  func awaitedRead(_ accessor: Verb, _ value: Bool, of operation: OperationID) -> Read? {
    guard let read = index[operation].reads(accessor).last, read.value != value,
      read.called > lastMove
    else { return nil }
    return read
  }

  /// Ticket of the last event of a run that is not a read; the quiescence where a call is open.
  private var lastMove: Ticket {
    var last = 0
    for call in index.calls where !call.command.verb.isRead {
      last = max(last, call.returned ?? ticket)
    }
    for record in index.operations {
      for run in record.bodies + record.completions + record.starts {
        last = max(last, run.end ?? run.begin)
      }
    }
    return last
  }
}
