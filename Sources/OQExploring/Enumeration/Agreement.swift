import OQHistory
import OQModel
import OQSpecification

/// Whether machines have the same histories, and the acceptor exactly those.
///
/// The histories are not listed, since there are too many. All machines take every event together,
/// each with all that it may have come to by the events so far; what was met before is not followed
/// again. In each place each event is possible for all of them or for none. The acceptor follows,
/// once for each set of bodies that may begin, and every event that the others cannot take, and
/// that a recorder could write, is offered to it, too. So a difference is found wherever there is
/// one, and first by a shortest history that shows it.
package struct Agreement {
  /// Where the machines and the acceptor are.
  private struct Place: Hashable {
    var sets: [Int]
    var acceptor: Int
    /// Operations whose bodies have begun, will begin, and have ended.
    var begun = OperationSet()
    var chosen = OperationSet()
    var ended = OperationSet()
    /// How many calls and returns of the client there were.
    var steps = 0
  }

  /// How a place was first reached.
  private struct Origin {
    let place: Int
    let event: Int
    let program: Int
  }

  /// What the comparison gave.
  package struct Result: Sendable {
    /// Places that were looked at.
    package internal(set) var places = 0
    /// Events that the acceptor was offered.
    package internal(set) var offered = 0
    /// Events that it refused, as it had to.
    package internal(set) var refused = 0
    /// Whether every place was looked at and every offer was decided.
    package internal(set) var isComplete = true
    /// What differs, and the shortest history that shows it.
    package internal(set) var difference: String?
  }

  private let programs: [Program]
  private let alphabet: EventAlphabet
  private let bound: Int
  private var machines: [EventSets]
  private var acceptor: AcceptorSets?
  private var numbers: [Place: Int] = [:]
  private var places: [Place] = []
  private var origins: [Origin] = []
  private var endings: [Int: UInt64] = [:]
  private var result = Result()

  /// A comparison that has not begun.
  ///
  /// - Parameters:
  ///   - programs: at least one; they differ in dependencies alone.
  ///   - alphabet: their events.
  ///   - graphs: the machines.
  ///   - acceptor: the acceptor; nil where only the machines are compared.
  ///   - bound: most places.
  package init(
    _ programs: [Program], _ alphabet: EventAlphabet, _ graphs: [EventGraph],
    _ acceptor: AcceptorSets?, bound: Int
  ) {
    self.programs = programs
    self.alphabet = alphabet
    self.bound = bound
    self.acceptor = acceptor
    machines = graphs.map { EventSets($0, events: alphabet.count) }
  }

  /// Compares all histories of all programs.
  ///
  /// - Complexity: O(places × events), and the subset construction of each machine.
  package mutating func run() -> Result {
    for root in programs.indices { begin(root) }
    var next = 0
    while next < places.count, result.difference == nil {
      guard places.count <= bound else {
        result.isComplete = false
        break
      }
      compare(next)
      next += 1
    }
    result.places = next
    return result
  }

  private mutating func begin(_ root: Int) {
    let start = acceptor?.start(programs[root]) ?? -1
    let sets = machines.indices.map { machines[$0].start(root) }
    // Without an acceptor nobody has to know which bodies will begin.
    let operations = alphabet.program.operations.count
    for bits in 0..<(acceptor == nil ? 1 : UInt64(1) << UInt64(operations)) {
      let place = Place(sets: sets, acceptor: start, chosen: OperationSet(bits: bits))
      add(place, Origin(place: -1, event: -1, program: root))
    }
  }

  private mutating func add(_ place: Place, _ origin: Origin) {
    guard numbers[place] == nil else { return }
    numbers[place] = places.count
    places.append(place)
    origins.append(origin)
  }

  private mutating func compare(_ number: Int) {
    let place = places[number]
    let stalls = machines.indices.map { machines[$0].mayStall(place.sets[$0]) }
    if Set(stalls).count > 1 {
      differ("one machine may stop while the client waits, another one not", number, nil)
      return
    }
    let followers = machines.indices.map { machines[$0].next(place.sets[$0]) }
    for event in 0..<alphabet.count where result.difference == nil {
      let sets = followers.map { $0[event] }
      let isPossible = sets[0] >= 0
      guard sets.allSatisfy({ ($0 >= 0) == isPossible }) else {
        differ("one machine has this event, another one not", number, event)
        return
      }
      guard event != alphabet.stranger else {
        if isPossible { differ("an event that no rule foresees", number, event) }
        continue
      }
      follow(number, place, event, sets, isPossible)
    }
  }

  /// Takes an event where it is possible, and offers it to the acceptor in any case.
  private mutating func follow(
    _ number: Int, _ place: Place, _ event: Int, _ sets: [Int], _ isPossible: Bool
  ) {
    guard var after = self.place(place, taking: event) else {
      if isPossible { differ("an event that no recorder could write", number, event) }
      return
    }
    after.sets = sets
    if acceptor != nil {
      let beginning = place.chosen.subtracting(place.begun)
      // Who expects other bodies is asked in another place.
      guard after.begun.subtracting(place.chosen).isEmpty else { return }
      result.offered += 1
      switch acceptor?.next(place.acceptor, event, after: place.steps, beginning: beginning) {
      case .goesOn(let set) where isPossible: after.acceptor = set
      case .goesOn:
        differ("the acceptor accepts what no machine has", number, event)
        return
      case .rejected:
        if isPossible, mayEnd(after) {
          differ("the acceptor rejects what the machines have", number, event)
        }
        if !isPossible { result.refused += 1 }
        return
      case .undecided, nil:
        result.isComplete = false
        return
      }
    }
    guard isPossible else { return }
    add(after, Origin(place: number, event: event, program: origins[number].program))
  }

  /// The place after an event; nil where no recorder could write it.
  private func place(_ place: Place, taking event: Int) -> Place? {
    var after = place
    if event < alphabet.commands.count * 2 {
      after.steps += 1
      return event == place.steps ? after : nil
    }
    if let operation = alphabet.operation(beginningWith: event) {
      after.begun.insert(operation)
      return place.begun.contains(operation) ? nil : after
    }
    let operation = event - alphabet.end(0)
    after.ended.insert(operation)
    return place.begun.contains(operation) && !place.ended.contains(operation) ? after : nil
  }

  /// Whether the machines can end after exactly the chosen bodies have begun.
  private mutating func mayEnd(_ place: Place) -> Bool {
    let missing = place.chosen.subtracting(place.begun)
    return endings(place.sets[0], place.steps) >> missing.bits & 1 == 1
  }

  /// Which bodies can still begin before a history ends: a bit for each set of them.
  ///
  /// How far the client has come follows from the set of places, as all else that was shown does.
  private mutating func endings(_ set: Int, _ steps: Int) -> UInt64 {
    if let known = endings[set] { return known }
    let calls = alphabet.commands.count * 2
    var found: UInt64 = steps == calls ? 1 : 0
    for (event, target) in machines[0].next(set).enumerated() where target >= 0 {
      let rest = endings(target, steps + (event < calls ? 1 : 0))
      guard let operation = alphabet.operation(beginningWith: event) else {
        found |= rest
        continue
      }
      for bodies in UInt64(0)..<64 where rest >> bodies & 1 == 1 {
        found |= 1 << (bodies | 1 << UInt64(operation))
      }
    }
    endings[set] = found
    return found
  }

  private mutating func differ(_ message: String, _ number: Int, _ event: Int?) {
    var events = event.map { [$0] } ?? []
    var place = number
    while origins[place].place >= 0 {
      events.append(origins[place].event)
      place = origins[place].place
    }
    let program = programs[origins[number].program]
    let printer = StepPrinter(program)
    let lines = events.reversed().enumerated().map { ticket, event in
      event == alphabet.stranger
        ? "  another event" : "  " + printer.text(alphabet.event(event, ticket + 1))
    }
    result.difference = ([message + ":", program.text] + lines).joined(separator: "\n")
  }
}
