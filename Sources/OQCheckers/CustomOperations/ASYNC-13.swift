import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// ASYNC-13: a queue executes an operation that overrides `start` by calling its start, once.
  ///
  /// The rule is judged where the only add of the program was accepted, no client calls start
  /// (ND-24), and the class reports nothing before its start is entered. Then:
  ///
  /// - Only the queue calls start. So a second begin is its doing.
  /// - An operation that reports nothing is unfinished, cancelled or not. A queue that is done with
  ///   the operation before its start has begun has left the start out, whatever it called instead.
  ///   A history with a hole proves nothing of this: the hole may be that begin.
  /// - Where nothing moves any more, a missing start counts if the operation was cancelled and has
  ///   no dependency, and if its start is owed as that of an uncancelled one would be. The queue
  ///   has started another operation since it could start this one. So the cancellation is what is
  ///   overlooked.
  ///
  /// A start that begins before anything was called that adds or starts the operation is nobody's:
  /// a queue calls what it was given, and a client's own call is recorded before it is made.
  static let queueCallsStartOnce = Checker("ASYNC-13") { index, profile, judgement in
    let customs = index.operations.filter {
      $0.declaration.kind == .asynchronous && !($0.adds.isEmpty && $0.starts.isEmpty)
    }
    guard !customs.isEmpty else { return }
    let stall = index.stall(profile)
    for record in customs {
      if let begin = record.starts.first?.begin, index.isUnoffered(record, until: begin) {
        judgement.violate(
          "start of \(index.name(record.id)) began at \(begin) although nothing had been called that"
            + " could lead to it",
          events: [begin, index.offers(of: record).map(\.called).min()], in: startCells(record))
        continue
      }
      guard let add = record.acceptedAdd, record.possibleAdds.count == 1,
        record.manualStarts.isEmpty, !record.reportsBeforeStart(index.end)
      else { continue }
      let contexts = startCells(record)
      let x = index.name(record.id)
      if record.starts.count > 1 {
        judgement.violate(
          "start of \(x) began at \(record.starts[0].begin) and again at"
            + " \(record.starts[1].begin)",
          events: [add.called, record.starts[0].begin, record.starts[1].begin], in: contexts)
      } else if index.isWhole, let done = index.firstDismissal(of: record, add),
        done.ticket < record.starts.first?.begin ?? index.end
      {
        let begin = record.starts.first?.begin
        judgement.violate(
          "\(done.words) although start of \(x) "
            + (begin.map { "began only at \($0)" } ?? "was never called"),
          events: [add.called, done.called, done.ticket, begin], in: contexts)
      } else if let begin = record.starts.first?.begin {
        judgement.hold(add.called, begin, in: contexts)
      } else if let stall {
        judgeMissing(record, add, stall, &judgement)
      }
    }
  }

  private static func judgeMissing(
    _ record: HistoryIndex.OperationRecord, _ add: Call, _ stall: Stall,
    _ judgement: inout Judgement
  ) {
    let index = stall.index
    guard let queue = add.command.queue, let cancel = record.certainCancels.first,
      index.links(of: record.id).isEmpty,
      stall.owesBegin(record.id, isUncancelled: true)
    else { return }
    let release = max(index.release(of: add), cancel.called, add.returned ?? index.end)
    let isServing = index[queue].members.contains {
      $0.id != record.id && $0.begin ?? 0 > release
    }
    guard isServing else { return }
    judgement.miss(
      at: stall,
      "\(index.name(record.id)), cancelled at \(cancel.called), was never started by"
        + " \(index.name(queue)) when nothing moved any more at \(stall.ticket)",
      events: [add.called, cancel.called], in: ["cancelled before start"])
  }

  private static func startCells(_ record: HistoryIndex.OperationRecord) -> [String] {
    let cancels = record.cancels.filter { !$0.hadNoEffect }.map(\.called)
    guard let first = cancels.min() else { return ["not cancelled"] }
    guard let begin = record.starts.first?.begin, begin < first else {
      return ["cancelled before start"]
    }
    return []
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether the class may have reported anything before its start was entered.
  fileprivate func reportsBeforeStart(_ end: Ticket) -> Bool {
    let begin = starts.first?.begin ?? end
    let reports = finishReports + calls(.reportExecuting).filter { !$0.hadNoEffect }
    return reports.contains { $0.called < begin }
  }
}

/// The first sign that a queue, or whoever answers for it, takes an operation for finished.
private struct Dismissal {
  let called: Ticket
  let ticket: Ticket
  let words: String
}

extension HistoryIndex {
  /// The first sign that an operation is taken for finished: isFinished true, a wait for it or for
  /// its queue that returned, or a list without it.
  ///
  /// - Complexity: O(calls on the operation and its queue).
  fileprivate func firstDismissal(of record: OperationRecord, _ add: Call) -> Dismissal? {
    guard let queue = add.command.queue, let accepted = add.returned else { return nil }
    let x = name(record.id)
    var signs: [Dismissal] = []
    func note(_ call: Call, _ words: (Ticket) -> String) {
      if call.succeeded, let returned = call.returned {
        signs.append(Dismissal(called: call.called, ticket: returned, words: words(returned)))
      }
    }
    for call in record.calls(.wait) { note(call) { "a wait for \(x) returned at \($0)" } }
    for call in record.calls(.isFinished) where call.outcome?.boolean == true {
      note(call) { "isFinished of \(x) read true at \($0)" }
    }
    for call in self[queue].calls where call.called > accepted {
      if call.command.verb == .waitAll {
        note(call) { "a wait for \(name(queue)), the queue of \(x), returned at \($0)" }
      } else if let list = call.outcome?.operations, !list.contains(record.id) {
        note(call) { "\(name(queue)) no longer listed \(x) at \($0)" }
      }
    }
    return signs.min { $0.ticket < $1.ticket }
  }
}
