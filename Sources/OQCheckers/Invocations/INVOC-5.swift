import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// INVOC-5: the result of an operation that has finished is what its method returned.
  ///
  /// The rule is judged where no cancel was called before the read returned, the method returns a
  /// value and did not throw.
  static let resultIsReturned = Checker("INVOC-5", antecedent: [.result]) { index, _, judgement in
    for record in index.invocations where record.declaration.kind == .invocation {
      guard record.threw == false else { continue }
      let expected = InvocationNumbers.result(of: record.id)
      let finish = record.finishShown
      for read in record.settledResults
      where !record.mayBeCancelled(before: read.returned ?? index.end) {
        if read.outcome?.integer == expected {
          judgement.hold(finish, read.called, read.returned)
          continue
        }
        let answer =
          read.outcome?.integer.map { "was \($0)" }
          ?? "was the error '\(read.outcome?.rejection?.rawValue ?? "")'"
        judgement.violate(
          "the result of \(index.name(record.id)), which had finished by \(finish ?? 0), \(answer) at"
            + " \(read.called) and not \(expected)",
          events: [finish, read.called, read.returned])
      }
    }
  }
}
