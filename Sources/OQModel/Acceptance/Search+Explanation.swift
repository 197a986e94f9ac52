import OQHistory

extension Search {
  /// What could be observed next in some of the states, at most eight events.
  func admissible(in states: StateSet, _ printer: StepPrinter) -> [String] {
    var texts: [String] = []
    func note(_ text: String) {
      if texts.count < 8, !texts.contains(text) { texts.append(text) }
    }
    let callbacks = index.history.declarations.operations.indices.flatMap { operation in
      (1...BlockCounts.numbers).flatMap { number in
        [Point.body, .completion, .start].filter { $0 != .start || number == 1 }.map {
          Callback(OperationID(operation), $0, index: number)
        }
      }
    }
    let lanes = openCalls.sorted { $0.key < $1.key }
    var state = model.initial
    for place in 0..<min(states.count, 64) {
      states.load(place, into: &state)
      for callback in callbacks {
        if model.mayEnter(callback, state) {
          note(printer.text(Lane.callback(callback)) + " begin")
        }
        if model.mayLeave(callback, state) { note(printer.text(Lane.callback(callback)) + " end") }
      }
      for (lane, id) in lanes {
        if let position = state.position(ofCall: id), model.mayReturn(position, state) {
          note("the return of \(printer.text(lane))")
        }
      }
    }
    return texts
  }

  /// Follows the history event by event and notes what each changes in the states that explain it.
  mutating func explain() -> Explanation {
    var steps: [Explanation.Step] = []
    var answer = introduce(upTo: 0)
    var before = StateSummary(states, of: model)
    var readings = Readings()
    for event in index.history.events {
      guard answer == nil else { break }
      var probe = self
      let isBounded = probe.close(before: event.ticket, .other) != nil
      let possible = isBounded ? [] : probe.possible(event, &readings)
      answer = consume(event) ?? introduce(upTo: event.ticket)
      let after = StateSummary(states, of: model)
      steps.append(
        Explanation.Step(
          ticket: event.ticket, changes: states.isEmpty ? [] : after.changes(since: before),
          possible: possible))
      before = after
    }
    return Explanation(steps: steps, answer: answer ?? .accepted)
  }

  /// What may come in some of the states: entries and returns of callbacks, and how open calls may
  /// be answered.
  private func possible(_ event: Event, _ readings: inout Readings) -> [String] {
    let printer = StepPrinter(index.history.declarations)
    var state = model.initial
    var moves: [Move] = []
    for place in 0..<min(states.count, Explanation.mostStates) {
      states.load(place, into: &state)
      for id in openCalls.values {
        if model.commands[id].verb.isRead {
          readings.note(id, index.calls[id], model, state, printer)
        } else if let position = state.position(ofCall: id) {
          moves.removeAll(keepingCapacity: true)
          model.effects(of: position, state, into: &moves)
          readings.note(id, index.calls[id], moves, printer)
        }
      }
    }
    let open = openCalls.sorted { $0.key < $1.key }
    let returns = open.flatMap { lane, id in readings[id].map { "\(printer.text(lane)) \($0)" } }
    let known = Set(
      open.filter { model.commands[$0.value].verb.isRead && !readings[$0.value].isEmpty }
        .map { printer.text($0.key) })
    let others = admissible(in: states, printer).filter { text in
      !known.contains { text == "the return of \($0)" }
    }
    return Array((returns + others).prefix(Explanation.mostPossible))
  }
}
