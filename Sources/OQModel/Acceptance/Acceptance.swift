import OQHistory

/// What an acceptor says of a history.
package enum Acceptance: Sendable, Hashable {
  /// Some run of the model has this history.
  case accepted
  /// No run of the model has this history: none explains the event with this ticket.
  case rejected(ticket: Ticket, message: String)
  /// The acceptor cannot say: the reason names a bound, or what the history lacks.
  case inconclusive(String)

  /// Why an acceptor does not judge reports of a custom operation that nobody has started: no
  /// document says what they mean.
  package static let reportsBeforeStart = "a custom operation reports before its start"

  /// Whether no run of the model has the history.
  package var isRejection: Bool {
    if case .rejected = self { true } else { false }
  }
}
