import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// CANCEL-3: an operation cancelled before it was started never runs its task.
  ///
  /// This is sound because the operation certainly had not been started when cancel returned. It
  /// was not offered, or parked, or blocked by an unfinished dependency, or kept out by tasks that
  /// hold every slot. So the check of its start comes later and sees the mark. A task that begins
  /// shortly after a cancel that raced with the start is no case (ND-12).
  static let cancelledNeverRuns = Checker("CANCEL-3", antecedent: [.cancel]) {
    index, _, judgement in
    for record in index.operations where record.declaration.kind.hasBody {
      let certain = index.first(of: record.calls(.cancel)) { index.stage(of: record.id, at: $0) }
      guard let (cancel, stage) = certain else { continue }
      let contexts = [stage.rawValue] + index.kindContext(record.id)
      let facets = Facet.holding(
        (
          record.calls(.addExecutionBlock).contains { $0.called > cancel.returned ?? index.end },
          .blockAddedAfterCancel
        ))
      if let begin = record.begin {
        judgement.violate(
          "\(index.name(record.id)) began at \(begin) although it was cancelled at "
            + "\(cancel.called), \(stage.explanation)",
          events: [cancel.called, cancel.returned, record.firstOffer, begin], in: contexts,
          facets: facets)
      } else if let offer = record.firstOffer, index.hasSettled(record) {
        judgement.hold(cancel.called, cancel.returned, offer, in: contexts, facets: facets)
      }
    }
  }
}

extension Stage {
  /// The stage in words, for messages.
  var explanation: String {
    switch self {
    case .unqueued: "before it was added or started"
    case .parked: "while it waited in a suspended queue"
    case .blocked: "while it waited for a dependency"
    case .heldSlots: "while other tasks held every slot of its queue"
    }
  }
}

extension HistoryIndex {
  /// Whether the history goes on until the operation has finished or nothing more would happen.
  func hasSettled(_ record: OperationRecord) -> Bool {
    switch ending {
    case .completed, .quiescent: true
    case .crashed, .overflowed, .open: record.finishShown != nil
    }
  }
}
