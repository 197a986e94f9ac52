import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// INVOC-53: an error of the method is the result, and the start does not pass it on.
  ///
  /// The rule is judged where the method certainly threw and no cancel was called before the
  /// answer. The start during which the method ran is known: it was called before the entry and had
  /// not returned by it, and no other start and no add was called.
  static let errorIsResult = Checker("INVOC-53", antecedent: [.throwError]) {
    index, _, judgement in
    for record in index.invocations where record.threw == true {
      guard let thrown = record.calls(.throwError).first(where: \.succeeded) else { continue }
      let x = index.name(record.id)
      if let start = record.manualStarts.first, record.manualStarts.count == 1,
        record.adds.isEmpty, let returned = start.returned, returned > thrown.called,
        !record.mayBeCancelled(before: returned)
      {
        if start.isRejected {
          judgement.violate(
            "the start of \(x) was answered by an error at \(returned) although only its method"
              + " threw, at \(thrown.called)",
            events: [start.called, thrown.called, returned])
        } else {
          judgement.hold(start.called, thrown.called, returned)
        }
      }
      for read in record.settledResults
      where !record.mayBeCancelled(before: read.returned ?? index.end) {
        let rejection = read.outcome?.rejection
        if rejection == .taskError || rejection == .raised {
          judgement.hold(thrown.called, read.called, read.returned)
          continue
        }
        let answer =
          read.outcome?.integer.map { "\($0)" } ?? "the error '\(rejection?.rawValue ?? "")'"
        judgement.violate(
          "the result of \(x) was \(answer) at \(read.called) although its method threw an error at"
            + " \(thrown.called)",
          events: [thrown.called, read.called, read.returned])
      }
    }
  }
}
