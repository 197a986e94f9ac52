import OQHistory

/// What each event of a history changes in the model, as far as the model has a run with it.
package struct Explanation: Sendable, Hashable {
  /// Most states of which it is said what they allow.
  static let mostStates = 64
  /// Most events that are said to be possible at one place.
  static let mostPossible = 6

  /// One event.
  package struct Step: Sendable, Hashable {
    /// The event.
    package let ticket: Ticket
    /// What it changed, such as `x: waiting → executing`; empty for the event that no run has.
    package let changes: [String]
    /// Events that the model allowed instead, such as `x end`: some, and not always all of them.
    package let possible: [String]
  }

  /// The events up to the one that settles the answer.
  package let steps: [Step]
  /// The answer.
  package let answer: Acceptance
}

extension Acceptor {
  /// Says what each event of a history changes in the model.
  ///
  /// The states are followed without the reduction, whose states do not mean what they say.
  ///
  /// - Parameter history: any history.
  /// - Returns: the events up to the one that settles the answer; none where the model does not
  ///   represent the history.
  /// - Complexity: as `judge` without the reduction, once more for each event.
  package func explanation(of history: History) -> Explanation {
    do throws(Gap) {
      var search = try search(HistoryIndex(history), reduced: false, notesOutcomes: false)
      return search.explain()
    } catch {
      return Explanation(steps: [], answer: .inconclusive(error.reason))
    }
  }
}

/// How open calls may be answered: reads by what was so at any instant since the call, others by an
/// error or normally, where the history has the opposite.
struct Readings {
  private var values: [Int: [String]] = [:]

  /// The answers of a call, in the order in which they became possible.
  subscript(_ call: Int) -> [String] { values[call] ?? [] }

  /// Notes that a call may be answered in the other way than in the history, if a state allows it.
  mutating func note(
    _ id: Int, _ call: Call, _ moves: [Move], _ printer: StepPrinter
  ) {
    let other: (answer: Move.Answer, outcome: Outcome)? =
      switch call.outcome {
      case .returned?: (.rejected, .rejected(.raised))
      case .rejected?: (.returned, .done)
      case .unsupported?, nil: nil
      }
    guard let other, moves.contains(where: { $0.answer == other.answer }) else { return }
    note(id, printer.text(.returned(other.outcome)))
  }

  private mutating func note(_ id: Int, _ text: String) {
    if !self[id].contains(text) { values[id, default: []].append(text) }
  }

  /// Notes what a read may return if it looks in a state.
  mutating func note(
    _ id: Int, _ call: Call, _ model: Model, _ state: State, _ printer: StepPrinter
  ) {
    for value in Readings.candidates(call, state) where model.admits(call.command, value, state) {
      note(id, "= \(printer.text(value))")
    }
  }

  /// Values of the kind that the call returned.
  private static func candidates(_ call: Call, _ state: State) -> [Outcome.Value] {
    guard case .returned(let value)? = call.outcome else { return [] }
    return switch value {
    case .boolean: [.boolean(true), .boolean(false)]
    case .integer: (-1...min(state.operations.count, 9)).map { .integer($0) }
    case .priority: Priority.allCases.map { .priority($0) }
    case .none, .operations: []
    }
  }
}

/// What a set of states says of each operation and queue.
struct StateSummary {
  private let facts: [(name: String, facets: [String])]

  /// Sums states up.
  init(_ states: StateSet, of model: Model) {
    var state = model.initial
    var operations = model.names.map { (name: $0, phases: Set<OperationState.Phase>()) }
    let everything = OperationSet.first(operations.count)
    var cancelled = operations.map { _ in (some: false, all: true) }
    var open = cancelled.map { _ in (some: OperationSet(), all: everything) }
    var suspended = state.queues.map { _ in (some: false, all: true) }
    for place in 0..<states.count {
      states.load(place, into: &state)
      for (index, operation) in state.operations.enumerated() {
        operations[index].phases.insert(operation.phase)
        cancelled[index].some = cancelled[index].some || operation.isCancelled
        cancelled[index].all = cancelled[index].all && operation.isCancelled
        open[index].some = open[index].some.union(operation.open)
        open[index].all = open[index].all.intersection(operation.open)
      }
      for (index, queue) in state.queues.enumerated() {
        suspended[index].some = suspended[index].some || queue.suspended
        suspended[index].all = suspended[index].all && queue.suspended
      }
    }
    func word(_ flag: (some: Bool, all: Bool), _ word: String) -> [String] {
      flag.some ? [flag.all ? word : "perhaps \(word)"] : []
    }
    facts =
      operations.enumerated().map { index, operation in
        let phases = operation.phases.sorted().map(\.word).joined(separator: " or ")
        let waits = StateSummary.names(open[index].all, model).map { ["waits for \($0)"] } ?? []
        let doubtful = open[index].some.subtracting(open[index].all)
        let perhaps = StateSummary.names(doubtful, model).map { ["perhaps for \($0)"] } ?? []
        return (
          operation.name, [phases] + word(cancelled[index], "cancelled") + waits + perhaps
        )
      }
      + suspended.enumerated().map { index, flag in
        (model.queueNames[index], flag.some ? word(flag, "suspended") : ["not suspended"])
      }
  }

  private static func names(_ set: OperationSet, _ model: Model) -> String? {
    let names = set.map { model.names[$0] }
    return names.isEmpty ? nil : names.joined(separator: ",")
  }

  /// What is said otherwise than before.
  func changes(since other: StateSummary) -> [String] {
    zip(facts, other.facts).compactMap { now, before in
      guard now.facets != before.facets else { return nil }
      let old = before.facets.filter { !now.facets.contains($0) }
      let new = now.facets.filter { !before.facets.contains($0) }
      if old.isEmpty { return "\(now.name): \(new.joined(separator: ", "))" }
      if new.isEmpty { return "\(now.name): no longer \(old.joined(separator: ", "))" }
      return "\(now.name): \(old.joined(separator: ", ")) → \(new.joined(separator: ", "))"
    }
  }
}
