import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// INVOC-52: the result is nil until the operation has finished.
  ///
  /// The rule is judged where the operation certainly had not finished when the read returned: it
  /// had not been started, or its method was inside from before the call until after the return;
  /// and where no cancel had been called by then (C-7). Of a method that returns nothing the answer
  /// may be an error already: no document says which of the two comes first.
  static let noResultBeforeFinish = Checker("INVOC-52", antecedent: [.result]) {
    index, _, judgement in
    for record in index.invocations {
      for read in record.calls(.result) {
        guard let returned = read.returned, !record.mayBeCancelled(before: returned) else {
          continue
        }
        let inside = record.bodies.first { $0.contains(read.called) && $0.contains(returned) }
        guard inside != nil || index.stage(of: record.id, at: returned) != nil else { continue }
        let isVoid =
          record.declaration.kind == .procedure
          && [.voidResult, .raised, .trapped].contains(read.outcome?.rejection)
        if read.outcome?.integer == 0 || isVoid {
          judgement.hold(inside?.begin, read.called, returned)
          continue
        }
        let answer =
          read.outcome?.integer.map { "\($0)" }
          ?? "the error '\(read.outcome?.rejection?.rawValue ?? "")'"
        judgement.violate(
          "the result of \(index.name(record.id)), which had not finished, was \(answer) at"
            + " \(read.called)",
          events: [inside?.begin, read.called, returned])
      }
    }
  }
}
