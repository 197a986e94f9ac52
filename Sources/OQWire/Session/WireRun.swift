import OQHistory

/// One run of one program over the wire.
///
/// It takes what the adapter tells, gives what to send, and keeps the history. It knows neither
/// processes nor clocks, and it never judges.
///
/// Calls are sent as early as the program permits, so that lanes run at the speed of the adapter:
/// those of a lane up to the next harness step, those of a callback before it is entered. Harness
/// steps (`open`, `until`, `meet`, `hold`) are done here; a `mark` on the lane gives each its place
/// in the order.
package struct WireRun: Sendable {
  /// How far the run is.
  package enum Phase: Sendable, Hashable {
    /// The adapter has not said that it begins.
    case beginning
    /// What the declarations say is being made.
    case preparing
    /// Lanes run.
    case running
    /// Every lane has reached its end, and the adapter was told so.
    case ending
    /// Every lane reached its end.
    case completed
    /// What the declarations say could not be made.
    case unprepared
    /// A call ended in an indefinite error: nothing is concluded from what is missing.
    case indefinite

    /// Whether nothing more is to come.
    package var isOver: Bool { self == .completed || self == .unprepared || self == .indefinite }
  }

  /// The program.
  package let program: Program
  /// Its number in this process.
  package let number: Int
  /// How far the run is.
  package internal(set) var phase = Phase.beginning
  /// How often anything happened that is not the read of a polling lane, nor a canary's.
  package internal(set) var moves = 0
  /// The call that ended in an indefinite error, for people; nil where none has.
  package private(set) var indefinite: String?
  /// What is to be sent, in order.
  package internal(set) var outbox: [HarnessMessage] = []

  let names: WireNames
  var notes: WireNotes
  var stamps = StampBook()
  var lanes: [String: LaneScript] = [:]
  /// The lanes that have steps, in a fixed order.
  private(set) var order: [String] = []
  /// What is made before the clients begin, and has not come back.
  private var unprepared = 0
  private var nextID = 1
  private var calls: [Int: String] = [:]

  // Callbacks, by their first run.
  var entered: [Callback: Int] = [:]
  var left: [Callback: Int] = [:]
  private var opened: Set<Callback> = []
  private var running: [Int: Callback] = [:]
  private var arrivals: [Int: Int] = [:]
  private let parties: [Int: Int]

  /// Whether polling lanes are not to read until they are told.
  private var arePollsPaused = false
  /// The canaries that are out.
  var flight: CanaryWatch?
  private let droppable: Set<Handle>
  /// Client lanes that are to show that their threads are there, before any client begins.
  private let signs: [String]
  /// The order of harness points that is followed.
  private var path: WireOrder?
  /// The holds at points of the subject, where there are any.
  var holds: WireHolds?
  /// The steps that calls stand for, by the numbers of their messages.
  package private(set) var spans: [Int: (lane: Lane, step: Int)] = [:]

  /// A run that begins with the message `begin`.
  ///
  /// - Parameters:
  ///   - program: a program without faults.
  ///   - number: its number in this process.
  ///   - signs: names of client lanes that make a `mark` before any client begins.
  ///   - pins: an order of harness points to follow as far as the adapter permits.
  package init(
    _ program: Program, number: Int, signs: [String] = [], following pins: Pins? = nil
  ) {
    self.program = program
    self.number = number
    self.signs = signs
    path = pins.map(WireOrder.init)
    holds = pins.flatMap { $0.holds.isEmpty ? nil : WireHolds($0.holds, in: program) }
    names = WireNames(program)
    notes = WireNotes(program)
    var parties: [Int: Int] = [:]
    for case .meet(let meeting) in program.allSteps { parties[meeting, default: 0] += 1 }
    self.parties = parties
    droppable = Set(
      program.allSteps.compactMap { if case .drop(let handle) = $0 { handle } else { nil } })
    let held = program.scripts.filter { $0.lane.callback != nil }.map { names.text($0.lane) }
    outbox.append(.begin(program: number, held: held))
  }

  /// Gives what is to be sent.
  ///
  /// - Returns: the messages since the last time, in order.
  package mutating func takeOutbox() -> [HarnessMessage] {
    defer { outbox = [] }
    return outbox
  }

  // MARK: What the adapter tells

  /// Takes a message of the adapter.
  ///
  /// - Throws: `WireFault` where it cannot be.
  package mutating func take(_ message: AdapterMessage, _ line: String) throws(WireFault) {
    switch (phase, message) {
    case (_, .hello): throw WireFault(.outOfTurn("'hello' once"), line: line)
    case (_, .error(let text)): throw WireFault(.toldError(text), line: line)
    case (_, .pong): break
    case (.beginning, .begun(number)):
      moves += 1
      prepare()
    case (.beginning, _): throw WireFault(.outOfTurn("'begun' with program \(number)"), line: line)
    case (_, .begun): throw WireFault(.outOfTurn("'begun' once"), line: line)
    case (_, .enter(let name, let stamp)): try enter(name, stamp, line)
    case (_, .leave(let name, let entered, let stamp)): try leave(name, entered, stamp, line)
    case (_, .reply(let id, let called, let returned, let outcome)):
      try reply(id, called, returned, outcome, line)
    case (.ending, .ended(number, let stamp)):
      try stamps.take(line: stamp, line)
      try stamps.finish(open: lanes.values.count { !$0.sent.isEmpty }, line)
      noteOpenCalls(isCertain: false, onlyFirst: true)
      phase = .completed
    case (_, .ended): throw WireFault(.outOfTurn("'ended' after 'end'"), line: line)
    }
    advance()
  }

  private mutating func enter(
    _ name: String, _ stamp: Int, _ line: String
  ) throws(WireFault) {
    try stamps.take(line: stamp, line)
    guard let callback = names.callback(name) else {
      throw WireFault(.callback("there is no callback '\(name)'"), line: line)
    }
    entered[callback, default: 0] += 1
    let run = Callback(
      callback.operation, callback.point, index: callback.index,
      occurrence: entered[callback, default: 1])
    running[stamp] = run
    guard !names.isCanary(callback.operation) else { return }
    if let fault = program.fault(callback) {
      throw WireFault(.callback("'\(name)' cannot be: \(fault)"), line: line)
    }
    guard callback.point != .isReady || lanes[name] != nil else {
      throw WireFault(
        .callback("'\(name)' is told of only where 'begin' names it as held"), line: line)
    }
    moves += 1
    if run.occurrence == 1, lanes[name] != nil {
      lanes[name]?.isThere = true
      lanes[name]?.last = stamp
    }
    notes.add(stamp, .callback(run), .enter)
    pass(.callback(run), .begin)
  }

  private mutating func leave(
    _ name: String, _ begin: Int, _ stamp: Int, _ line: String
  ) throws(WireFault) {
    try stamps.take(line: stamp, line)
    guard let run = running.removeValue(forKey: begin), names.text(run.first) == name else {
      throw WireFault(
        .callback("nothing named '\(name)' was entered at stamp \(begin) and is still inside"),
        line: line)
    }
    left[run.first, default: 0] += 1
    guard !names.isCanary(run.operation) else {
      flight?.returned.insert(run.first)
      return
    }
    moves += 1
    if run.occurrence == 1, let script = lanes[name], phase != .ending {
      guard script.isReleased, script.isDone else {
        throw WireFault(.callback("'\(name)' left before it was released"), line: line)
      }
      lanes[name]?.isGone = true
    }
    notes.add(stamp, .callback(run), .leave)
    pass(.callback(run), .end)
  }

  private mutating func reply(
    _ id: Int, _ called: Int, _ returned: Int, _ outcome: WireOutcome, _ line: String
  ) throws(WireFault) {
    try stamps.take(line: returned, line)
    guard let name = calls.removeValue(forKey: id), let sent = lanes[name]?.sent.first else {
      throw WireFault(.reply("no call \(id) is open"), line: line)
    }
    guard sent.id == id else {
      throw WireFault(
        .reply("call \(id) was answered before call \(sent.id) of the same lane"), line: line)
    }
    guard lanes[name]?.isThere == true else {
      throw WireFault(
        .reply("call \(id) was made on lane '\(name)', which was not entered"), line: line)
    }
    try stamps.take(call: called, after: lanes[name]?.last ?? 0, before: returned, line)
    lanes[name]?.sent.removeFirst()
    lanes[name]?.last = returned
    switch sent.purpose {
    case .poll, .canary, .make, .sign: break
    case .setup, .command, .step: moves += 1
    }
    try conclude(sent.purpose, name, (called, returned), outcome, line)
  }

  private mutating func conclude(
    _ purpose: LaneScript.Purpose, _ name: String, _ stamps: (called: Int, returned: Int),
    _ outcome: WireOutcome, _ line: String
  ) throws(WireFault) {
    let lane = lanes[name]?.lane
    switch purpose {
    case .make:
      guard case .returned = outcome else { throw refused(outcome, line) }
      if name == WireNames.setup { prepared() }
    case .sign: if phase == .preparing { prepared() }  // Whatever it says, it is there.
    case .setup(let command):
      let outcome = try result(command, outcome, line)
      if case .returned? = outcome { return prepared() }
      notes.add(stamps.called, .setup, .call(command))
      if let outcome { notes.add(stamps.returned, .setup, .returned(outcome)) }
      phase = .unprepared
      if outcome == nil { end(indefinitely: command, name) }
    case .command(let command):
      guard let outcome = try result(command, outcome, line) else {
        if let lane { notes.makeIndefinite(command, on: lane, at: stamps.returned) }
        return end(indefinitely: command, name)
      }
      guard let lane else { return }
      notes.add(stamps.called, lane, .call(command))
      notes.add(stamps.returned, lane, .returned(outcome))
      pass(name, [Pins.Moment.call, Pins.Moment.returned])
    case .step(let step):
      guard case .returned = outcome else { throw refused(outcome, line) }
      if let lane { notes.add(stamps.called, lane, .step(step)) }
      pass(name, [Pins.Moment.step])
      if case .open(let gate) = step { opened.insert(gate) }
      lanes[name]?.awaitsRecord = false
    case .poll(let command, let value):
      guard let answer = try result(command, outcome, line) else {
        return end(indefinitely: command, name)
      }
      concludePoll(name, command, answer, isWanted: answer == .returned(value), stamps)
    case .canary(let command):
      guard case .returned? = try result(command, outcome, line) else {
        flight?.isRefused = true
        return
      }
    }
  }

  private mutating func end(indefinitely command: Command, _ lane: String) {
    phase = .indefinite
    indefinite = "'\(command.verb.entry.name)' on '\(names.name(command.target))', lane \(lane)"
  }

  /// What a call answered in the terms of histories; nil for an indefinite error.
  private func result(
    _ command: Command, _ outcome: WireOutcome, _ line: String
  ) throws(WireFault) -> Outcome? {
    switch outcome {
    case .raised(let error): return .rejected(error)
    case .unknown: return nil
    case .unsupported:
      let handles = [command.target] + command.operands.map { Handle.operation($0) }
      guard droppable.isDisjoint(with: handles) else { return .unsupported }
      throw WireFault(.unsupported(command.verb.entry.name), line: line)
    case .returned(let value):
      guard let value = value.result(of: command.verb, names.operation) else {
        throw WireFault(
          .value("'\(command.verb.entry.name)' returns \(command.verb.entry.result.rawValue)"),
          line: line)
      }
      return .returned(value)
    }
  }

  private func refused(_ outcome: WireOutcome, _ line: String) -> WireFault {
    WireFault(
      .notMessage("\"outcome\":\"returned\", which make-…, drop and mark always are"), line: line)
  }

  private mutating func concludePoll(
    _ name: String, _ command: Command, _ answer: Outcome, isWanted: Bool,
    _ stamps: (called: Int, returned: Int)
  ) {
    guard let lane = lanes[name]?.lane else { return }
    if isWanted || arePollsPaused {
      notes.add(stamps.called, lane, .call(command))
      notes.add(stamps.returned, lane, .returned(answer))
    }
    guard isWanted else { return }
    moves += 1
    lanes[name]?.isPolling = false
    lanes[name]?.position += 1
    pass(name, [Pins.Moment.step])
  }

  // MARK: What is sent

  private mutating func prepare() {
    phase = .preparing
    lanes[WireNames.setup] = LaneScript(.setup, [], isThere: true)
    for index in program.queues.indices {
      send(.makeQueue(names.name(QueueID(index))), on: WireNames.setup, .make)
    }
    for (index, operation) in program.operations.enumerated() where operation.kind.hasHandle {
      let name = names.name(OperationID(index))
      let isNumbered = operation.kind == .invocation || operation.kind == .procedure
      send(
        .makeOperation(
          name, kind: operation.kind, blocks: operation.blocks,
          position: isNumbered ? index : nil),
        on: WireNames.setup, .make)
    }
    for command in program.setup { send(action(command), on: WireNames.setup, .setup(command)) }
    for name in signs {
      lanes[name] = LaneScript(nil, [], isThere: true)
      send(.mark, on: name, .sign)
    }
    unprepared = (lanes[WireNames.setup]?.sent.count ?? 0) + signs.count
    if unprepared == 0 { begin() }
  }

  private mutating func prepared() {
    unprepared -= 1
    if unprepared == 0, phase == .preparing { begin() }
  }

  private mutating func begin() {
    phase = .running
    for (position, script) in program.scripts.enumerated() {
      let name = names.text(script.lane)
      // Half of the lanes of a program with delays wait for each answer, which moves them apart.
      let isSerial = program.settings.jitter.map { $0 >> UInt64(position & 31) & 1 == 1 } ?? false
      let last = lanes[name]?.last ?? 0
      lanes[name] = LaneScript(
        script.lane, script.steps, isThere: script.lane.callback == nil, isSerial: isSerial)
      lanes[name]?.last = last
      order.append(name)
      // A call that does not come back tells of the implementation only where its lane is known to
      // work; a harness step sends a `mark` anyway.
      if script.lane.callback != nil, case .command? = script.steps.first {
        send(.mark, on: name, .sign)
      }
    }
  }

  mutating func send(_ action: WireCall.Action, on lane: String, _ purpose: LaneScript.Purpose) {
    outbox.append(.call(WireCall(id: nextID, lane: lane, action)))
    calls[nextID] = lane
    lanes[lane]?.sent.append(LaneScript.Sent(id: nextID, purpose: purpose))
    nextID += 1
  }

  func action(_ command: Command) -> WireCall.Action {
    .verb(
      command.verb, on: names.name(command.target),
      with: WireValue(command.argument) { names.name($0) })
  }

  /// Lets every lane go as far as it can.
  private mutating func advance() {
    guard phase == .running else { return }
    var hasMoved = true
    while hasMoved {
      hasMoved = false
      for name in order {
        while step(name) { hasMoved = true }
      }
    }
    for name in order {
      guard let script = lanes[name], script.lane?.callback != nil, !script.isReleased,
        script.position == script.steps.count, !script.isPolling, !script.awaitsRecord,
        isTurn(script, .end)
      else { continue }
      lanes[name]?.isReleased = true
      outbox.append(.release(lane: name))
    }
    if program.clients.allSatisfy({ lanes[names.text($0.lane)]?.isDone ?? true }) {
      phase = .ending
      outbox.append(.end(program: number))
    }
  }

  /// Does the next step of a lane, as far as that can be said of it now.
  ///
  /// - Returns: whether the lane went on.
  private mutating func step(_ name: String) -> Bool {
    guard let script = lanes[name], let step = script.next, !script.awaitsRecord,
      !script.isPolling, !script.isSerial || script.sent.isEmpty
    else { return false }
    switch step {
    case .command(let command):
      guard isTurn(script, .call(script.position)) else { return false }
      if let lane = script.lane {
        path?.send(lane, .call(script.position))
        if script.isThere { holds?.send(lane, .call(script.position)) }
        spans[nextID] = (lane, script.position)
      }
      send(action(command), on: name, .command(command))
    case .drop(let handle):
      guard isTurn(script, .step(script.position)) else { return false }
      send(.drop(names.name(handle)), on: name, .step(step))
    case .hold:
      guard let callback = script.lane?.callback, opened.contains(callback),
        isTurn(script, .step(script.position))
      else { return false }
      send(.mark, on: name, .step(step))
    case .open, .until, .meet:
      guard script.isThere, script.sent.isEmpty else { return false }
      return stepWithOthers(step, name)
    }
    lanes[name]?.position += 1
    return true
  }

  /// Does a step that depends on other lanes, or on which they depend.
  private mutating func stepWithOthers(_ step: Step, _ name: String) -> Bool {
    switch step {
    case .open: break
    case .until(.began(let callback)): guard entered[callback] != nil else { return false }
    case .until(.ended(let callback)): guard left[callback] != nil else { return false }
    case .until(.reads):
      lanes[name]?.isPolling = true
      if !arePollsPaused { poll(name) }
      return true
    case .meet(let meeting):
      let position = lanes[name]?.position
      if lanes[name]?.meeting != position {
        lanes[name]?.meeting = position
        arrivals[meeting, default: 0] += 1
      }
      guard arrivals[meeting, default: 0] >= parties[meeting, default: 1] else { return false }
    case .command, .hold, .drop: return false
    }
    guard let script = lanes[name], isTurn(script, .step(script.position)) else { return false }
    // Recorded first: whoever leaves the gate does so after the record.
    if case .open = step { lanes[name]?.awaitsRecord = true }
    if let lane = script.lane { holds?.send(lane, .step(script.position)) }
    send(.mark, on: name, .step(step))
    lanes[name]?.position += 1
    return true
  }

  private mutating func poll(_ name: String) {
    guard let script = lanes[name], script.isPolling, script.sent.isEmpty,
      case .until(.reads(let command, let value))? = script.next
    else { return }
    send(action(command), on: name, .poll(command, value))
  }

  // MARK: Order

  /// Whether an order of harness points is followed that is not over yet.
  package var isFollowing: Bool {
    path.map { !$0.isOver } ?? false || holds?.isWaiting ?? false
  }

  /// Notes that every thread of the adapter is at rest, so that what was sent has begun.
  package mutating func settleOrder() {
    path?.rest()
    holds?.rest()
    advance()
  }

  /// Notes that a lane stands at the point of a hold, or will not come to it.
  ///
  /// - Parameter hold: its number among the holds.
  package mutating func reach(_ hold: Int) {
    holds?.reach(hold)
    advance()
  }

  /// Whether a lane has passed a moment; false in a run without holds.
  ///
  /// - Parameter pin: the lane and its moment.
  /// - Returns: whether it has.
  package func hasPassed(_ pin: Pins.Pin) -> Bool { holds?.passed.contains(pin) ?? false }

  /// The callbacks of the program that were entered; canaries have none.
  package var enteredCallbacks: [Callback] {
    entered.keys.filter { !names.isCanary($0.operation) }
  }

  /// The name of a callback on the wire.
  ///
  /// - Parameter callback: any of its runs.
  /// - Returns: the name.
  package func name(of callback: Callback) -> String { names.text(.callback(callback.first)) }

  private mutating func isTurn(_ script: LaneScript, _ moment: Pins.Moment) -> Bool {
    guard let lane = script.lane else { return true }
    guard holds?.isFree(lane) ?? true else { return false }
    return path?.isTurn(lane, moment) ?? true
  }

  /// Notes that a lane has come back from its next step.
  private mutating func pass(_ name: String, _ moments: [(Int) -> Pins.Moment]) {
    guard let script = lanes[name], let lane = script.lane else { return }
    lanes[name]?.concluded += 1
    for moment in moments { pass(lane, moment(script.concluded)) }
  }

  private mutating func pass(_ lane: Lane, _ moment: Pins.Moment) {
    path?.pass(lane, moment)
    holds?.pass(lane, moment)
  }

  // MARK: Polling lanes

  /// Whether some lane reads an accessor until it gives a value.
  package var isPolling: Bool { order.contains { lanes[$0]?.isPolling ?? false } }

  /// Whether every read of a polling lane has come back.
  package var arePollsAnswered: Bool {
    order.allSatisfy { lanes[$0].map { !$0.isPolling || $0.sent.isEmpty } ?? true }
  }

  /// Lets polling lanes read once more; nothing where they are asked to hold still.
  package mutating func pollAgain() {
    guard !arePollsPaused, phase == .running else { return }
    for name in order { poll(name) }
  }

  /// Lets polling lanes read once more, records that, and lets them hold still after it; or
  /// releases them.
  ///
  /// - Parameter isPaused: whether they are to hold still.
  package mutating func setPollsPaused(_ isPaused: Bool) {
    arePollsPaused = isPaused
    guard isPaused, phase == .running else { return }
    for name in order { poll(name) }
  }

  // MARK: What is left open

  /// Notes the calls that may be open.
  ///
  /// - Parameters:
  ///   - isCertain: whether nothing moves, so that a lane whose next call was sent is inside it.
  ///   - onlyFirst: whether only the oldest call of a lane can have been begun, since each one
  ///     before it would have been answered.
  mutating func noteOpenCalls(isCertain: Bool, onlyFirst: Bool) {
    for name in order {
      guard let script = lanes[name], let lane = script.lane, script.isThere || !onlyFirst,
        !script.isGone
      else { continue }
      for sent in script.sent.calls.prefix(onlyFirst ? 1 : Int.max) {
        guard case .command(let command) = sent.purpose else { continue }
        notes.addOpen(command, on: lane, isCertain: isCertain)
      }
    }
  }
}
