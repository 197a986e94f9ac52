import OQHistory

/// The queue of a source, and what is in it.
enum SourceTarget: CaseIterable {
  case serial, concurrent, main
  /// A serial queue with a task that is held.
  case busy
}

/// What matters about an event that a client brings about.
struct EventFacts: Sendable, Hashable {
  /// What the source watches.
  enum Kind: CaseIterable { case adding, combining, replacing, descriptor, signal }
  /// Where the handler is when the event comes: it was never called, it has been, it is held.
  enum Handler: CaseIterable { case idle, called, held }
  /// Who brings it about: a client, a task, two clients at once.
  enum Sender: CaseIterable { case client, task, two }
  /// How many events there are.
  enum Number: CaseIterable { case one, three }
  /// Whether another source of the same kind watches, too.
  enum Beside: CaseIterable { case none, watching, cancelled }

  let kind: Kind
  let target: SourceTarget
  let handler: Handler
  let sender: Sender
  let number: Number
  let beside: Beside

  private static let aspects = [
    FactGrid.Aspect("kind", Kind.self), FactGrid.Aspect("target", SourceTarget.self),
    FactGrid.Aspect("handler", Handler.self), FactGrid.Aspect("sender", Sender.self),
    FactGrid.Aspect("number", Number.self), FactGrid.Aspect("beside", Beside.self),
  ]

  /// Makes facts from the numbers of their values, in the order of the table.
  init(_ values: [Int]) {
    kind = Kind.allCases[values[0]]
    target = SourceTarget.allCases[values[1]]
    handler = Handler.allCases[values[2]]
    sender = Sender.allCases[values[3]]
    number = Number.allCases[values[4]]
    beside = Beside.allCases[values[5]]
  }

  /// The kind of the source.
  var source: Program.Kind {
    switch kind {
    case .adding: .addingSource
    case .combining: .combiningSource
    case .replacing: .replacingSource
    case .descriptor: .readSource
    case .signal: .signalSource
    }
  }

  /// The table.
  static func grid(_ vocabulary: Vocabulary) -> FactGrid {
    FactGrid(.trigger, aspects) { EventFacts($0).isPossible(vocabulary) }
  }

  /// Whether the facts can meet in a program that comes to an end with every correct library.
  ///
  /// What is sent to one that replaces comes from one sender. Signals of one number become one as
  /// long as the first of them is pending, and what can be read is reported again while it stays.
  private func isPossible(_ v: Vocabulary) -> Bool {
    guard [.async, .activate, .trigger, .reported].allSatisfy(v.contains), v.contains(source),
      v.contains(.clients)
    else { return false }
    if target == .main, !v.contains(.isMain) { return false }
    if beside == .cancelled, !v.contains(.cancelSource) { return false }
    if kind == .replacing, sender == .two { return false }
    if kind == .signal, sender == .two || number != .one { return false }
    if handler == .held, kind == .descriptor || kind == .signal { return false }
    // A task that is held keeps the handler away.
    return !(target == .busy && handler == .held)
  }
}

/// Writes the program of some facts about an event.
struct EventComposition {
  private let facts: EventFacts
  private let queue: QueueID
  private let source: OperationID
  private var sent: [Int] = []

  /// The table of the call.
  static func tables(_ vocabulary: Vocabulary) -> [DispatchTable] {
    [
      DispatchTable(grid: EventFacts.grid(vocabulary)) { p, values in
        var composition = EventComposition(EventFacts(values), &p)
        composition.write(&p)
      }
    ]
  }

  private init(_ facts: EventFacts, _ p: inout Draft) {
    self.facts = facts
    queue = p.queue(of: facts.target)
    source = p.operation(kind: facts.source)
  }

  private mutating func write(_ p: inout Draft) {
    let (queue, isHeld) = (queue, facts.handler == .held)
    let looks = p.has(.isCurrent) && p.chance(2)
    p.inside(source) { p in
      if looks { p.command(.isCurrent, queue) }
      if isHeld { p.step(.hold) }
    }
    p.watch(source, on: queue)
    beside(&p)
    if facts.handler != .idle {
      send(&p)
      p.began(source)
      if !isHeld { report(&p) }
    }
    let holder = facts.target == .busy ? p.occupy(queue) : nil
    call(&p)
    if p.chance(2) { p.passElsewhere() }
    if let holder { p.open(holder) }
    if isHeld { p.open(source) }
    report(&p)
    p.pass(queue)
  }

  /// Another source of the same kind.
  private func beside(_ p: inout Draft) {
    guard facts.beside != .none else { return }
    let other = p.operation(kind: facts.source)
    p.watch(other, on: p.chance(2) ? queue : p.queue(.serial))
    guard facts.beside == .cancelled else { return }
    p.command(.cancelSource, other)
    p.ended(other, .cancellation)
  }

  /// One bit for each event, so that sum and union are the same.
  private mutating func send(_ p: inout Draft) {
    let value = facts.kind == .signal ? 1 : 1 << sent.count
    sent.append(value)
    p.command(.trigger, source, .integer(value))
  }

  private mutating func call(_ p: inout Draft) {
    let count = facts.number == .one ? 1 : 3
    switch facts.sender {
    case .client: for _ in 0..<count { send(&p) }
    case .task:
      let task = p.block()
      p.inside(task) { p in for _ in 0..<count { send(&p) } }
      p.submit(.async, p.queue(.serial), task)
      p.ended(task)
    case .two:
      p.client(p.nextClient) { p in
        p.meet(1)
        for _ in 0..<count { send(&p) }
        p.meet(2)
      }
      p.meet(1)
      for _ in 0..<count { send(&p) }
      p.meet(2)
    }
  }

  /// Waits until everything that was sent has been reported.
  private func report(_ p: inout Draft) {
    let whole = facts.kind == .replacing ? sent.last ?? 0 : sent.reduce(0, +)
    p.step(.until(.reads(Command(.reported, source), .integer(whole))))
  }
}

extension Draft {
  /// Declares the queue of a source.
  mutating func queue(of target: SourceTarget) -> QueueID {
    switch target {
    case .serial, .busy: queue(.serial)
    case .concurrent: queue(.concurrent)
    case .main: mainQueue()
    }
  }
}
