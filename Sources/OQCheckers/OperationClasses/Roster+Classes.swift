import OQHistory
import OQJudging

extension Roster {
  /// The checkers of a class of operations, which is called by queues and clients.
  ///
  /// An error that leaves its work is the concern of the class, so that histories with one are
  /// judged, too.
  ///
  /// - Parameter nature: what the classes override.
  /// - Returns: one checker per rule.
  package static func operationClasses(_ nature: OperationNature) -> Roster {
    switch nature {
    case .asynchronous: asynchronousClasses
    case .main: mainClasses
    }
  }

  private static let asynchronousClasses = classes(ClassCheckers.asynchronous)
  private static let mainClasses = classes(ClassCheckers.inherited)

  private static func classes(_ checkers: [Checker]) -> Roster {
    Roster(checkers, precedence: .operations) { index in { index.isInScope($0) } }
  }
}
