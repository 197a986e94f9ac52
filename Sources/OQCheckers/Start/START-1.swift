import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-1: the default start executes the task on the thread that called it.
  ///
  /// `begin` is recorded inside the task, on its thread, so that only starts called before it can
  /// have led to it, where no add was; the thread must be that of one of their lanes. A lane is on
  /// its thread from before its calls until after them, and the innermost one there names the
  /// thread. A task that outlasts one of those starts is START-2's, whatever its thread. Block
  /// operations are left out (BLOCK-5, BLOCK-7).
  static let startRunsOnCaller = Checker("START-1", antecedent: [.start]) { index, _, judgement in
    for record in index.operations where record.isOneTask {
      for run in record.bodies where record.isUnqueued(until: run.begin) {
        let starts = record.manualStarts.filter { $0.mayPrecede(run.begin) }
        guard let thread = run.thread, let first = starts.first,
          starts.allSatisfy({ $0.returned == nil || run.ended(before: $0.returned ?? 0) })
        else { continue }
        let contexts = cells(
          "manual", record.kindCell, first.laneCell,
          in: ["manual", "task", "conditional", "from client", "from body", "from completion"])
        let facets = Facet.holding((record.declaration.kind.isInvocation, .invocation))
        if let start = starts.first(where: { thread == .lane($0.lane) }) {
          judgement.hold(start.called, run.begin, in: contexts, facets: facets)
        } else {
          judgement.violate(
            "the task of \(index.name(record.id)), started at \(first.called) by"
              + " \(index.words.text(first.lane)), began at \(run.begin)"
              + " \(index.place(thread))",
            events: [first.called, run.begin, run.end], in: contexts, facets: facets)
        }
      }
    }
  }
}

extension HistoryIndex {
  /// A thread in words, for messages.
  func place(_ thread: EntryThread) -> String {
    switch thread {
    case .lane(let lane): "on the thread of \(words.text(lane))"
    case .main: "on the main thread"
    case .elsewhere: "on a thread without a lane"
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether the default `start` calls one task, which is no block of a block operation.
  fileprivate var isOneTask: Bool {
    declaration.kind == .task || declaration.kind == .conditional || declaration.kind.isInvocation
  }
}
