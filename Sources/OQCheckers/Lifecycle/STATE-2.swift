import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// STATE-2: the default start takes an operation through ready, executing, finished, in order.
  ///
  /// Each of these patterns contradicts the order, whatever happened between the reads:
  ///
  /// - isExecuting is true in a read that returned before the first call that could lead to a
  ///   start: nothing had started the operation.
  /// - Three reads of isExecuting give true, false, true, each called after the one before had
  ///   returned: executing is entered at most once, also as a pulse of a cancelled operation
  ///   (ND-4).
  /// - isExecuting is true in a read called after isFinished had read true: finished is final, and
  ///   executing falls no later than finished rises.
  ///
  /// Both flags false decides nothing (ND-40). A rejected add or start counts as a possible start
  /// here, which only leaves cases out.
  ///
  /// A task executes only in that state. Its begin is recorded after it began, and a call before it
  /// is made. So a begin with a smaller ticket than every call that adds or starts the operation
  /// lies before them all, and so does a begin in a history without any such call. Where a call was
  /// not recorded itself, or the history has a hole by then, nothing is known of the order.
  static let statesComeInOrder = Checker("STATE-2") { index, _, judgement in
    for record in index.operations where record.hasDefaultStart {
      judgeBegin(record, index, &judgement)
      let executing = record.reads(.isExecuting)
      guard !executing.isEmpty else { continue }
      judgeStart(record, executing, index, &judgement)
      judgeEntry(record, executing, index, &judgement)
      judgeFinish(record, executing, index, &judgement)
    }
  }

  private static func judgeBegin(
    _ record: HistoryIndex.OperationRecord, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    guard let begin = record.bodies.map(\.begin).min(), index.isUnoffered(record, until: begin)
    else { return }
    judgement.violate(
      "the task of \(index.name(record.id)) began at \(begin) although nothing had been called that"
        + " could start it",
      events: [begin, index.offers(of: record).map(\.called).min()],
      in: stateCells(record, at: index.end))
  }

  private static func judgeStart(
    _ record: HistoryIndex.OperationRecord, _ executing: [Read], _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    let offer = record.firstOfferCalled ?? index.end
    let early = executing.filter { $0.returned < offer }
    if let read = early.first(true) {
      judgement.violate(
        "isExecuting of \(index.name(record.id)) read true at \(read.returned) although nothing had"
          + " been called that could start it",
        events: [read.called, read.returned, record.firstOfferCalled],
        in: stateCells(record, at: index.end))
    } else if let read = early.first {
      judgement.hold(read.called, read.returned, in: stateCells(record, at: index.end))
    }
  }

  private static func judgeEntry(
    _ record: HistoryIndex.OperationRecord, _ executing: [Read], _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    guard let rise = executing.first(true),
      let fall = executing.first(false, after: rise.returned),
      let last = executing.first(true, after: fall.returned)
        ?? executing.first(false, after: fall.returned)
    else { return }
    if last.value {
      judgement.violate(
        "isExecuting of \(index.name(record.id)) read true at \(rise.returned), false at "
          + "\(fall.returned) and true again at \(last.returned)",
        events: [rise.returned, fall.called, fall.returned, last.called, last.returned],
        in: stateCells(record, at: index.end))
    } else {
      judgement.hold(
        rise.returned, fall.returned, last.returned, in: stateCells(record, at: index.end))
    }
  }

  private static func judgeFinish(
    _ record: HistoryIndex.OperationRecord, _ executing: [Read], _ index: HistoryIndex,
    _ judgement: inout Judgement
  ) {
    guard let finish = record.reads(.isFinished).first(true),
      let read = executing.first(true, after: finish.returned)
        ?? executing.first(false, after: finish.returned)
    else { return }
    if read.value {
      judgement.violate(
        "isExecuting of \(index.name(record.id)) read true at \(read.returned) although isFinished"
          + " had read true at \(finish.returned)",
        events: [finish.called, finish.returned, read.called, read.returned],
        in: stateCells(record, at: index.end))
    } else {
      judgement.hold(finish.returned, read.returned, in: stateCells(record, at: index.end))
    }
  }

  private static func stateCells(
    _ record: HistoryIndex.OperationRecord, at ticket: Ticket
  ) -> [String] {
    cells(
      record.kindCell, record.starterCell(at: ticket), record.cancelCell,
      in: ["queued", "manual", "task", "one block", "several blocks", "cancelled before start"])
  }
}
