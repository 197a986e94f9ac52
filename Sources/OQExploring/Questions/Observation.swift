import OQHistory

/// What a subject showed in runs of a program with questions.
package struct Observation: Sendable {
  /// How often an outcome was seen.
  package struct Count: Sendable, Hashable {
    /// The truth values of the facts.
    package let row: Reading.Row
    /// Whether a client waited in vain at the end.
    package let isStalled: Bool
    /// Number of runs.
    package var runs: Int
    /// The first run that showed it.
    package let history: History
  }

  /// The subject, as a command line names it.
  package let subject: String
  /// What ran, by itself.
  package let version: String
  /// Outcomes, in the order in which they were first seen.
  package private(set) var counts: [Count] = []
  /// Runs that came to no end that says anything.
  package private(set) var open = 0
  /// Schedules in which a lane was held at a point of the subject, all of which ran.
  package var holds: Int?

  /// Nothing seen yet.
  ///
  /// - Parameters:
  ///   - subject: the subject, as a command line names it.
  ///   - version: what runs, by itself.
  package init(subject: String, version: String) {
    self.subject = subject
    self.version = version
  }

  /// Number of runs.
  package var runs: Int { counts.reduce(open) { $0 + $1.runs } }

  /// Number of runs with an outcome.
  package func runs(with row: Reading.Row) -> Int {
    counts.reduce(0) { $0 + ($1.row == row ? $1.runs : 0) }
  }

  /// Adds a run.
  ///
  /// - Parameters:
  ///   - history: its history.
  ///   - file: the program and its questions.
  package mutating func add(_ history: History, _ file: AskFile) {
    let isStalled: Bool
    switch history.events.last?.kind {
    case .ended: isStalled = false
    case .stalled: isStalled = true
    default:
      open += 1
      return
    }
    let row = Reading.row(file.seen(in: history), stalls: isStalled, file)
    if let place = counts.firstIndex(where: { $0.row == row && $0.isStalled == isStalled }) {
      counts[place].runs += 1
    } else {
      counts.append(Count(row: row, isStalled: isStalled, runs: 1, history: history))
    }
  }

  /// The first outcome that the model does not allow.
  ///
  /// - Parameter reading: what the model allows.
  /// - Returns: nil where the model allows all of them. A run that ended
  ///   with its clients need not have come to its end, so it may show what the model shows then.
  package func stranger(to reading: Reading) -> Count? {
    guard reading.result.isComplete else { return nil }
    return counts.first { count in
      !reading.rows.contains(count.row) && (count.isStalled || !reading.cutRows.contains(count.row))
    }
  }
}

extension AskFile {
  /// What a history has shown of what the file asks.
  ///
  /// - Parameter history: a history of the program, maybe with steps behind those of the program.
  /// - Returns: the bits of the lookout.
  /// - Complexity: O(events × events looked out for).
  package func seen(in history: History) -> UInt64 {
    var seen: UInt64 = 0
    // The calls of each lane in order, and the one that it made last.
    var calls: [Lane: [Int]] = [:]
    for (number, caller) in stage.callers.enumerated() {
      calls[stage.parts[caller].lane, default: []].append(number)
    }
    var latest: [Lane: Int] = [:]
    var places: [Lane: Int] = [:]
    for event in history.events {
      guard let lane = event.lane else { continue }
      if case .call(let command) = event.kind {
        let numbers = calls[lane, default: []]
        let from = places[lane, default: 0]
        latest[lane] = nil
        if let place = numbers.indices.dropFirst(from).first(where: {
          stage.commands[numbers[$0]] == command
        }) {
          places[lane] = place + 1
          latest[lane] = numbers[place]
        } else if from > 0, stage.commands[numbers[from - 1]] == command {
          // A value is read again and again until it is the one that is waited for.
          latest[lane] = numbers[from - 1]
        }
      }
      lookout.note({ matches($0, event, lane, latest[lane]) }, in: &seen)
    }
    return seen
  }

  private func matches(
    _ sight: Lookout.Sight, _ event: Event, _ lane: Lane, _ number: Int?
  ) -> Bool {
    switch (sight, event.kind) {
    case (.begin(let callback), .enter), (.end(let callback), .leave):
      return lane == .callback(callback)
    case (.call(let call), .call): return call == number
    case (.returned(let call), .returned): return call == number
    case (.rejected(let call), .returned(let outcome)):
      return call == number && outcome.isRejection
    case (.answered(let call, let expected), .returned(let outcome)):
      guard call == number else { return false }
      if stage.commands[call].verb == .dependencies {
        return expected.operations?.sorted() == outcome.operations?.sorted()
      }
      return expected == outcome
    default: return false
    }
  }
}
