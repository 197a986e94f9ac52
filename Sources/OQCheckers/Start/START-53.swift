import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// START-53: a forbidden start, add or addExecutionBlock is answered by an error of the name that
  /// the documents give.
  ///
  /// Only profile reference promises this. Errors without a name, and traps, cannot be compared. An
  /// error of the task itself is not the call's.
  static let errorsHaveTheirName = Checker(
    "START-53", antecedent: [.start, .add, .addGroup, .addGroupWaiting, .addExecutionBlock]
  ) { index, profile, judgement in
    guard profile == .reference else { return }
    for call in index.calls {
      switch call.command.verb {
      case .start, .add, .addGroup, .addGroupWaiting, .addExecutionBlock: break
      default: continue
      }
      switch call.outcome?.rejection {
      case .invalidArgument: judgement.hold(call.called, call.returned)
      case .cancelledResult?, .voidResult?, .otherError?:
        judgement.violate(
          "'\(index.words.text(call.command))' was answered by the error"
            + " '\(call.outcome?.rejection?.rawValue ?? "")' at \(call.returned ?? index.end) and not by"
            + " 'invalid-argument'",
          events: [call.called, call.returned])
      case .raised?, .trapped?, .taskError?, nil: continue
      }
    }
  }
}
