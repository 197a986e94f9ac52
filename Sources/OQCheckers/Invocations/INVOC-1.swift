import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// INVOC-1: the method is called on the given object with the given argument.
  ///
  /// The target notes what it was called with before client code is entered. A read that was called
  /// after the only entry so far tells of that entry, if none follows before it has returned.
  static let methodIsCalledAsGiven = Checker(
    "INVOC-1", antecedent: [.receiver, .method, .methodArgument]
  ) { index, _, judgement in
    for record in index.invocations {
      guard let begin = record.begin else { continue }
      let again = record.bodies.dropFirst().first?.begin ?? index.end
      let x = index.name(record.id)
      for read in record.calls where read.called > begin && read.returned(before: again) {
        guard let value = read.outcome?.integer,
          let (words, expected) = given(read.command.verb, record)
        else { continue }
        if value == expected {
          judgement.hold(begin, read.called, read.returned)
        } else {
          judgement.violate(
            "the \(words) of the call for \(x), begun at \(begin), was \(value) and not \(expected)",
            events: [begin, read.called, read.returned])
        }
      }
    }
  }

  /// What an operation was given.
  private static func given(
    _ verb: Verb, _ record: HistoryIndex.OperationRecord
  ) -> (words: String, number: Int)? {
    switch verb {
    case .receiver: ("object", InvocationNumbers.receiver(of: record.id))
    case .method:
      (
        "method",
        record.declaration.kind == .invocation
          ? InvocationNumbers.method : InvocationNumbers.procedure
      )
    case .methodArgument: ("argument", InvocationNumbers.argument(of: record.id))
    default: nil
    }
  }
}
