import OQHistory

/// The events that the runs of some programs can show, as numbers.
///
/// One client makes calls that return no value; operations are tasks whose bodies take no steps.
/// So each event comes at most once in a run. An event that is none of these, such as a rejected
/// call, has a number of its own.
package struct EventAlphabet: Sendable {
  /// A program that has these events.
  package let program: Program
  /// The command of each call of the client.
  package let commands: [Command]
  /// The lane of the client.
  let client: Lane
  private let numbers: [HistoryGraph.Label: Int]
  private let labels: [HistoryGraph.Label]

  /// Most operations: a set of sets of them is one word.
  private static let mostOperations = 6

  /// The events of a program; nil where other events can come up.
  ///
  /// - Parameter program: any program.
  package init?(_ program: Program) {
    let commands = program.allSteps.compactMap(\.command)
    guard program.scripts.count == 1, program.clients.count == 1,
      commands.count == program.allSteps.count,
      commands.allSatisfy({ EventAlphabet.verbs.contains($0.verb) }),
      program.operations.count <= EventAlphabet.mostOperations,
      program.operations.allSatisfy({ $0.kind == .task && !$0.completion })
    else { return nil }
    self.program = program
    self.commands = commands
    let client = program.clients[0].lane
    self.client = client
    let bodies = program.operations.indices.map { Lane.callback(Callback(OperationID($0))) }
    labels =
      commands.flatMap { command in
        [
          HistoryGraph.Label(client, .call(command)),
          HistoryGraph.Label(client, .returned(.done)),
        ]
      } + bodies.map { HistoryGraph.Label($0, .enter) }
      + bodies.map { HistoryGraph.Label($0, .leave) }
    var numbers: [HistoryGraph.Label: Int] = [:]
    for (number, label) in labels.enumerated().dropFirst(commands.count * 2) {
      numbers[label] = number
    }
    self.numbers = numbers
  }

  private static let verbs: Set<Verb> = [
    .add, .addGroup, .cancel, .cancelAll, .suspend, .resume, .wait, .waitAll,
  ]

  /// How many numbers there are.
  package var count: Int { labels.count + 1 }

  /// The number of an event that the program cannot show.
  package var stranger: Int { labels.count }

  /// The number of the begin of an operation's body.
  package func begin(_ operation: Int) -> Int { commands.count * 2 + operation }

  /// The number of the end of an operation's body.
  package func end(_ operation: Int) -> Int {
    commands.count * 2 + program.operations.count + operation
  }

  /// The operation whose body begins with an event, if one does.
  package func operation(beginningWith number: Int) -> Int? {
    let place = number - commands.count * 2
    return program.operations.indices.contains(place) ? place : nil
  }

  /// The number of an event of a run, in which so many calls have been made, its own included.
  func number(of event: Event, calls: Int) -> Int {
    let label = HistoryGraph.Label(event.lane, event.kind)
    if let number = numbers[label] { return number }
    let number =
      switch event.kind {
      case .call: calls * 2 - 2
      case .returned: calls * 2 - 1
      default: stranger
      }
    return calls > 0 && number < stranger && labels[number] == label ? number : stranger
  }

  /// The event with a number that the program can show, under a ticket.
  package func event(_ number: Int, _ ticket: Ticket) -> Event {
    Event(ticket, labels[number].lane, labels[number].kind)
  }

  /// The history of a run with some events that has come to its end.
  package func history(_ numbers: [Int]) -> History {
    let events = numbers.enumerated().map { event($1, $0 + 1) }
    return History(of: program, events: events + [Event(events.count + 1, nil, .ended)])
  }
}
