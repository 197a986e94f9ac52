import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// SUSP-4: isSuspended reads as it was set.
  ///
  /// A read counts if the last call that set the flag returned before it was called and no other
  /// set overlaps either: then its value is in force during the whole read. A declared suspension
  /// was set before the first event. A set that follows two of the other value belongs to SUSP-52.
  static let suspendedReadsAsSet = Checker("SUSP-4", antecedent: [.isSuspended]) {
    index, _, judgement in
    var unfinished = index.queues.map { UnfinishedMembers(of: $0) }
    judgeFlagReads(index, &judgement) { queue, set in
      set.map { !index.flagSets(of: queue.id).undoesTwo($0) } ?? queue.declaration.suspended
    } cells: { queue, read in
      let isBusy = unfinished[queue.id.index].contain(
        during: read, to: read.returned ?? index.end)
      let isIdle = queue.adds.first.map { $0.called > read.returned ?? .max } ?? true
      return isBusy ? ["busy queue"] : isIdle ? ["idle queue"] : []
    }
  }

  /// Judges the reads of isSuspended whose value is certain.
  ///
  /// - Parameters:
  ///   - index: the history, indexed.
  ///   - judgement: receives the cases.
  ///   - isJudged: whether a rule judges the reads of a queue after a call that set the flag; nil
  ///     where nothing had set it.
  ///   - cells: the contexts of a read.
  static func judgeFlagReads(
    _ index: HistoryIndex, _ judgement: inout Judgement,
    where isJudged: (HistoryIndex.QueueRecord, Call?) -> Bool,
    cells: (HistoryIndex.QueueRecord, Call) -> [String]
  ) {
    for queue in index.queues {
      let reads = queue.calls(.isSuspended)
      guard !reads.isEmpty else { continue }
      let settings = index.flagSets(of: queue.id).settings
      for read in reads where read.succeeded {
        let set: Call?
        switch settings.last(at: read) {
        case .uncertain: continue
        case .initial: set = nil
        case .set(let call): set = call
        }
        guard isJudged(queue, set), let value = read.outcome?.boolean else { continue }
        let expected = set.map { $0.command.verb == .suspend } ?? queue.declaration.suspended
        let facets = Facet.holding((set == nil, .newQueue))
        if value == expected {
          judgement.hold(
            set?.called, read.called, read.returned, in: cells(queue, read), facets: facets)
        } else {
          let cause =
            set.map { "set to \(expected) at \($0.called)" }
            ?? (expected ? "true from the beginning" : "never set")
          judgement.violate(
            "isSuspended of \(index.name(queue.id)) read \(value) at \(read.called), although it was \(cause)",
            events: [set?.called, set?.returned, read.called, read.returned],
            in: cells(queue, read), facets: facets)
        }
      }
    }
  }
}
