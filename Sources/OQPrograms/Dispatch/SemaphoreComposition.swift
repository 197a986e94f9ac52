import OQHistory

/// What matters about a wait for a semaphore.
struct SemaphoreFacts: Sendable, Hashable {
  /// How many signals have come and are kept.
  enum Kept: CaseIterable { case none, one, two }
  /// How many others wait already.
  enum Waiting: CaseIterable { case none, one, two }
  /// Who sends the signals that are still needed.
  enum Sender: CaseIterable { case client, task, two }
  /// Whether anything happens between two of them.
  enum Pace: CaseIterable { case together, apart }

  let kept: Kept
  let waiting: Waiting
  let caller: DispatchCaller
  let sender: Sender
  let pace: Pace

  private static let aspects = [
    FactGrid.Aspect("kept", Kept.self), FactGrid.Aspect("waiting", Waiting.self),
    FactGrid.Aspect("caller", DispatchCaller.self), FactGrid.Aspect("sender", Sender.self),
    FactGrid.Aspect("pace", Pace.self),
  ]

  /// Makes facts from the numbers of their values, in the order of the table.
  init(_ values: [Int]) {
    kept = Kept.allCases[values[0]]
    waiting = Waiting.allCases[values[1]]
    caller = DispatchCaller.allCases[values[2]]
    sender = Sender.allCases[values[3]]
    pace = Pace.allCases[values[4]]
  }

  /// How many signals are kept.
  var keptSignals: Int { Kept.allCases.firstIndex(of: kept) ?? 0 }
  /// How many others wait.
  var otherWaiters: Int { Waiting.allCases.firstIndex(of: waiting) ?? 0 }

  /// The table.
  static func grid(_ v: Vocabulary) -> FactGrid {
    FactGrid(.waitSignal, aspects) { values in
      // Whoever waits beside kept signals takes one of them.
      let facts = SemaphoreFacts(values)
      return [.async, .signal, .waitSignal].allSatisfy(v.contains) && v.contains(.semaphore)
        && v.contains(.clients) && (facts.kept == .none || facts.waiting == .none)
    }
  }
}

/// Writes the program of some facts about a semaphore.
enum SemaphoreComposition {
  /// The table of the wait.
  static func tables(_ vocabulary: Vocabulary) -> [DispatchTable] {
    [
      DispatchTable(grid: SemaphoreFacts.grid(vocabulary)) { p, values in
        write(SemaphoreFacts(values), &p)
      }
    ]
  }

  private static func write(_ facts: SemaphoreFacts, _ p: inout Draft) {
    let semaphore = p.operation(kind: .semaphore)
    for _ in 0..<facts.keptSignals { p.command(.signal, semaphore) }
    for number in 0..<facts.otherWaiters {
      p.client(p.nextClient) { p in
        p.meet(number + 1)
        p.command(.waitSignal, semaphore)
      }
      p.meet(number + 1)
    }
    let waiter = call(facts, semaphore, &p)
    if p.chance(2) { p.passElsewhere() }
    let missing = max(0, 1 + facts.otherWaiters - facts.keptSignals)
    for number in 0..<missing {
      if facts.pace == .apart { p.passElsewhere() }
      send(facts, semaphore, isSecond: number > 0, &p)
    }
    if let waiter { p.ended(waiter) }
  }

  /// The wait; the task that makes it, if one does.
  private static func call(
    _ facts: SemaphoreFacts, _ semaphore: OperationID, _ p: inout Draft
  ) -> OperationID? {
    guard facts.caller == .task else {
      let meeting = facts.otherWaiters + 1
      p.client(p.nextClient) { p in
        p.meet(meeting)
        p.command(.waitSignal, semaphore)
      }
      p.meet(meeting)
      return nil
    }
    let block = p.block()
    p.inside(block) { $0.command(.waitSignal, semaphore) }
    p.submit(.async, p.queue(.serial), block)
    p.began(block)
    return block
  }

  /// One of the signals that are needed; nobody waits for it.
  private static func send(
    _ facts: SemaphoreFacts, _ semaphore: OperationID, isSecond: Bool, _ p: inout Draft
  ) {
    switch facts.sender {
    case .client: p.command(.signal, semaphore)
    case .two where !isSecond: p.client(p.nextClient) { $0.command(.signal, semaphore) }
    case .two: p.command(.signal, semaphore)
    case .task:
      let block = p.block()
      p.inside(block) { $0.command(.signal, semaphore) }
      p.submit(.async, p.queue(.serial), block)
      if facts.pace == .apart { p.ended(block) }
    }
  }
}
