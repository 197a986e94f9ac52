import OQHistory

extension Pins {
  /// The same order for a program that was made from another one by leaving things out.
  ///
  /// Lanes and steps are recognized by their text, in which operations keep their names; clients,
  /// whose numbers may have changed, by the steps that they share. What is not recognized is left
  /// out: any part of an order can be followed.
  ///
  /// - Parameters:
  ///   - old: the program that the points name.
  ///   - new: the other program.
  /// - Returns: the points of the other program, in the same order.
  /// - Complexity: O(points + steps of both programs × clients).
  package func carried(from old: Program, to new: Program) -> Pins {
    var carriage = Carriage(from: old, to: new)
    for script in new.scripts { carriage.match(script) }
    return Pins(
      order.compactMap { carriage.moved($0) }, holding: holds.compactMap { carriage.moved($0) })
  }
}

/// What has become of the lanes and steps of a program.
private struct Carriage {
  private let old: Program
  private let new: Program
  private let words: (old: StepPrinter, new: StepPrinter)
  // Looked up only, never iterated.
  private var operations: [String: Int] = [:]
  private var clients: [Lane: Lane] = [:]
  private var steps: [Lane: [Int: Int]] = [:]
  /// Clients of the old program that have not been recognized.
  private var free: [Program.Script]

  init(from old: Program, to new: Program) {
    self.old = old
    self.new = new
    words = (StepPrinter(old), StepPrinter(new))
    free = old.clients
    for (index, operation) in new.operations.enumerated() { operations[operation.name] = index }
  }

  /// Recognizes a lane of the new program and its steps.
  mutating func match(_ script: Program.Script) {
    let wanted = script.steps.map { words.new.text($0) }
    func matches(_ source: Program.Script) -> [Int: Int] {
      Carriage.places(of: wanted, in: source.steps.map { words.old.text($0) })
    }
    if case .client = script.lane {
      let shared = free.map(matches)
      guard let best = shared.indices.max(by: { shared[$0].count < shared[$1].count }),
        !shared[best].isEmpty
      else { return }
      let source = free.remove(at: best)
      clients[source.lane] = script.lane
      steps[source.lane] = shared[best]
    } else if let source = old.scripts.first(where: { lane($0.lane) == script.lane }) {
      steps[source.lane] = matches(source)
    }
  }

  /// A point of the old program in the new one.
  func moved(_ pin: Pins.Pin) -> Pins.Pin? {
    func number(_ step: Int) -> Int? { steps[pin.lane]?[step] }
    let moment: Pins.Moment? =
      switch pin.moment {
      case .begin, .end: pin.moment
      case .call(let step): number(step).map { .call($0) }
      case .returned(let step): number(step).map { .returned($0) }
      case .step(let step): number(step).map { .step($0) }
      }
    guard let lane = lane(pin.lane), let moment else { return nil }
    return Pins.Pin(lane, moment)
  }

  /// A hold of the old program in the new one.
  func moved(_ hold: Hold) -> Hold? {
    let point = hold.point
    let span: SubjectPoint.Span? =
      switch point.span {
      case .call(let step): steps[point.lane]?[step].map { .call($0) }
      case .after: .after
      }
    guard let lane = lane(point.lane), let span else { return nil }
    let release: Hold.Release?
    switch hold.release {
    case .rest: release = .rest
    case .passed(let pin): release = moved(pin).map { .passed($0) }
    }
    guard let release else { return nil }
    return Hold(
      at: SubjectPoint(
        lane, span, point.function, caller: point.caller, occurrence: point.occurrence),
      until: release)
  }

  private func lane(_ lane: Lane) -> Lane? {
    guard let callback = lane.callback else { return clients[lane] }
    guard let index = operations[old[callback.operation].name] else { return nil }
    let moved = Callback(
      OperationID(index), callback.point, index: callback.index, occurrence: callback.occurrence)
    // The operation may have lost a block, or be of a kind without this callback.
    return new.fault(moved) == nil ? .callback(moved) : nil
  }

  /// Where the texts of a list stand in another one, in order: by position there, that in the list.
  private static func places(of texts: [String], in other: [String]) -> [Int: Int] {
    var found: [Int: Int] = [:]
    var start = 0
    for (position, text) in texts.enumerated() {
      guard let place = other[start...].firstIndex(of: text) else { continue }
      found[place] = position
      start = place + 1
    }
    return found
  }
}
