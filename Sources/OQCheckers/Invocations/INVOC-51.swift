import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// INVOC-51: asking for the result of a method that returns nothing is answered by an error of
  /// its own.
  ///
  /// Judged once the operation has finished, where the method did not throw. An error without a
  /// name and a trap count; where a cancel may have come, the error for a cancelled operation does
  /// too.
  static let voidResultRaises = Checker("INVOC-51", antecedent: [.result]) {
    index, _, judgement in
    for record in index.invocations where record.declaration.kind == .procedure {
      guard record.threw == false else { continue }
      for read in record.settledResults {
        let isCancelled = record.mayBeCancelled(before: read.returned ?? index.end)
        let allowed: Set<Outcome.Rejection> =
          isCancelled
          ? [.voidResult, .cancelledResult, .raised, .trapped] : [.voidResult, .raised, .trapped]
        if let rejection = read.outcome?.rejection, allowed.contains(rejection) {
          judgement.hold(record.finishShown, read.called, read.returned)
          continue
        }
        let answer =
          read.outcome?.integer.map { "\($0)" }
          ?? "the error '\(read.outcome?.rejection?.rawValue ?? "")'"
        judgement.violate(
          "the result of \(index.name(record.id)), whose method returns nothing, was \(answer) at"
            + " \(read.called)",
          events: [record.finishShown, read.called, read.returned])
      }
    }
  }
}
