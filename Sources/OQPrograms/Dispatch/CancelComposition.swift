import OQHistory

/// What matters about the cancel of a source.
struct CancelFacts: Sendable, Hashable {
  /// What the source watches.
  enum Kind: CaseIterable { case adding, descriptor, timer, repeatingTimer }
  /// Where the handler is: it was never called, it has been, it is held.
  enum Handler: CaseIterable { case idle, called, held }
  /// Who cancels: a client, a task, the handler itself, two clients at once.
  enum Caller: CaseIterable { case client, task, own, two }

  let kind: Kind
  let target: SourceTarget
  let handler: Handler
  let caller: Caller

  private static let aspects = [
    FactGrid.Aspect("kind", Kind.self), FactGrid.Aspect("target", SourceTarget.self),
    FactGrid.Aspect("handler", Handler.self), FactGrid.Aspect("caller", Caller.self),
  ]

  /// Makes facts from the numbers of their values, in the order of the table.
  init(_ values: [Int]) {
    kind = Kind.allCases[values[0]]
    target = SourceTarget.allCases[values[1]]
    handler = Handler.allCases[values[2]]
    caller = Caller.allCases[values[3]]
  }

  /// The kind of the source.
  var source: Program.Kind {
    switch kind {
    case .adding: .addingSource
    case .descriptor: .readSource
    case .timer: .timer
    case .repeatingTimer: .repeatingTimer
    }
  }

  /// Whether a clock brings the event about.
  var isTimed: Bool { kind == .timer || kind == .repeatingTimer }

  /// The table.
  static func grid(_ vocabulary: Vocabulary) -> FactGrid {
    FactGrid(.cancelSource, aspects) { CancelFacts($0).isPossible(vocabulary) }
  }

  /// Whether the facts can meet in a program that comes to an end with every correct library.
  private func isPossible(_ v: Vocabulary) -> Bool {
    guard [.async, .activate, .trigger, .cancelSource].allSatisfy(v.contains), v.contains(source),
      v.contains(.clients)
    else { return false }
    if target == .main, !v.contains(.isMain) { return false }
    if handler == .held, target == .busy { return false }
    // The handler that cancels is inside.
    return caller != .own || (handler == .called && target != .busy)
  }
}

/// Writes the program of some facts about the cancel of a source.
enum CancelComposition {
  /// The table of the call.
  static func tables(_ vocabulary: Vocabulary) -> [DispatchTable] {
    [
      DispatchTable(grid: CancelFacts.grid(vocabulary)) { p, values in
        write(CancelFacts(values), &p)
      }
    ]
  }

  private static func write(_ facts: CancelFacts, _ p: inout Draft) {
    let queue = p.queue(of: facts.target)
    let source = p.operation(kind: facts.source)
    p.inside(source) { p in
      if facts.isTimed, p.has(.isDue) { p.command(.isDue, source) }
      if facts.handler == .held { p.step(.hold) }
      if facts.caller == .own { p.command(.cancelSource, source) }
    }
    p.watch(source, on: queue)
    if facts.handler != .idle {
      if !facts.isTimed { p.command(.trigger, source, .integer(1)) }
      if facts.handler == .held { p.began(source) } else { p.ended(source) }
    }
    let holder = facts.target == .busy ? p.occupy(queue) : nil
    cancel(facts, source, &p)
    if p.chance(2) { p.passElsewhere() }
    if let holder { p.open(holder) }
    if facts.handler == .held { p.open(source) }
    p.ended(source, .cancellation)
    for _ in 0..<p.number(1...3) { p.pass(queue) }
  }

  private static func cancel(_ facts: CancelFacts, _ source: OperationID, _ p: inout Draft) {
    switch facts.caller {
    case .own: break
    case .client: p.command(.cancelSource, source)
    case .task:
      let task = p.block()
      p.inside(task) { $0.command(.cancelSource, source) }
      p.submit(.async, p.queue(.serial), task)
      p.ended(task)
    case .two:
      p.client(p.nextClient) { p in
        p.meet(1)
        p.command(.cancelSource, source)
      }
      p.meet(1)
      p.command(.cancelSource, source)
    }
  }
}
