import OQHistory
import OQModel
import OQSpecification

extension Judge {
  /// Asks the model's acceptor whether some legal run has a history.
  ///
  /// - Parameters:
  ///   - profile: the reading of the contract.
  ///   - concurrency: how many bodies the subject is known to let begin while others are held.
  /// - Returns: a function for ``init(checkers:profile:model:)``; it says nothing where the acceptor is
  ///   inconclusive.
  package static func model(
    profile: Profile, concurrency: Int = 2
  ) -> @Sendable (History) -> Rejection? {
    let acceptor = Acceptor(profile: profile, bound: 300, concurrency: concurrency)
    return { history in
      guard case .rejected(let ticket, let message) = acceptor.judge(history) else { return nil }
      return Rejection(ticket: ticket, message: message)
    }
  }
}
