import OQHistory
import OQSpecification

/// One pass over a history with all states of the model that explain it so far.
struct Search {
  let model: Model
  let index: HistoryIndex
  /// Which steps need not be followed; nil follows all.
  private(set) var reduction: Reduction?
  let bound: Int
  /// States that explain the events so far.
  private(set) var states: StateSet
  /// States that explained the events before the latest, where it left some out.
  private var previous: StateSet
  /// The state that is looked at, and one that it leads to: two that are overwritten again and
  /// again, because a history visits too many to give each of them memory of its own.
  private var current: State
  private var successor: State
  /// In which operation, with its queue, the successor differs from the current state; nil where it
  /// may differ in anything.
  private var changed: Int?
  private(set) var openCalls: [Lane: Int] = [:]
  /// Calls that were not recorded when they were made, by the ticket of their return.
  private var unrecorded: [Ticket: Int] = [:]
  /// Number of calls that have been made.
  private var calls = 0
  /// Operations whose overridden start has been entered.
  private var entered = OperationSet()
  /// What is noted of the ways to the states; nil where nobody asks.
  private var ledger: Ledger?
  /// The outcomes that every run with this history takes; nil where it was not noted, or where no
  /// run has the history.
  private(set) var certain: OutcomeSet?
  /// Whether a rejection says what would have been possible.
  private var isExplaining = true

  /// A search.
  ///
  /// - Parameters:
  ///   - model: the model of the history's operations and queues.
  ///   - index: the history.
  ///   - reduced: whether to leave out states that cannot change the answer.
  ///   - bound: most states followed at a time.
  ///   - notesOutcomes: whether to find out ``certain``; only without the reduction, which leaves
  ///     out runs that take other outcomes.
  init(
    model: Model, index: HistoryIndex, reduced: Bool, bound: Int, notesOutcomes: Bool = false
  ) {
    precondition(!(reduced && notesOutcomes), "the reduction leaves out runs")
    ledger = notesOutcomes ? Ledger() : nil
    self.model = model
    self.index = index
    reduction =
      reduced
      ? Reduction(
        model: model, future: Future(index, profile: model.profile),
        outcomes: index.calls.map(\.outcome)) : nil
    self.bound = bound
    let code = StateCode(index.history.declarations, commands: model.commands)
    states = StateSet(code)
    previous = states
    current = model.initial
    successor = model.initial
    states.insert(model.initial)
  }

  /// Consumes the events in order until one of them settles the answer.
  mutating func run() -> Acceptance {
    let events = index.history.events
    // After a crash an event may be missing: what follows the first missing ticket proves nothing.
    var sound = events.count
    if case .crashed = index.ending {
      sound = events.indices.first { events[$0].ticket != $0 + 1 } ?? events.count
    }
    if let answer = introduce(upTo: 0) { return answer }
    for event in events[..<sound] {
      if let answer = consume(event) ?? introduce(upTo: event.ticket) { return answer }
    }
    conclude(states.count)
    return sound < events.count ? .inconclusive("events before the crash are missing") : .accepted
  }

  /// Goes on from states that explain other events.
  ///
  /// - Parameters:
  ///   - states: the states.
  ///   - calls: how many calls have been made.
  ///   - open: those of them that have not returned.
  ///   - reduction: which steps need not be followed.
  mutating func resume(
    _ states: StateSet, calls: Int, open: [Lane: Int], _ reduction: Reduction
  ) {
    self.states = states
    self.calls = calls
    openCalls = open
    self.reduction = reduction
    isExplaining = false
  }

  /// The outcomes that an event shows, given the state before it.
  private typealias Outcomes = (Model, State) -> OutcomeSet

  mutating func consume(_ event: Event) -> Acceptance? {
    switch event.kind {
    case .call: return introduce(upTo: event.ticket)
    case .returned(let outcome):
      guard let lane = event.lane, let id = openCalls.removeValue(forKey: lane) else { return nil }
      return returned(id, outcome, event)
    case .made(_, let outcome):
      guard let outcome, let id = unrecorded[event.ticket] else { return nil }
      return returned(id, outcome, event)
    case .enter:
      guard let callback = event.lane?.callback else { return nil }
      if isAtRest(event), callback.point != .isReady, callback.point != .observer {
        return rejection(event, "nothing moved any more")
      }
      if callback.point == .start { entered.insert(callback.operation.index) }
      let outcomes: Outcomes = { $0.outcomes(entering: callback, $1) }
      return advance(event, .entry(callback), showing: outcomes) { model, state in
        guard model.mayEnter(callback, state) else { return false }
        model.enter(callback, &state)
        return true
      }
    case .leave:
      guard let callback = event.lane?.callback else { return nil }
      replace { model, state in
        guard model.mayLeave(callback, state) else { return false }
        model.leave(callback, &state)
        return true
      }
      return states.isEmpty ? rejection(event, "it was not entered") : nil
    case .step: return nil
    case .quiescent:
      // Nothing moves from here to the confirmation: what was owed has been done before.
      return index.stalledAt == event.ticket ? rested(event) : nil
    case .stalled: return stalled(event)
    case .crashed(let crash): return crashed(crash, event)
    case .overflow: return .inconclusive("the log was full")
    case .ended:
      conclude(states.count)
      return .accepted
    }
  }

  /// Whether an event stands between a quiescence and the stall that confirms it.
  ///
  /// Nothing but reads and the getters that they call is recorded there: the driver takes a
  /// quiescence back after which anything moved. The reduced search has taken its steps before the
  /// quiescence and the unreduced one could take them after it: neither may.
  private func isAtRest(_ event: Event) -> Bool {
    index.stalledAt.map { event.ticket > $0 } ?? false
  }

  /// Notes what the ways to the first states have in common.
  private mutating func conclude(_ count: Int) { certain = ledger?.common(0..<count) }

  /// Opens every call that may have been made by a ticket.
  ///
  /// A call that was not recorded is opened after the last record of its lane before it, so that
  /// calls of one lane may be open together: then the model has them in every order, the true one
  /// among them. Calls, steps and returns of callbacks disable no step: no closure is needed before
  /// them.
  mutating func introduce(upTo ticket: Ticket) -> Acceptance? {
    while calls < index.calls.count, index.calls[calls].called <= ticket {
      let call = index.calls[calls]
      if call.command.verb.isObservation {
        // Who observes is no part of the state, and any answer is legal.
        calls += 1
        continue
      }
      if call.isRecorded {
        openCalls[call.lane] = call.id
      } else if let returned = call.returned {
        unrecorded[returned] = call.id
      }
      calls += 1
      if call.command.verb.isBesideModel { continue }
      if isReportBeforeStart(call.command) {
        return .inconclusive(Acceptance.reportsBeforeStart)
      }
      replace { model, state in
        model.call(call.id, &state)
        return true
      }
    }
    return nil
  }

  /// Whether a custom operation reports something that no document gives a meaning to.
  private func isReportBeforeStart(_ command: Command) -> Bool {
    switch command.verb {
    case .reportExecuting, .reportFinished, .storeFinished, .notifyFinished:
      command.operation.map { !entered.contains($0.index) } ?? false
    default: false
    }
  }

  private mutating func returned(_ id: Int, _ outcome: Outcome, _ event: Event) -> Acceptance? {
    let isUnsupported = outcome == .unsupported
    let rejected = outcome.isRejection
    if model.commands[id].verb.isBesideModel { return nil }
    let outcomes: Outcomes = { model, state in
      state.position(ofCall: id).map { model.outcomes(returning: $0, state) } ?? []
    }
    return advance(event, showing: outcomes) { model, state in
      guard let position = state.position(ofCall: id) else { return false }
      // A call that began what it asked for is not answered by an error any more.
      if rejected, state.calls[position].stage != .done { return false }
      if isUnsupported {
        guard state.calls[position].stage == .pending else { return false }
        state.calls.remove(at: position)
        return true
      }
      guard model.mayReturn(position, state) else { return false }
      model.returns(position, rejected: rejected, &state)
      return true
    }
  }

  /// Keeps the states in which nothing is owed.
  private mutating func rested(_ event: Event) -> Acceptance? {
    if let answer = close(before: event.ticket, .stall) { return answer }
    var owed: String?
    replace { model, state in
      let obligation = model.obligation(state)
      owed = owed ?? obligation
      return obligation == nil
    }
    return states.isEmpty ? rejection(event, "still owed: \(owed ?? "progress")") : nil
  }

  private mutating func stalled(_ event: Event) -> Acceptance? {
    if let answer = close(before: event.ticket, .stall) { return answer }
    var owed: String?
    var resting: [Int] = []
    for position in 0..<states.count {
      states.load(position, into: &current)
      if let obligation = model.obligation(current) {
        owed = owed ?? obligation
      } else if ledger == nil {
        return .accepted
      } else {
        ledger?.add(model.outcomes(atRest: current), to: position)
        resting.append(position)
      }
    }
    certain = ledger?.common(resting)
    guard resting.isEmpty else { return .accepted }
    return rejection(event, "still owed: \(owed ?? "progress")")
  }

  private mutating func crashed(_ crash: Crash, _ event: Event) -> Acceptance? {
    guard crash.signal != .kill, crash.signal != .other else {
      return .inconclusive("the process was ended from outside")
    }
    if crash.signal.canReject, index.mayHaveDiedUnrecorded(in: event.lane) {
      return .inconclusive("the process may have died in a call that was not recorded")
    }
    guard crash.signal.canReject, let lane = event.lane, let id = openCalls[lane] else {
      return rejection(event, "nothing allows the process to die")
    }
    if model.commands[id].verb.isBesideModel {
      return .inconclusive("the process died in a call of which the model says nothing")
    }
    if let answer = close(before: event.ticket, .other) { return answer }
    var rejecting: [Int] = []
    for place in 0..<states.count {
      states.load(place, into: &current)
      if let position = current.position(ofCall: id), current.calls[position].stage == .done {
        rejecting.append(place)
        if ledger == nil { break }
      }
    }
    certain = ledger?.common(rejecting)
    guard rejecting.isEmpty else { return .accepted }
    return rejection(event, "the call must not be rejected", among: states)
  }

  /// Follows every step that may precede an event, then keeps the states that allow it.
  private mutating func advance(
    _ event: Event, _ goal: Reduction.Goal = .other, showing outcomes: Outcomes,
    _ step: (Model, inout State) -> Bool
  ) -> Acceptance? {
    if let answer = close(before: event.ticket, goal) { return answer }
    replace(showing: outcomes, by: step)
    guard states.isEmpty else { return nil }
    return rejection(event, "no run of the model has it here", among: previous)
  }

  /// Takes the step of an event in every state that allows it, and drops the others.
  private mutating func replace(
    showing outcomes: Outcomes = { _, _ in [] }, by step: (Model, inout State) -> Bool
  ) {
    swap(&states, &previous)
    states.removeAll()
    ledger?.turn()
    for position in 0..<previous.count {
      previous.load(position, into: &current)
      var taken = ledger?.before(position)
      taken?.formUnion(outcomes(model, current))
      guard step(model, &current) else { continue }
      states.insert(current)
      if let taken { ledger?.note(states.last, taken) }
    }
  }

  private func rejection(
    _ event: Event, _ reason: String, among states: StateSet? = nil
  ) -> Acceptance {
    guard isExplaining else { return .rejected(ticket: event.ticket, message: reason) }
    let printer = StepPrinter(index.history.declarations)
    var message = "\(printer.text(event)): \(reason)"
    let possible = states.map { admissible(in: $0, printer) } ?? []
    if !possible.isEmpty { message += "; possible: " + possible.joined(separator: ", ") }
    return .rejected(ticket: event.ticket, message: message)
  }
}

// MARK: Closure

extension Search {
  /// Adds every state that internal steps and effects of open calls lead to.
  ///
  /// - Parameters:
  ///   - ticket: the event that comes next.
  ///   - goal: its kind.
  /// - Returns: an answer if the bound is reached.
  mutating func close(before ticket: Ticket, _ goal: Reduction.Goal) -> Acceptance? {
    if let reduction {
      replace { _, state in
        reduction.normalise(&state, before: ticket)
        return true
      }
    }
    var next = 0
    var moves: [Move] = []
    while let position = ledger?.popOutdated() ?? (next < states.count ? next : nil) {
      if position == next { next += 1 }
      expand(position, goal, ticket, &moves)
      if states.count > bound {
        return .inconclusive("more than \(bound) states of the model explain the history so far")
      }
    }
    return nil
  }

  /// Follows every step of a state.
  private mutating func expand(
    _ position: Int, _ goal: Reduction.Goal, _ ticket: Ticket, _ moves: inout [Move]
  ) {
    states.load(position, into: &current)
    changed = nil
    moves.removeAll(keepingCapacity: true)
    collect(current, &moves)
    let windows = reduction.map { _ in Windows(current, model) }
    for move in moves where isExpected(move, current) {
      if let reduction, let windows,
        !reduction.isUseful(move, current, windows, goal, ticket)
      {
        continue
      }
      follow(move, from: position, ticket)
      if let ledger {
        var taken = ledger[position]
        taken.formUnion(outcomes(of: move, current))
        self.ledger?.note(states.last, taken)
      }
    }
  }

  /// The outcomes that a step takes.
  private func outcomes(of move: Move, _ state: State) -> OutcomeSet {
    var outcomes = OutcomeSet()
    outcomes.insert(move.branch)
    if move.transition == .read, move.call >= 0 {
      let id = state.calls[move.call].id
      if case .returned(let value) = index.calls[id].outcome {
        outcomes.formUnion(model.outcomes(reading: model.commands[id], value, state))
      }
    }
    return outcomes
  }

  /// Adds the state that a step of the current one leads to, unless it is there already.
  private mutating func follow(_ move: Move, from position: Int, _ ticket: Ticket) {
    reset()
    guard reduction != nil || !model.isLocal(move) else {
      model.apply(move, to: &successor)
      changed = move.operation
      states.insert(successor, like: position, exceptOperation: move.operation)
      return
    }
    if reduction != nil, move.transition == .dispatch {
      successor.operations[move.operation].flags.insert(.known)
    }
    model.apply(move, to: &successor)
    reduction?.normalise(&successor, before: ticket)
    changed = nil
    states.insert(successor)
  }

  /// Makes the successor a copy of the current state.
  private mutating func reset() {
    guard let changed else { return successor.assign(current) }
    successor.operations[changed] = current.operations[changed]
    let owner = current.operations[changed].owner
    if owner != OperationState.nobody {
      successor.queues[Int(owner)] = current.queues[Int(owner)]
    }
  }

  /// Every step that a state allows; looking, for reads that have not looked, is one.
  private func collect(_ state: State, _ moves: inout [Move]) {
    model.internalMoves(state, into: &moves)
    if reduction != nil { collectNotices(state, &moves) }
    for position in state.calls.indices {
      model.effects(of: position, state, into: &moves)
      if isAnswered(state.calls[position].id, position, state) {
        moves.append(Move(transition: .read, call: position, answer: .returned))
      }
    }
  }

  /// The reduction leaves out notices alone; here they are, together with the choice that needs
  /// them.
  private func collectNotices(_ state: State, _ moves: inout [Move]) {
    for (index, operation) in state.operations.enumerated()
    where operation.phase == .queued && !operation.isCancelled {
      guard !operation.flags.contains(.known), model.mayDispatch(index, state, noticing: true)
      else { continue }
      moves.append(Move(transition: .dispatch, operation: index))
    }
  }

  /// Whether a read may look in this state and return what it will return.
  private func isAnswered(_ id: Int, _ position: Int, _ state: State) -> Bool {
    guard state.calls[position].stage == .pending, model.commands[id].verb.isRead else {
      return false
    }
    guard case .returned(let value) = index.calls[id].outcome else { return false }
    return model.admits(model.commands[id], value, state)
  }

  /// Whether the effect of a call agrees with how the call will end.
  ///
  /// The history is complete, so that effects with another end need not be followed: the state
  /// would be dropped at the return.
  private func isExpected(_ move: Move, _ state: State) -> Bool {
    guard move.call >= 0, move.answer != .none else { return true }
    switch index.calls[state.calls[move.call].id].outcome {
    case .returned: return move.answer == .returned
    case .rejected: return move.answer == .rejected
    case .unsupported: return false
    case nil: return true
    }
  }
}
