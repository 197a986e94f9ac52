import OQHistory

/// What is noted of a run, by stamps, until it becomes a history.
struct WireNotes: Sendable {
  private struct Note {
    /// The stamp, then the position among what the harness notes after it.
    let place: (stamp: Int, minor: Int)
    let lane: Lane?
    let kind: Event.Kind
  }

  private let program: Program
  private var notes: [Note] = []
  private var minor = 0
  private var last = 0
  private var openCalls: [(lane: Lane, command: Command)] = []
  /// Where the notes of a quiescence begin.
  private var quiescence: Int?

  init(_ program: Program) { self.program = program }

  /// How many events there are.
  var count: Int { notes.count }

  mutating func add(_ stamp: Int, _ lane: Lane?, _ kind: Event.Kind) {
    notes.append(Note(place: (stamp, 0), lane: lane, kind: kind))
    last = max(last, stamp)
  }

  /// Notes something that the harness knows, after everything noted so far.
  private mutating func add(_ lane: Lane?, _ kind: Event.Kind) {
    minor += 1
    notes.append(Note(place: (last, minor), lane: lane, kind: kind))
  }

  /// Notes a call of which nobody knows whether it has an effect: it may have, from before the call
  /// on and for ever.
  mutating func makeIndefinite(_ command: Command, on lane: Lane, at stamp: Int) {
    notes.append(Note(place: (stamp, 0), lane: lane, kind: .made(command, nil)))
    last = max(last, stamp)
  }

  /// Notes a call that has not come back.
  mutating func addOpen(_ command: Command, on lane: Lane, isCertain: Bool) {
    if isCertain {
      add(lane, .made(command, nil))
    } else {
      openCalls.append((lane, command))
    }
  }

  mutating func beginQuiescence() { quiescence = notes.count }

  mutating func addQuiescence(_ evidence: Quiescence) { add(nil, .quiescent(evidence)) }

  mutating func addStall() { add(nil, .stalled) }

  /// Takes the quiescence back: something moved after all, and what was open may have come back.
  mutating func forgetQuiescence() {
    guard let quiescence else { return }
    self.quiescence = nil
    let kept = notes[quiescence...].filter { $0.place.minor == 0 }
    notes.removeSubrange(quiescence...)
    notes += kept
  }

  /// The history with tickets from 1.
  ///
  /// - Parameter ending: the last event, if there is one, and whether some before it may be
  ///   missing.
  /// - Returns: the history of the program.
  func history(ending: (kind: Event.Kind, isAfterHole: Bool)?) -> History {
    var ticket = 0
    var events: [Event] = []
    func append(_ lane: Lane?, _ kind: Event.Kind, isAfterHole: Bool = false) {
      ticket += isAfterHole ? 2 : 1
      events.append(Event(ticket, lane, kind))
    }
    for note in notes.sorted(by: { $0.place < $1.place }) { append(note.lane, note.kind) }
    for call in openCalls { append(call.lane, .made(call.command, nil)) }
    if let ending { append(nil, ending.kind, isAfterHole: ending.isAfterHole) }
    return History(of: program, events: events)
  }
}
