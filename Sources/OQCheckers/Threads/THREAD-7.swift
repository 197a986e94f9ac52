import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// THREAD-7: a start by hand gives its thread the priority of the operation while the task runs,
  /// and the former one afterwards.
  ///
  /// The checker judges operations of one task whose thread priority was set before anything could
  /// start them and never again.
  ///
  /// - *Inside*: a read by the task of an operation that was only started by hand must give true,
  ///   where the task itself has started nothing before.
  /// - *Afterwards*: the lane that called the start asks the same question again. The answer must
  ///   be the one that it got before: between two of its reads a lane does nothing to its own
  ///   thread but what its calls do, and each start has to leave the thread as it was.
  ///
  /// A priority that is set meanwhile may reach the thread of a task that runs (THREAD-6), so that
  /// none may be set between the reads.
  static let threadPriorityHoldsInMain = Checker("THREAD-7", antecedent: [.runsAt]) {
    index, _, judgement in
    let starts = index.calls.filter { $0.command.verb == .start }
    for record in index.operations where record.ownThreadPriority != nil {
      var last: [Lane: (call: Call, value: Bool)] = [:]
      for read in record.calls(.runsAt) {
        guard let value = read.outcome?.boolean else { continue }
        let own = starts.filter { $0.lane == read.lane && $0.called < read.called }
        if own.isEmpty { judgeInside(read, value, record, index, &judgement) }
        if let before = last[read.lane],
          let start = own.last(where: { before.call.returned(before: $0.called) })
        {
          judgeAfter(start, before.call, read, isEqual: before.value == value, index, &judgement)
        }
        last[read.lane] = (read, value)
      }
    }
  }

  private static func judgeInside(
    _ read: Call, _ value: Bool, _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    guard let callback = read.lane.callback, callback.operation == record.id,
      callback.point == .body, record.declaration.kind != .block,
      record.isUnqueued(until: read.called), let start = record.manualStarts.first
    else { return }
    if value {
      judgement.hold(start.called, read.called, read.returned, in: ["inside"])
    } else {
      judgement.violate(
        "the thread that runs the task of \(index.name(record.id)), started at \(start.called),"
          + " did not have its priority at \(read.returned ?? 0)",
        events: [start.called, read.called, read.returned], in: ["inside"])
    }
  }

  private static func judgeAfter(
    _ start: Call, _ before: Call, _ read: Call, isEqual: Bool, _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    // The value that both reads are compared with must have been in force all the time.
    let isOver = before.command.operation.map { operation in
      index[operation].calls(.setThreadPriority).allSatisfy {
        $0.hadNoEffect || $0.returned(before: before.called)
      }
    }
    let isQuiet = index.calls.allSatisfy {
      $0.command.verb != .setThreadPriority || $0.hadNoEffect || $0.returned(before: before.called)
        || !$0.mayPrecede(read.returned ?? index.end)
    }
    guard start.returned(before: read.called), isOver == true, isQuiet else { return }
    if isEqual {
      judgement.hold(before.returned, start.called, start.returned, read.called, in: ["after"])
    } else {
      let x = start.command.operation.map { index.name($0) } ?? ""
      judgement.violate(
        "the priority of the thread that started \(x) at \(start.called) was another one at"
          + " \(read.returned ?? 0), after the return, than at \(before.returned ?? 0)",
        events: [before.returned, start.called, start.returned, read.called, read.returned],
        in: ["after"])
    }
  }
}
