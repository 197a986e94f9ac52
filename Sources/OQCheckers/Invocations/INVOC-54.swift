import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// INVOC-54: a method that the target does not have, or that takes two arguments, gives no
  /// operation; one with a single argument does.
  ///
  /// The answer depends on nothing that any thread does.
  static let unknownMethodGivesNothing = Checker("INVOC-54", antecedent: [.makesInvocation]) {
    index, _, judgement in
    for record in index.invocations {
      for read in record.calls(.makesInvocation) {
        guard let isMade = read.outcome?.boolean, let method = read.command.integer else {
          continue
        }
        let isKnown = method <= InvocationNumbers.procedure
        if isMade == isKnown {
          judgement.hold(read.called, read.returned)
        } else {
          judgement.violate(
            isMade
              ? "an operation was made at \(read.called) of method \(method), which the target does"
                + " not have with one argument"
              : "no operation was made at \(read.called) of method \(method), which the target has",
            events: [read.called, read.returned])
        }
      }
    }
  }
}
