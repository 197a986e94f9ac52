/// The complete, ordered list of events of one run, with the declarations that they speak of.
package struct History: Sendable, Hashable {
  /// The program's declarations; scripts and settings are left out.
  package let declarations: Program
  /// Events, by ascending ticket.
  package let events: [Event]

  /// Puts a history together.
  ///
  /// - Parameters:
  ///   - program: the program that ran; only its declarations are kept.
  ///   - events: the events by ascending ticket.
  package init(of program: Program, events: [Event]) {
    precondition(
      zip(events, events.dropFirst()).allSatisfy { $0.ticket < $1.ticket },
      "the events of a history have ascending tickets")
    declarations = Program(queues: program.queues, operations: program.operations)
    self.events = events
  }
}
