import OQHistory
import OQJudging

extension Roster {
  /// The checkers of a class of operations, which is called by queues and clients.
  ///
  /// An error that leaves its work is the concern of the class, so that histories with one are
  /// judged by its own rules, too. Beside them stand the rules that it keeps together with its
  /// host.
  ///
  /// - Parameter nature: what the classes override.
  /// - Returns: one checker per rule.
  package static func operationClasses(_ nature: OperationNature) -> Roster {
    switch nature {
    case .asynchronous: asynchronousClasses
    case .main: mainClasses
    }
  }

  private static let asynchronousClasses = classes(ClassCheckers.asynchronous, .asynchronous)
  private static let mainClasses = classes(ClassCheckers.inherited, .main)

  private static func classes(_ own: [Checker], _ nature: OperationNature) -> Roster {
    let shared = SharedRules.checkers(beside: own, nature)
    let reasons = SharedRules.reasons(nature).flatMap { reason, rules in
      rules.map { ($0, reason) }
    }
    return Roster(
      own + shared, precedence: .operationClasses, shared: Set(shared.map(\.rule)),
      unjudged: Dictionary(uniqueKeysWithValues: reasons),
      scope: { index in { index.isInScope($0) } }, leavesOpen: \.mayHaveLeftWorkOut,
      trapsReject: false)
  }
}
