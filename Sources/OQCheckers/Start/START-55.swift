import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-55: when several threads start one operation at the same time, its task runs once.
  ///
  /// The checker judges starts that overlap and were called before the recorded begin; a later one
  /// finds the operation executing and is START-5's. All of this is certain of x:
  ///
  /// - It is in no queue, and not cancelled by the last return.
  /// - It is ready: it never had a dependency, or isReady read true. An x that overrides isReady
  ///   never had a dependency, and its condition was true before the first start and never set
  ///   again.
  /// - No earlier start was accepted.
  ///
  /// Whichever start comes first runs the task, so no block begins twice. Once every call has come
  /// back without ending the process, the winner has come back, too: the task has begun and
  /// isFinished reads true. What the losers answer, and when, is free (ND-22).
  ///
  /// A trap may answer one start while another is still open or the task has begun. Then the loser
  /// was rejected and the process with it. The task can begin no second time, and only that is
  /// judged.
  static let simultaneousStartsRunOnce = Checker("START-55", antecedent: [.start]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart && record.hasTask {
      let starts = simultaneousStarts(of: record, index)
      guard starts.count > 1 else { continue }
      let returns = starts.compactMap(\.returned)
      let last = returns.count == starts.count ? returns.max() ?? index.end : index.end
      guard record.isUnqueued(until: last), !record.mayBeCancelled(before: last),
        index.isCertainlyReady(record, at: starts[0].called)
          || index.hasFirmCondition(record, at: starts[0].called)
      else { continue }
      judge(record, starts, last, index, &judgement)
    }
  }

  private static func judge(
    _ record: HistoryIndex.OperationRecord, _ starts: [Call], _ last: Ticket,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let calls = starts.prefix(2).map(\.called)
    let contexts = cells(
      "manual", record.kindCell, in: ["manual", "task", "one block", "several blocks"])
    if let again = record.firstRepetition, again.begin < last {
      let first = record.firstBodies.first { $0.callback == again.callback.first }
      judgement.violate(
        "two starts of \(x), called at \(calls[0]) and \(calls[1]), overlapped and its task began"
          + " \(first.map { "at \($0.begin) and " } ?? "")again at \(again.begin)",
        events: calls + [first?.begin, again.begin], in: contexts)
    } else if let trap = starts.first(where: { $0.outcome == .rejected(.trapped) }),
      record.begin != nil || starts.contains(where: { $0.returned == nil })
    {
      judgement.hold(calls[0], calls[1], record.begin ?? trap.returned, in: contexts)
    } else if last == index.end || starts.contains(where: { $0.outcome == .rejected(.trapped) }) {
      judgement.leaveOpen("a start that overlaps another one has not come back")
    } else if record.bodies.allSatisfy({ $0.begin > last }) {
      judgement.violate(
        "\(starts.count) starts of \(x) overlapped and had come back by \(last), and none of them"
          + " ran its task",
        events: calls + [last], in: contexts)
    } else if let read = record.reads(.isFinished).first(false, after: last) {
      judgement.violate(
        "isFinished of \(x) read false at \(read.returned) although its starts, which overlapped,"
          + " had come back by \(last)",
        events: calls + [last, read.called, read.returned], in: contexts)
    } else {
      judgement.hold(calls[0], calls[1], record.begin, last, in: contexts)
    }
  }

  /// The first starts of an operation that overlap each other, by call; empty where an earlier
  /// start was accepted, or where no two overlap.
  private static func simultaneousStarts(
    of record: HistoryIndex.OperationRecord, _ index: HistoryIndex
  ) -> [Call] {
    var group: [Call] = []
    var open: Ticket = 0
    let begin = record.begin ?? index.end
    for start in record.manualStarts
    where start.called < begin && start.outcome != .unsupported {
      if start.called > open {
        // The start before stands alone: an error had no effect, anything else was accepted.
        guard group.count < 2, group.allSatisfy(\.isRejected) else { break }
        group = []
      }
      group.append(start)
      open = max(open, start.returned ?? index.end)
    }
    return group
  }
}

extension HistoryIndex {
  /// Whether an operation that overrides isReady, and never had a dependency, finds its condition
  /// true from a ticket on.
  fileprivate func hasFirmCondition(_ record: OperationRecord, at call: Ticket) -> Bool {
    let settings = record.calls(.setCondition).filter { !$0.hadNoEffect }
    guard record.declaration.kind == .conditional, links(of: record.id).isEmpty,
      let last = settings.last, last.succeeded(before: call),
      case .boolean(true) = last.command.argument
    else { return false }
    return settings.dropLast().allSatisfy { $0.returned(before: last.called) }
  }
}
