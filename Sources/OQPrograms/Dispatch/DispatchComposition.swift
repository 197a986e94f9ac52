import OQHistory

/// Writes the program of some facts about a block that is submitted: what is in the queue before,
/// the call, and what follows it.
///
/// Only client 1 opens what is held. At most two threads of the library are busy at a time, so that
/// what must begin does even where there are no more.
struct DispatchComposition {
  private let facts: DispatchFacts
  private let verb: Verb
  private var q = QueueID(0)
  private var x = OperationID(0)
  private var group: OperationID?
  private var notification: OperationID?
  /// What is held in the queue before the call.
  private var holder: OperationID?
  /// Every block whose end is awaited.
  private var blocks: [OperationID] = []
  private var nextMeeting = 1

  private init(_ facts: DispatchFacts, _ verb: Verb) {
    self.facts = facts
    self.verb = verb
  }

  /// The tables of the ways of submitting.
  static func tables(_ vocabulary: Vocabulary) -> [DispatchTable] {
    DispatchFacts.verbs.map { verb in
      DispatchTable(grid: DispatchFacts.grid(verb, vocabulary)) { p, values in
        var composition = DispatchComposition(DispatchFacts(values), verb)
        composition.write(&p)
      }
    }
  }

  // MARK: Before the call

  private mutating func write(_ p: inout Draft) {
    declare(&p)
    load(&p)
    call(&p)
    follow(&p)
    letGo(&p)
    end(&p)
  }

  private mutating func declare(_ p: inout Draft) {
    q =
      switch facts.target {
      case .serial: p.queue(.serial)
      case .concurrent: p.queue(.concurrent)
      case .main: p.mainQueue()
      }
    x = p.block()
    if verb == .asyncGroup { group = p.operation(kind: .group) }
    script(x, &p)
    switch facts.body {
    case .held: p.hold(x)
    case .submits, .crosses:
      let inner = block(&p)
      let queue = facts.body == .submits ? q : p.queue(.serial)
      p.inside(x) { $0.submit(.async, queue, inner) }
    case .plain, .counts: break
    }
  }

  /// A block beside the one that the facts are about; it counts where that one does.
  private mutating func block(_ p: inout Draft) -> OperationID {
    let block = p.block()
    script(block, &p)
    blocks.append(block)
    return block
  }

  private func script(_ block: OperationID, _ p: inout Draft) {
    guard facts.body == .counts else { return }
    p.inside(block) { $0.command(.countUp, q) }
  }

  private mutating func load(_ p: inout Draft) {
    guard facts.load != .empty else { return }
    let holder = block(&p)
    self.holder = holder
    p.hold(holder)
    p.submit(facts.load == .barrierRunning ? .asyncBarrier : .async, q, holder)
    p.began(holder)
    if facts.load == .waiting { p.submit(.async, q, block(&p)) }
    if facts.load == .barrierWaiting { p.submit(.asyncBarrier, q, block(&p)) }
  }

  // MARK: The call

  private mutating func call(_ p: inout Draft) {
    if facts.group == .awaited || facts.group == .both { waitForGroup(&p) }
    switch facts.caller {
    case .client where verb == .sync, .race: race(&p)
    case .client: submit(&p)
    case .inside:
      guard let holder else { return }
      // It is let go, and submits before it ends.
      let meeting = meeting()
      p.inside(holder) { p in
        submit(&p)
        p.meet(meeting)
      }
      p.open(holder)
      self.holder = nil
      p.meet(meeting)
    case .elsewhere:
      let other = p.block()
      p.inside(other) { submit(&$0) }
      p.submit(.async, p.queue(.serial), other)
      blocks.append(other)
      if verb == .sync { p.began(other) } else { p.ended(other) }
    }
    if facts.group == .notified || facts.group == .both, let group {
      let notification = p.block()
      self.notification = notification
      p.submit(.groupNotify, p.queue(.serial), of: group, notification)
    }
  }

  private func submit(_ p: inout Draft) {
    if verb == .asyncGroup, let group {
      p.submit(verb, q, of: group, x)
    } else {
      p.submit(verb, q, x)
    }
  }

  /// Another client makes the call, at the same time as client 1 submits a block.
  private mutating func race(_ p: inout Draft) {
    let meeting = meeting()
    let end = self.meeting()
    let mayReturn = verb != .sync
    p.client(p.nextClient) { p in
      p.meet(meeting)
      submit(&p)
      if mayReturn { p.meet(end) }
    }
    p.meet(meeting)
    if facts.caller == .race { p.submit(.async, q, block(&p)) }
    if mayReturn { p.meet(end) }
  }

  /// A client waits for the group from before the call on; it is entered, so that the wait cannot
  /// be over before.
  private mutating func waitForGroup(_ p: inout Draft) {
    guard let group, p.has(.groupEnter), p.has(.groupLeave) else { return }
    let meeting = meeting()
    p.command(.groupEnter, group)
    p.client(p.nextClient) { p in
      p.meet(meeting)
      p.command(.groupWait, group)
    }
    p.meet(meeting)
  }

  private mutating func meeting() -> Int {
    defer { nextMeeting += 1 }
    return nextMeeting
  }

  // MARK: After the call

  private mutating func follow(_ p: inout Draft) {
    switch facts.follower {
    case .none: break
    case .block: p.submit(.async, q, block(&p))
    case .barrier: p.submit(.asyncBarrier, q, block(&p))
    case .waiter:
      let meeting = meeting()
      let follower = block(&p)
      let q = q
      p.client(p.nextClient) { p in
        p.meet(meeting)
        p.submit(.sync, q, follower)
      }
      p.meet(meeting)
    }
    if facts.group == .awaited || facts.group == .both, let group, p.has(.groupEnter),
      p.has(.groupLeave)
    {
      p.command(.groupLeave, group)
    }
    if p.chance(2) { p.passElsewhere() }
  }

  /// Takes away what holds blocks; looks now and then whether something has come to its end by
  /// then.
  private mutating func letGo(_ p: inout Draft) {
    if let holder {
      p.open(holder)
      if p.chance(2) { p.ended(holder) }
    }
    guard facts.body == .held else { return }
    p.began(x)
    if p.chance(2) { p.passElsewhere() }
    p.open(x)
  }

  private mutating func end(_ p: inout Draft) {
    blocks.append(x)
    for block in p.shuffled(blocks) { p.ended(block) }
    if let notification { p.ended(notification) }
    if facts.body == .counts { p.command(.counted, q) }
    p.pass(q)
    if let group, p.has(.groupWait), p.chance(2) { p.command(.groupWait, group) }
  }
}
