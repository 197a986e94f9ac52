import OQHistory

/// What matters about a call that asks for code under *once*.
struct OnceFacts: Sendable, Hashable {
  /// Where the code is when the call is made.
  enum Phase: CaseIterable { case fresh, running, done }
  /// Who else asks at the same time.
  enum Others: CaseIterable { case none, one, two }
  /// What other code under once has been through: there is none, it has run, it runs.
  enum Beside: CaseIterable { case none, done, running }

  let phase: Phase
  let caller: DispatchCaller
  let others: Others
  let beside: Beside

  private static let aspects = [
    FactGrid.Aspect("phase", Phase.self), FactGrid.Aspect("caller", DispatchCaller.self),
    FactGrid.Aspect("others", Others.self), FactGrid.Aspect("beside", Beside.self),
  ]

  /// Makes facts from the numbers of their values, in the order of the table.
  init(_ values: [Int]) {
    phase = Phase.allCases[values[0]]
    caller = DispatchCaller.allCases[values[1]]
    others = Others.allCases[values[2]]
    beside = Beside.allCases[values[3]]
  }

  /// The table.
  static func grid(_ v: Vocabulary) -> FactGrid {
    FactGrid(.once, aspects) { _ in
      v.contains(Verb.once) && v.contains(Program.Kind.once) && v.contains(.async)
        && v.contains(.clients)
    }
  }
}

/// Writes the program of some facts about code under *once*.
///
/// What is held is held on the thread of a client.
enum OnceComposition {
  /// The table of the call.
  static func tables(_ vocabulary: Vocabulary) -> [DispatchTable] {
    [
      DispatchTable(grid: OnceFacts.grid(vocabulary)) { p, values in
        write(OnceFacts(values), &p)
      }
    ]
  }

  private static func write(_ facts: OnceFacts, _ p: inout Draft) {
    let other = facts.beside == .none ? nil : p.operation(kind: .once)
    if let other, facts.beside == .running { hold(other, &p) }
    if let other, facts.beside == .done { p.command(.once, other) }
    let code = p.operation(kind: .once)
    switch facts.phase {
    case .fresh: break
    case .running: hold(code, &p)
    case .done: p.command(.once, code)
    }
    for number in 0..<(OnceFacts.Others.allCases.firstIndex(of: facts.others) ?? 0) {
      p.client(p.nextClient) { p in
        p.meet(number + 1)
        p.command(.once, code)
      }
      p.meet(number + 1)
    }
    let task = facts.caller == .task ? p.block() : nil
    if let task {
      p.inside(task) { $0.command(.once, code) }
      p.submit(.async, p.queue(.serial), task)
    } else {
      p.client(p.nextClient) { $0.command(.once, code) }
    }
    p.passElsewhere()
    if facts.phase == .running { p.open(code) }
    if let task { p.ended(task) }
    p.ended(code)
    if let other, facts.beside == .running {
      p.open(other)
      p.ended(other)
    }
    p.command(.once, code)
    if let other { p.command(.once, other) }
  }

  /// A client runs the code, which stays inside.
  private static func hold(_ code: OperationID, _ p: inout Draft) {
    p.hold(code)
    p.client(p.nextClient) { $0.command(.once, code) }
    p.began(code)
  }
}
