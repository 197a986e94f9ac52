import OQHistory
import OQModel
import OQSpecification

extension Judge {
  /// Asks the model's acceptor whether some legal run has a history.
  ///
  /// What is owed while bodies are held depends on how many the subject was measured to begin, as
  /// the history's own evidence of quiescence says.
  ///
  /// - Returns: a function for ``init(checkers:profile:model:modelObjects:)``.
  package static func model(profile: Profile) -> @Sendable (HistoryIndex) -> Acceptance {
    { Acceptor(profile: profile, bound: 300, concurrency: $0.history.bodies).judge($0) }
  }

  /// Asks the model what histories show of the freedoms.
  ///
  /// - Returns: a function for the census of a campaign.
  package static func outcomes(profile: Profile) -> @Sendable (History) -> OutcomeReading {
    { Acceptor(profile: profile, bound: 1000, concurrency: $0.bodies).outcomes(of: $0) }
  }
}
