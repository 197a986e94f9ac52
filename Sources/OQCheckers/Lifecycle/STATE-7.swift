import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// STATE-7: isExecuting and isFinished are never both true.
  ///
  /// The checker judges only a read of isExecuting that was called after a read of isFinished had
  /// returned true: finished never falls, so both would be true at the instant of the later read.
  /// In the other order of reads the finish may lie between them (ND-40).
  static let neverExecutingAndFinished = Checker("STATE-7", antecedent: [.isFinished]) {
    index, _, judgement in
    for record in index.operations where record.hasDefaultStart {
      guard let finish = record.reads(.isFinished).first(true) else { continue }
      let contexts = cells(
        record.kindCell, record.starterCell(at: index.end),
        in: ["queued", "manual", "task", "one block", "several blocks"])
      let facets = Facet.holding(
        (record.certainCancels.contains { $0.called < finish.returned }, .cancelled))
      let later = record.reads(.isExecuting).filter { $0.called > finish.returned }
      if let read = later.first(true) {
        judgement.violate(
          "\(index.name(record.id)) was executing and finished at once: isFinished read true at "
            + "\(finish.returned) and isExecuting read true at \(read.returned)",
          events: [finish.called, finish.returned, read.called, read.returned], in: contexts,
          facets: facets)
      } else {
        for read in later {
          judgement.hold(finish.returned, read.returned, in: contexts, facets: facets)
        }
      }
    }
  }
}
