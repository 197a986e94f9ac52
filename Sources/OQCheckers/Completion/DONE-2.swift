import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// DONE-2: each installed completion block runs at most once.
  ///
  /// Counting needs no order: every entry of a block is recorded once. A block may be installed
  /// more than once under one number, so a number may run as often as it was installed. Of the
  /// blocks that were certainly installed before anything could start or finish the operation, each
  /// replaces the one before, so at most one runs. What is installed later may run in addition
  /// (ND-23), and a cancel in no queue may be the finish (ND-21).
  static let completionRunsAtMostOnce = Checker("DONE-2") { index, _, judgement in
    for record in index.operations where !record.completions.isEmpty {
      guard let touch = record.firstTouch else { continue }
      let contexts = cells(
        record.kindCell, record.cancelCell, record.starterCell(at: record.completions[0].begin),
        in: ["cancelled before start", "cancelled while executing", "asynchronous", "manual"])
      let facets = Facet.holding((record.isCancelledInNoQueue, .cancelledInNoQueue))
      if let twice = repeated(record) {
        judgement.violate(
          "\(name(twice.second, index)) began at \(twice.first.begin) and again at \(twice.second.begin)",
          events: [twice.first.begin, twice.second.begin], in: contexts, facets: facets)
        continue
      }
      let late = Set(
        record.completionSets.filter { !$0.succeeded(before: touch) }.compactMap(\.number))
      let early = record.completions.filter { !late.contains($0.callback.index) }
      if early.count > 1 {
        judgement.violate(
          "\(name(early[0], index)) began at \(early[0].begin) and \(name(early[1], index)) at \(early[1].begin), "
            + "although both were set before the operation could start",
          events: [early[0].begin, early[1].begin], in: contexts, facets: facets)
      } else {
        judgement.hold(record.completions[0].begin, in: contexts, facets: facets)
      }
    }
  }

  /// The first run of a completion block beyond the number of its installations, with its first
  /// run.
  private static func repeated(
    _ record: HistoryIndex.OperationRecord
  ) -> (first: Interval, second: Interval)? {
    for (position, run) in record.completions.enumerated() {
      let number = run.callback.index
      let declared = record.declaration.completion && number == 1 ? 1 : 0
      let installed = declared + record.completionSets.count { $0.number == number }
      let earlier = record.completions[..<position].filter { $0.callback.index == number }
      if let first = earlier.first, earlier.count >= installed { return (first, run) }
    }
    return nil
  }

  private static func name(_ run: Interval, _ index: HistoryIndex) -> String {
    let number = run.callback.index == 1 ? "" : " \(run.callback.index)"
    return "the completion block\(number) of \(index.name(run.callback.operation))"
  }
}

extension HistoryIndex.OperationRecord {
  /// Calls that may have installed or removed a completion block, by call ticket.
  ///
  /// - Complexity: O(calls on the operation).
  var completionSets: [Call] { calls(.setCompletion).filter { !$0.hadNoEffect } }
}

extension Call {
  /// The number of the block that the call speaks of; nil where it removes one, or names none.
  var number: Int? { command.integer.flatMap { $0 > 0 ? $0 : nil } }
}
