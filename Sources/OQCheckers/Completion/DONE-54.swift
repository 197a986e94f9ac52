import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DONE-54: the last completion block that was set counts; nil removes it.
  ///
  /// The rule is judged where the blocks were certainly set one after the other before any call
  /// that could start the operation, or finish it (ND-21): each set replaces the one before, so the
  /// begin of a block that was replaced or removed is proof, unless the same block was set again
  /// later (ND-23). That the last one runs is demanded by DONE-3.
  static let lastCompletionCounts = Checker("DONE-54", antecedent: [.setCompletion]) {
    index, _, judgement in
    for record in index.operations {
      guard let touch = record.firstTouch else { continue }
      let sets = record.completionSets
      let early = sets.filter { $0.succeeded(before: touch) }
      guard let last = early.last,
        zip(early, early.dropFirst()).allSatisfy({ $0.returned(before: $1.called) })
      else { continue }
      let contexts = cells(record.starterCell(at: index.end), in: ["queued", "manual"])
      let kept = Set(
        ([last] + sets.filter { !$0.succeeded(before: touch) }).compactMap(\.number))
      var replaced = Set(early.compactMap(\.number))
      if record.declaration.completion { replaced.insert(1) }
      replaced.subtract(kept)
      guard !replaced.isEmpty else { continue }
      if let run = record.completions.first(where: { replaced.contains($0.callback.index) }) {
        let fate = last.number == nil ? "removed" : "replaced"
        judgement.violate(
          "\(index.words.text(run.callback)) began at \(run.begin) although this completion block was \(fate) at \(last.called)",
          events: [last.called, last.returned, record.firstOffer, run.begin], in: contexts)
      } else if let sign = index.firstFinishSign(of: record.id) {
        judgement.hold(last.called, sign.ticket, in: contexts)
      }
    }
  }
}
