import OQHistory

/// Turns the records of a log into a history.
///
/// Reading stops at the first hole: a ticket that was taken and never stored may have been any
/// event, so nothing may be concluded from what is missing after it. Tickets are renumbered from 1
/// in their order; where a crash follows a hole, one is left out before what is known of it.
package struct HistoryDecoder {
  private let program: Program
  private var steps: [Lane: [Step]] = [:]
  private var events: [Event] = []
  private var parts: [LaneCode: [OperationID]] = [:]
  private var open: [LaneCode: (call: Event.Kind, position: Int, isIncluded: Bool)] = [:]
  private var threads: [UInt64: [LaneCode]] = [:]
  private var isOver = false
  // A hole that the next event follows.
  private var isAfterHole = false

  /// Reads a log.
  ///
  /// - Parameters:
  ///   - program: the program that ran.
  ///   - log: the log; only its current epoch is read.
  ///   - death: how the process died, if it did; a death that the log does not explain is blamed on no
  ///     lane.
  /// - Returns: the history, ending with `crashed` where the process died, with `overflow` where the
  ///   log was full.
  /// - Complexity: O(records).
  package static func history(
    of program: Program, in log: MappedLog, death: Crash? = nil
  ) -> History {
    var decoder = HistoryDecoder(program)
    var isHole = false
    log.read { position, slot in
      switch slot {
      case .hole: isHole = true
      case .recorded(let record): decoder.read(record, at: position, included: !isHole)
      }
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
  }

  private mutating func append(_ lane: Lane?, _ kind: Event.Kind) {
    events.append(Event((events.last?.ticket ?? 0) + (isAfterHole ? 2 : 1), lane, kind))
    isAfterHole = false
  }

  private mutating func read(_ record: LogRecord, at position: Int, included: Bool) {
    guard !isOver, let kind = record.kind else { return }
    let code = record.lane
    let lane = code.lane
    switch kind {
    case .thread: threads[record.word3, default: []].append(code)
    case .more: parts[code, default: []] += record.elements(LogRecord.otherParts, isLast: false)
    case .call:
      guard let lane, let command = command(lane, record.step) else { return }
      note(code, on: record.word3)
      open[code] = (.call(command), position, included)
      if included { append(lane, .call(command)) }
    case .returned:
      open[code] = nil
      if included, let lane { append(lane, .returned(outcome(record))) }
    case .enter:
      note(code, on: record.word3)
      if included { append(lane, .enter) }
    case .leave: if included { append(lane, .leave) }
    case .step:
      guard included, let lane, let step = step(lane, record.step) else { return }
      append(lane, .step(step))
    case .quiescent:
      if included {
        append(
          nil,
          .quiescent(
            Quiescence(
              threads: Int(record.word4), canaries: Int(record.word5),
              isSealed: record.word6 != 0)))
      }
    case .stalled, .ended:
      isOver = true
      if included { append(nil, kind == .stalled ? .stalled : .ended) }
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
    case .raised: return .rejected(.raised)
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
      return append(nil, .crashed(crash))
    }
    if !call.isIncluded { append(code.lane, call.call) }
    append(code.lane, .crashed(crash))
  }
}
