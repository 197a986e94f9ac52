import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// CANCEL-55: cancel of a finished operation leaves isCancelled false.
  ///
  /// A case is an operation with the default start that had finished, as an event shows, before
  /// every cancel that may have reached it was called: so each of them meets a finished operation
  /// (not ND-39). Reads are judged that were called after such a cancel had returned; the mark
  /// never falls, and the cancel has no later effect. In profile reference it stays false; the
  /// others accept both values (ND-38).
  static let lateCancelHasNoEffect = Checker("CANCEL-55", antecedent: [.cancel, .cancelAll]) {
    index, profile, judgement in
    for record in index.operations where record.hasDefaultStart {
      let cancels = record.cancels.filter { !$0.hadNoEffect }
      guard let finish = record.finishShown, cancels.allSatisfy({ $0.called > finish }),
        let cancel = record.calls(.cancel).first(where: \.succeeded),
        let cancelled = cancel.returned
      else { continue }
      let reads = record.reads(.isCancelled).filter { $0.called > cancelled }
      let contexts = cells(record.starterCell(at: finish), in: ["queued", "manual"])
      if profile == .reference, let read = reads.first(true) {
        judgement.violate(
          "isCancelled of \(index.name(record.id)) read true at \(read.returned) although it had"
            + " finished by \(finish), before cancel was called at \(cancel.called)",
          events: [finish, cancel.called, cancelled, read.called, read.returned], in: contexts)
      } else if let read = reads.first {
        judgement.hold(finish, cancel.called, read.called, read.returned, in: contexts)
      }
    }
  }
}
