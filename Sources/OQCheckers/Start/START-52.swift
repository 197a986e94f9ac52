import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-52: whatever a start of an operation that is in a queue does, its task does not run
  /// twice.
  ///
  /// The checker judges the only start by hand of an x that was parked from before the start until
  /// after it came back, ready and not cancelled by then. Nothing but this call can run x in that
  /// time. The call is answered by an error, or x runs once inside the call, or nothing happens
  /// (ND-24). No block begins a second time, then or later.
  ///
  /// A block that begins after the start came back, while the queue is certainly suspended, is
  /// wrong as well: a start that runs x returns only once x has finished, and a parked operation is
  /// no straggler. After an error such a block is SUSP-1's finding.
  static let startInQueueRunsOnce = Checker("START-52", antecedent: [.start]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart && record.hasTask {
      guard let start = record.manualStarts.first, record.manualStarts.count == 1,
        let returned = start.returned, start.outcome != .unsupported,
        let add = index.onlyAdd(of: record.id), add.succeeded(before: start.called),
        index.isParked(add, until: returned), !record.mayBeCancelled(before: returned),
        record.begin.map({ $0 > start.called }) ?? true,
        index.isCertainlyReady(record, at: start.called)
      else { continue }
      judge(start, returned, add, record, index, &judgement)
    }
  }

  private static func judge(
    _ start: Call, _ returned: Ticket, _ add: Call, _ record: HistoryIndex.OperationRecord,
    _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let x = index.name(record.id)
    let words = "the start of \(x) at \(start.called), while it was parked,"
    let again = record.firstRepetition
    let late = record.bodies.first { $0.begin > returned }
    if let again {
      let first = record.bodies.first { $0.callback == again.callback.first }
      judgement.violate(
        "\(words) was followed by a second run of its task at \(again.begin)",
        events: [add.called, start.called, returned, first?.begin, again.begin], in: ["parked"])
    } else if start.succeeded, let late, index.isParked(add, until: late.begin) {
      judgement.violate(
        "\(words) returned at \(returned) and its task began at \(late.begin), before the queue was"
          + " resumed",
        events: [add.called, start.called, returned, late.begin], in: ["parked"])
    } else {
      judgement.hold(add.called, start.called, returned, record.begin, in: ["parked"])
    }
  }
}
