import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// KVO-2: isAsynchronous accepts observers.
  ///
  /// Attaching an observer changes nothing and is never forbidden, so that an error in answer to it
  /// breaks the rule whatever else is going on.
  static let asynchronyAcceptsObservers = Checker("KVO-2", antecedent: [.observe]) {
    index, _, judgement in
    for call in index.calls where call.command.property == .isAsynchronous {
      guard let operation = call.command.operation else { continue }
      let contexts = index[operation].kindCell.map { [$0] } ?? []
      if call.isRejected {
        judgement.violate(
          "an observer of isAsynchronous of \(index.name(operation)) was refused at \(call.called)",
          events: [call.called, call.returned], in: contexts)
      } else if call.succeeded {
        judgement.hold(call.called, call.returned, in: contexts)
      }
    }
  }
}
