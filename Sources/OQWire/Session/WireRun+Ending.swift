import OQHistory

extension WireRun {
  /// Notes that nothing moves any more.
  ///
  /// - Parameter evidence: why nothing will happen by itself.
  package mutating func noteQuiescence(_ evidence: Quiescence) {
    notes.forgetQuiescence()
    notes.beginQuiescence()
    noteOpenCalls(isCertain: true, onlyFirst: true)
    notes.addQuiescence(evidence)
  }

  /// Takes a quiescence back.
  package mutating func forgetQuiescence() { notes.forgetQuiescence() }

  /// Gives the history of a run whose quiescence is final.
  ///
  /// - Returns: the history, ending with `stalled`.
  package mutating func stalledHistory() -> History {
    notes.addStall()
    return notes.history(ending: nil)
  }

  /// Gives the history of a run that is over.
  ///
  /// - Returns: the history, ending with `ended` if every lane reached its end.
  package func history() -> History {
    notes.history(ending: phase == .completed ? (.ended, false) : nil)
  }

  /// Gives the history of a run that cannot go on, and whose end is not known.
  ///
  /// - Returns: the history, with every call that may have been made.
  package func openHistory() -> History {
    var copy = self
    copy.notes.forgetQuiescence()
    if !hasEnded { copy.noteOpenCalls(isCertain: false, onlyFirst: false) }
    return copy.notes.history(ending: nil)
  }

  /// Whether no lane can have made a call that was not answered: an indefinite answer to one lane
  /// says nothing of what the others are doing.
  private var hasEnded: Bool { phase.isOver && phase != .indefinite }

  /// Gives the history of a run whose process died.
  ///
  /// A stamp may have been taken and its line lost with the process, so a ticket is left out before
  /// the death. Which thread died is not known.
  ///
  /// - Parameter crash: how it died.
  /// - Returns: the history, ending with `crashed`.
  package func history(of crash: Crash) -> History {
    var copy = self
    copy.notes.forgetQuiescence()
    if !hasEnded { copy.noteOpenCalls(isCertain: false, onlyFirst: false) }
    return copy.notes.history(ending: (.crashed(crash), true))
  }

  /// Gives the history of a run that told of more than is kept.
  ///
  /// - Returns: the history, ending with `overflow`.
  package func overflowedHistory() -> History {
    notes.history(ending: (.overflow, false))
  }

  /// The names of the client lanes of a program.
  ///
  /// - Returns: the names, in the order of the text.
  package static func clients(of program: Program) -> [String] {
    program.clients.compactMap { script in
      if case .client(let number) = script.lane { WireNames.client(number) } else { nil }
    }
  }

  /// Client lanes that have not answered something.
  package var openClients: [String] {
    WireRun.clients(of: program).filter { lanes[$0]?.sent.isEmpty == false }
  }

  /// Lanes that are there and have not answered a `mark`, which calls nothing of the
  /// implementation: where nothing moves any more, the adapter has lost them.
  package var lostLanes: [String] {
    order.filter { name in
      guard let script = lanes[name], script.isThere, !script.isGone else { return false }
      switch script.sent.first?.purpose {
      case .sign, .step(.open), .step(.until), .step(.meet), .step(.hold): return true
      default: return false
      }
    }
  }

  /// Events noted so far.
  package var events: Int { notes.count }

  /// Whether client code was called and has returned.
  ///
  /// - Parameter callback: the callback with occurrence 1.
  /// - Returns: true if some run of it has.
  package func hasEnded(_ callback: Callback) -> Bool { left[callback.first] != nil }
}
