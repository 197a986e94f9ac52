extension History: CustomStringConvertible {
  /// The text form, ending in a newline: declarations, then one event a line.
  ///
  /// - Complexity: O(size of the history).
  package var text: String {
    let printer = StepPrinter(declarations)
    let lines =
      ["oqhistory 1"] + DeclarationText.print(declarations) + ["events"]
      + events.map { printer.text($0) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The text form.
  package var description: String { text }

  /// Reads the text form.
  ///
  /// A line without a ticket takes the one after the line before it, so that histories can be
  /// written by hand.
  ///
  /// - Parameter text: a history; comments, blank lines and any indentation are allowed.
  /// - Throws: the first fault, with its line and column.
  /// - Complexity: O(size of the text).
  package init(parsing text: some StringProtocol) throws(TextError) {
    let lines = try TextLines(text, magic: "oqhistory")
    try lines.header.expectEnd()
    let split = lines.body.firstIndex { $0.first == "events" } ?? lines.body.count
    guard split < lines.body.count else {
      throw TextError(
        line: (lines.body.last?.line ?? lines.header.line) + 1, column: 1,
        message: "expected a line 'events' after the declarations")
    }
    var naming = Naming()
    for line in lines.body[..<split] {
      guard line.first == "queue" || line.first == "op" else {
        var words = line
        let word = try words.next("a declaration")
        throw words.fault(word, "'queue', 'op' or 'events'")
      }
      try DeclarationText.declareName(line, in: &naming)
    }
    var reader = ProgramReader(naming: naming, settings: Program.Settings())
    for line in lines.body[..<split] { try reader.read(line) }
    let program = try reader.finish()
    var events = EventReader(program: program, naming: naming)
    for line in lines.body[(split + 1)...] { try events.read(line) }
    self.init(of: program, events: events.events)
  }
}

extension StepPrinter {
  /// One line of a history: ticket, lane, what was observed.
  ///
  /// - Parameter event: an event that uses this printer's names.
  /// - Returns: the line, without a newline.
  package func text(_ event: Event) -> String {
    let line = "\(event.ticket) \(event.lane.map { text($0) } ?? "-") \(text(event.kind))"
    return switch event.thread {
    case nil: line
    case .elsewhere: "\(line) elsewhere"
    case .main: "\(line) on main-thread"
    case .lane(let lane): "\(line) on \(text(lane))"
    }
  }

  /// What was observed, without ticket and lane.
  ///
  /// - Parameter kind: an observation that uses this printer's names.
  /// - Returns: the words after the lane.
  package func text(_ kind: Event.Kind) -> String {
    switch kind {
    case .call(let command): text(command)
    case .returned(let outcome): text(outcome)
    case .made(let command, nil): "made \(text(command))"
    case .made(let command, .some(let outcome)): "made \(text(command)) \(text(outcome))"
    case .enter: "begin"
    case .leave: "end"
    case .step(let step): text(step)
    case .quiescent(let evidence):
      "quiescent threads=\(evidence.threads) canaries=\(evidence.canaries)"
        + (evidence.bodies == Quiescence.usualBodies ? "" : " bodies=\(evidence.bodies)")
        + (evidence.isSealed ? " sealed" : "") + (evidence.isWoken ? " woken" : "")
    case .stalled: "stalled"
    case .crashed(let crash): "crashed \(crash.signal.rawValue)"
    case .overflow: "overflow"
    case .ended: "ended"
    }
  }

  /// `ok`, `= value`, `rejected raised`, `unsupported`.
  private func text(_ outcome: Outcome) -> String {
    switch outcome {
    case .returned(.none): "ok"
    case .returned(let value): "= \(text(value))"
    case .rejected(let rejection): "rejected \(rejection.rawValue)"
    case .unsupported: "unsupported"
    }
  }
}

/// Reads the event lines of a history.
struct EventReader {
  let program: Program
  let parser: StepParser
  private(set) var events: [Event] = []
  // The verb of each lane's open call says which kind of value its return carries.
  private var open: [Lane: Command] = [:]
  private var inside: Set<Callback> = []
  /// Whether a call has come that may have been made in client code that nobody told of.
  private var isCutOff = false

  /// The largest ticket that a text gives: whoever reads JSON into a floating-point number sees it
  /// exactly, and what is reckoned with tickets does not overflow.
  private static let largestTicket = 1 << 53

  init(program: Program, naming: Naming) {
    self.program = program
    parser = StepParser(naming: naming)
  }

  mutating func read(_ line: Words) throws(TextError) {
    var words = line
    var ticket = (events.last?.ticket ?? 0) + 1
    if let first = words.peek(), let number = Naming.number(first) {
      let word = try words.next("a ticket")
      guard number >= ticket else {
        throw words.fault(word, "a ticket after \(ticket - 1)")
      }
      guard number <= EventReader.largestTicket else {
        throw words.fault(word, "a ticket of at most \(EventReader.largestTicket)")
      }
      ticket = number
    }
    let laneWord = try words.next("a lane")
    let lane = try lane(laneWord, words)
    let column = words.column
    let kind = try kind(&words, lane, laneWord)
    let thread = kind == .enter ? try thread(&words) : nil
    try words.expectEnd()
    try note(kind, lane, line: line.line, column: column)
    events.append(Event(ticket, lane, kind, on: thread))
  }

  /// `on LANE`, `on main-thread`, `elsewhere`, or nothing where the thread is not told.
  private func thread(_ words: inout Words) throws(TextError) -> EntryThread? {
    guard !words.isAtEnd else { return nil }
    let word = try words.next("'on' or 'elsewhere'")
    switch word.text {
    case "elsewhere": return .elsewhere
    case "on":
      let laneWord = try words.next("a lane")
      if laneWord.text == "main-thread" { return .main }
      guard let lane = try lane(laneWord, words), lane != .setup else {
        throw words.fault(laneWord, "a lane, client1 or a callback, or main-thread")
      }
      return .lane(lane)
    default: throw words.fault(word, "'on' and a lane, or 'elsewhere'")
    }
  }

  private func lane(_ word: Words.Word, _ words: Words) throws(TextError) -> Lane? {
    if word.text == "-" { return nil }
    if word.text == "setup" { return .setup }
    if let number = Naming.clientNumber(word.text) { return .client(number) }
    guard let callback = parser.callback(word.text) else {
      throw words.fault(word, "a lane: setup, client1, a callback, or - for the harness")
    }
    if let fault = program.fault(callback) {
      throw TextError(line: words.line, column: word.column, message: fault)
    }
    return .callback(callback)
  }

  private mutating func kind(
    _ words: inout Words, _ lane: Lane?, _ laneWord: Words.Word
  ) throws(TextError) -> Event.Kind {
    guard let word = words.peek() else { return try step(&words, lane) }
    let global: Event.Kind? =
      switch word {
      case "stalled": .stalled
      case "overflow": .overflow
      case "ended": .ended
      default: nil
      }
    if let global {
      _ = try words.next("an event")
      return global
    }
    switch word {
    case "quiescent": return try quiescence(&words)
    case "crashed":
      _ = try words.next("crashed")
      let word = try words.next("a signal")
      guard let signal = Crash.Signal(rawValue: String(word.text)) else {
        let names = Crash.Signal.allCases.map(\.rawValue).joined(separator: ", ")
        throw words.fault(word, "one of \(names)")
      }
      return .crashed(Crash(signal))
    case "begin" where lane?.callback != nil, "end" where lane?.callback != nil:
      return try words.next("begin").text == "begin" ? .enter : .leave
    case "made": return try made(&words, lane)
    case "ok", "=", "rejected", "unsupported": return .returned(try outcome(&words, lane))
    default: return try step(&words, lane)
    }
  }

  private func step(_ words: inout Words, _ lane: Lane?) throws(TextError) -> Event.Kind {
    let column = words.column
    guard lane != nil else {
      let word = try words.next("an event")
      throw words.fault(word, "quiescent, stalled, crashed, overflow or ended")
    }
    let step = try parser.step(&words)
    if let lane, let fault = program.fault(step, in: lane) {
      throw TextError(line: words.line, column: column, message: fault)
    }
    if case .command(let command) = step { return .call(command) }
    return .step(step)
  }

  private func made(_ words: inout Words, _ lane: Lane?) throws(TextError) -> Event.Kind {
    let word = try words.next("made")
    let column = words.column
    guard let lane else {
      throw words.fault(word, "quiescent, stalled, crashed, overflow or ended")
    }
    let command = try parser.command(try words.next("a command"), &words)
    if let fault = program.fault(.command(command), in: lane) {
      throw TextError(line: words.line, column: column, message: fault)
    }
    return .made(command, words.isAtEnd ? nil : try outcome(&words, of: command))
  }

  private func outcome(_ words: inout Words, _ lane: Lane?) throws(TextError) -> Outcome {
    guard let lane, let command = open[lane] else {
      let word = try words.next("an outcome")
      throw words.fault(word, "a call on this lane before its return, instead of")
    }
    return try outcome(&words, of: command)
  }

  private func outcome(_ words: inout Words, of command: Command) throws(TextError) -> Outcome {
    let word = try words.next("an outcome")
    switch word.text {
    case "ok" where command.verb.entry.result == .none: return .done
    case "=" where command.verb.entry.result != .none:
      return .returned(try parser.value(&words, command.verb.entry.result))
    case "unsupported": return .unsupported
    case "rejected":
      let expected = Outcome.Rejection.allCases.map(\.rawValue).joined(separator: ", ")
      let how = try words.next(expected)
      guard let rejection = Outcome.Rejection(rawValue: String(how.text)) else {
        throw words.fault(how, expected)
      }
      return .rejected(rejection)
    default:
      let shape = command.verb.entry.result == .none ? "'ok'" : "'=' and a value"
      throw words.fault(word, "\(shape) as the return of \(command.verb.entry.name)")
    }
  }

  private func quiescence(_ words: inout Words) throws(TextError) -> Event.Kind {
    _ = try words.next("quiescent")
    let expected = "threads=N, canaries=N, bodies=N, sealed or woken"
    var counts = ["threads": 0, "canaries": 0, "bodies": Quiescence.usualBodies]
    var marks: Set<String> = []
    while !words.isAtEnd {
      let word = try words.next(expected)
      if word.text == "sealed" || word.text == "woken" {
        marks.insert(String(word.text))
        continue
      }
      let option = DeclarationText.Option(word.text)
      guard let value = option.value, let number = Naming.number(value),
        counts.keys.contains(String(option.name)), option.name != "bodies" || number >= 1
      else { throw words.fault(word, expected) }
      counts[String(option.name)] = number
    }
    return .quiescent(
      Quiescence(
        threads: counts["threads"] ?? 0, canaries: counts["canaries"] ?? 0,
        isSealed: marks.contains("sealed"), isWoken: marks.contains("woken"),
        bodies: counts["bodies"] ?? Quiescence.usualBodies))
  }

  /// Keeps the shape of lanes: calls and returns alternate, callbacks are entered before they end.
  private mutating func note(
    _ kind: Event.Kind, _ lane: Lane?, line: Int, column: Int
  ) throws(TextError) {
    func fault(_ message: String) -> TextError {
      TextError(line: line, column: column, message: message)
    }
    if isCutOff {
      switch kind {
      case .made(_, nil), .crashed, .overflow: break
      default:
        throw fault("expected nothing but a death behind a call of client code nobody told of")
      }
    }
    switch (kind, lane) {
    case (.call(let command), .some(let lane)):
      guard open[lane] == nil else {
        throw fault("expected the return of the lane's open call first")
      }
      if case .callback(let callback) = lane, !inside.contains(callback) {
        throw fault("expected the callback to be entered before it makes calls")
      }
      open[lane] = command
    case (.made, .some(let lane)):
      guard open[lane] == nil else {
        throw fault("expected the return of the lane's open call first")
      }
      if case .callback(let callback) = lane, !inside.contains(callback) {
        // A process that died may have entered client code and made a call without telling of
        // either: such calls end the history.
        guard case .made(_, nil) = kind else {
          throw fault("expected the callback to be entered before it makes calls")
        }
        isCutOff = true
      }
    case (.returned, .some(let lane)): open[lane] = nil
    case (.enter, .callback(let callback)?):
      guard inside.insert(callback).inserted else {
        throw fault("expected a callback that has not been entered; a repetition is x#2")
      }
    case (.leave, .callback(let callback)?):
      guard inside.contains(callback) else { throw fault("expected the callback to begin first") }
    default: break
    }
  }
}
