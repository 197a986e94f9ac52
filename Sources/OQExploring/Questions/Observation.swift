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
  /// Runs in which a lane was held at a point of the subject; nil where nobody tried.
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
    let row = Reading.row(file.stage.seen(in: history, file.lookout), stalls: isStalled, file)
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
