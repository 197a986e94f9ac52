import OQHistory

/// Turns the records of a log into a history.
///
/// Reading stops at the first hole: a ticket that was taken and never stored may have been any
/// event, so nothing may be concluded from what is missing after it. Tickets are renumbered from 1
/// in their order; where a crash follows a hole, one is left out before what is known of it.
///
/// Of a program that records bodies only, a lane may have made more calls than it has told of:
/// those that follow in its script up to the next step that is recorded. They become calls without
/// an outcome: at a quiescence the one that the lane is in, for every other end all of them.
package struct HistoryDecoder {
  private let program: Program
  private var steps: [Lane: [Step]] = [:]
  private var events: [Event] = []
  private var parts: [LaneCode: [OperationID]] = [:]
  private var open: [LaneCode: (call: Event.Kind, position: Int, isIncluded: Bool)] = [:]
  private var threads: [UInt64: [LaneCode]] = [:]
  private var isOver = false
  private var stacks = ThreadStacks()
  // Where calls are not recorded: the step that follows the last one known, of each lane that is at
  // work; and the last step that the log has of a lane.
  private var next: [Lane: Int] = [:]
  private var lastSteps: [Lane: Int] = [:]
  // Whether nothing has happened since a quiescence.
  private var isAtRest = false
  // A hole that the next event follows.
  private var isAfterHole = false

  /// Reads a log.
  ///
  /// - Parameters:
  ///   - program: the program that ran.
  ///   - log: the log; only its current epoch is read.
  ///   - death: how the process died, if it did; a death that the log does not explain is blamed on
  ///     no lane.
  ///   - isExact: whether calls and tasks are put where the subject has told that they were
  ///     (``ExactOrder``), and not where the harness saw them.
  /// - Returns: the history, ending with `crashed` where the process died, with `overflow` where
  ///   the log was full.
  /// - Complexity: O(records).
  package static func history(
    of program: Program, in log: MappedLog, death: Crash? = nil, isExact: Bool = false
  ) -> History {
    var decoder = HistoryDecoder(program)
    if program.settings.recording == .bodies { decoder.lookAhead(log) }
    let isHole = decoder.read(log, isExact: isExact)
    if !decoder.isOver, !decoder.isAtRest || log.overflowed || death != nil {
      decoder.addPossibleCalls()
    }
    if log.overflowed {
      decoder.append(nil, .overflow)
    } else if let death {
      decoder.isAfterHole = isHole
      decoder.die(death, thread: log.crash.map { UInt64($0.thread) })
    }
    return History(of: program, events: decoder.events)
  }

  private init(_ program: Program) {
    self.program = program
    for script in program.scripts { steps[script.lane] = script.steps }
    steps[.setup] = program.setup.map { .command($0) }
    if program.settings.recording == .bodies {
      for client in program.clients { next[client.lane] = 0 }
    }
  }

  /// Reads every record; true if there is a hole before the last of them.
  private mutating func read(_ log: MappedLog, isExact: Bool) -> Bool {
    var whole: [LogRecord] = []
    var beyond: [(position: Int, record: LogRecord)] = []
    var isHole = false
    log.read { position, slot in
      switch slot {
      case .hole: isHole = true
      case .recorded(let record) where isHole: beyond.append((position, record))
      case .recorded(let record): whole.append(record)
      }
    }
    if let position = (whole + beyond.map(\.record)).lazy.compactMap(\.wokenFrom).last {
      return readAsleep(whole.prefix(position), isExact: isExact)
    }
    if isExact { whole = ExactOrder.arranged(whole) }
    for (position, record) in whole.enumerated() { read(record, at: position, included: true) }
    for (position, record) in beyond { read(record, at: position, included: false) }
    return isHole
  }

  /// Reads what was recorded before canaries set something going that the program was waiting for.
  private mutating func readAsleep(_ records: ArraySlice<LogRecord>, isExact: Bool) -> Bool {
    let records = isExact ? ExactOrder.arranged(Array(records)) : Array(records)
    for (position, record) in records.enumerated() { read(record, at: position, included: true) }
    guard
      let rest = events.lastIndex(where: { if case .quiescent = $0.kind { true } else { false } }),
      case .quiescent(var evidence) = events[rest].kind
    else { return false }
    evidence.isWoken = true
    events[rest] = Event(events[rest].ticket, nil, .quiescent(evidence))
    append(nil, .stalled)
    isOver = true
    return false
  }

  private mutating func append(
    _ lane: Lane?, _ kind: Event.Kind, on thread: EntryThread? = nil
  ) {
    let ticket = (events.last?.ticket ?? 0) + (isAfterHole ? 2 : 1)
    events.append(Event(ticket, lane, kind, on: thread))
    isAfterHole = false
  }

  private mutating func read(_ record: LogRecord, at position: Int, included: Bool) {
    guard !isOver, let kind = record.kind, kind != .late, kind != .moment else { return }
    let code = record.lane
    let lane = code.lane
    if included, let lane { follow(kind, lane, record.step) }
    switch kind {
    case .late, .moment: break
    case .thread:
      threads[record.word3, default: []].append(code)
      if let lane { stacks.begin(lane, on: record.word3) }
      if code == .mainThread { stacks.main = record.word3 }
    case .more: parts[code, default: []] += record.elements(LogRecord.otherParts, isLast: false)
    case .call:
      guard let lane, let command = command(lane, record.step) else { return }
      note(code, on: record.word3)
      open[code] = (.call(command), position, included)
      if included { append(lane, .call(command)) }
    case .returned:
      open[code] = nil
      if included, let lane { append(lane, .returned(answer(record, lane))) }
    case .made:
      guard let lane, let command = command(lane, record.step) else { return }
      let outcome = outcome(record)
      if included { append(lane, .made(command, outcome)) }
    case .enter:
      note(code, on: record.word3)
      let thread = stacks.enter(code, on: record.word3)
      if included { append(lane, .enter, on: record.word4 != 0 ? thread : nil) }
    case .leave:
      stacks.leave(code)
      if included { append(lane, .leave) }
    case .step:
      guard included, let lane, let step = step(lane, record.step) else { return }
      append(lane, .step(step))
    case .quiescent:
      if included {
        addOpenCalls()
        isAtRest = true
        append(
          nil,
          .quiescent(
            Quiescence(
              threads: Int(record.word4), canaries: Int(record.word5),
              isSealed: record.word6 != 0)))
      }
    case .stalled, .ended:
      if included, kind == .ended { addPossibleCalls() }
      isOver = true
      if included { append(nil, kind == .stalled ? .stalled : .ended) }
    }
  }

  // MARK: Unrecorded calls

  /// Notes the last step that the log has of every lane.
  private mutating func lookAhead(_ log: MappedLog) {
    var isOver = false
    log.read { _, slot in
      guard !isOver, case .recorded(let record) = slot, let kind = record.kind else {
        isOver = true
        return
      }
      switch kind {
      case .call, .returned, .made, .step:
        if let lane = record.lane.lane { lastSteps[lane] = record.step }
      case .stalled, .ended: isOver = true
      case .enter, .leave, .quiescent, .thread, .more, .late, .moment: break
      }
    }
  }

  /// Follows where a lane is.
  private mutating func follow(_ kind: RecordKind, _ lane: Lane, _ step: Int) {
    guard program.settings.recording == .bodies else { return }
    switch kind {
    case .enter: if steps[lane] != nil { next[lane] = 0 }
    case .leave: next[lane] = nil
    case .made, .step: if next[lane] != nil { next[lane] = step + 1 }
    case .call, .returned, .quiescent, .stalled, .ended, .thread, .more, .late, .moment: return
    }
    isAtRest = false
  }

  /// The outcome of a recorded read; one that gives what the lane waits for lets it go on.
  private mutating func answer(_ record: LogRecord, _ lane: Lane) -> Outcome {
    let outcome = outcome(record)
    if next[lane] != nil, case .until(.reads(_, let value)) = step(lane, record.step),
      outcome == .returned(value)
    {
      next[lane] = record.step + 1
      isAtRest = false
    }
    return outcome
  }

  /// Adds the calls that lanes are in while nothing moves.
  ///
  /// Nothing that a lane has done is unwritten then, and one whose next step is a call is inside
  /// it.
  private mutating func addOpenCalls() {
    for lane in next.keys.sorted() {
      guard let position = next[lane], lastSteps[lane] ?? -1 < position,
        case .command(let command) = step(lane, position)
      else { continue }
      append(lane, .made(command, nil))
      next[lane] = position + 1
    }
  }

  /// Adds every call that a lane may have made without having told of it.
  ///
  /// A lane tells of its calls before any step of another kind is recorded.
  private mutating func addPossibleCalls() {
    for lane in next.keys.sorted() {
      while let position = next[lane], case .command(let command) = step(lane, position) {
        append(lane, .made(command, nil))
        next[lane] = position + 1
      }
    }
  }

  private mutating func note(_ lane: LaneCode, on thread: UInt64) {
    if threads[thread]?.last != lane { threads[thread, default: []].append(lane) }
  }

  private func step(_ lane: Lane, _ position: Int) -> Step? {
    guard let steps = steps[firstRun(lane)], steps.indices.contains(position) else { return nil }
    return steps[position]
  }

  private func command(_ lane: Lane, _ position: Int) -> Command? {
    switch step(lane, position) {
    case .command(let command), .until(.reads(let command, _)): command
    default: nil
    }
  }

  private func firstRun(_ lane: Lane) -> Lane {
    if case .callback(let callback) = lane { .callback(callback.first) } else { lane }
  }

  private mutating func outcome(_ record: LogRecord) -> Outcome {
    let value = Int(Int64(bitPattern: record.word5))
    switch OutcomeCode(rawValue: record.word4) {
    case .boolean: return .returned(.boolean(value != 0))
    case .integer: return .returned(.integer(value))
    case .priority: return .returned(.priority(Priority(rawValue: value) ?? .normal))
    case .operations:
      let before = parts.removeValue(forKey: record.lane) ?? []
      let missing = max(0, value - before.count)
      let last = record.elements(min(missing, LogRecord.lastPart), isLast: true)
      return .returned(.operations(Array((before + last).prefix(value))))
    case .raised:
      let all = Outcome.Rejection.allCases
      return .rejected(all.indices.contains(value) ? all[value] : .raised)
    case .trapped: return .rejected(.trapped)
    case .unsupported: return .unsupported
    case .done, nil: return .done
    }
  }

  /// Blames the death on the innermost open call of the thread that died.
  ///
  /// The call of that lane is known to have been made even when it lies behind a hole, so it is put
  /// into the history then: what the lane was doing is a fact of its own thread.
  private mutating func die(_ crash: Crash, thread: UInt64?) {
    guard let thread, let lanes = threads[thread] else { return append(nil, .crashed(crash)) }
    let candidates = lanes.compactMap { code in open[code].map { (code, $0) } }
    guard let (code, call) = candidates.max(by: { $0.1.position < $1.1.position }) else {
      // The thread died between its calls: inside client code that the lane names, or outside.
      // Where calls are not recorded it may have been in one of the innermost lane.
      let lane = lanes.last { $0.lane.map { next[$0] != nil } ?? false }?.lane
      return append(lane, .crashed(crash))
    }
    if !call.isIncluded { append(code.lane, call.call) }
    append(code.lane, .crashed(crash))
  }
}
