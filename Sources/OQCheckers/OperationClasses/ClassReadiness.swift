import OQHistory
import OQJudging
import OQSpecification

extension ClassCheckers {
  /// READY-7: an overridden isReady takes the dependencies into account.
  ///
  /// The cases are those of DEP-1 in which the dependency had certainly not finished by its own
  /// account: it was in no queue or parked when the work of the dependent began, and nobody had
  /// started or cancelled it. Or a read of isFinished that was called later gave false, and
  /// finished is final. That its work goes on, or is still to come, proves nothing about isReady: a
  /// class that reports its finish too early releases its dependents by itself, which is for
  /// ASYNC-18 and STATE-6 to say.
  ///
  /// A class that overrides start may cancel an operation itself where what it depends on was
  /// cancelled, and a cancelled operation is ready. So where anything was cancelled, a read that
  /// was called after the begin must have shown that the dependent was not: the mark never falls.
  ///
  /// - Parameters:
  ///   - index: the history.
  ///   - judgement: receives what was found.
  ///   - isJudged: whether an operation whose work began at a ticket is judged.
  static func judgeDependents(
    _ index: HistoryIndex, _ judgement: inout Judgement,
    where isJudged: (HistoryIndex.OperationRecord, Ticket) -> Bool = { _, _ in true }
  ) {
    for record in index.classOperations {
      guard let begin = record.begin, !record.mayBeCancelled(before: begin),
        isJudged(record, begin)
      else { continue }
      for edge in index.firmEdges(of: record.id) where edge.exists(at: begin) {
        judgeDependent(edge, begin, index, &judgement)
      }
    }
  }

  private static func judgeDependent(
    _ edge: Edge, _ begin: Ticket, _ index: HistoryIndex, _ judgement: inout Judgement
  ) {
    let x = index.name(edge.dependent)
    let d = index.name(edge.dependency)
    let dependency = index[edge.dependency]
    let contexts = index.placeContext(edge.dependent, edge.dependency)
    if let stage = index.stage(of: dependency.id, at: begin),
      stage == .unqueued || stage == .parked, !dependency.mayBeCancelled(before: begin)
    {
      judgement.violate(
        "the work of \(x) began at \(begin) although \(d), on which it depends, had not been"
          + " started",
        events: [edge.made > 0 ? edge.made : nil, begin, dependency.begin], in: contexts)
    } else if let read = dependency.reads(.isFinished).first(false, after: begin) {
      judgement.violate(
        "the work of \(x) began at \(begin) although \(d), on which it depends, still read"
          + " isFinished = false at \(read.returned)",
        events: [edge.made > 0 ? edge.made : nil, begin, read.called, read.returned], in: contexts)
    } else if let end = dependency.bodies.first?.end, end < begin {
      judgement.hold(end, begin, in: contexts)
    }
  }
}

extension HistoryIndex.OperationRecord {
  /// Whether a read of isCancelled that was called after a ticket gave false.
  func wasUncancelled(at ticket: Ticket) -> Bool {
    reads(.isCancelled).first(false, after: ticket) != nil
  }
}
