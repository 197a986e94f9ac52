import OQHistory

/// What matters about a notification of a group, or about a wait for one.
struct GroupFacts: Sendable, Hashable {
  /// What is in the group when the call is made: nothing, a task that is held, somebody who entered
  /// by hand, both.
  enum Members: CaseIterable { case none, task, hand, both }
  /// What the group has been through: nothing, it became empty again, and told somebody of it.
  enum Past: CaseIterable { case fresh, emptied, told }
  /// Who waits for the same end already.
  enum Earlier: CaseIterable { case none, notification, waiter }
  /// The queue of the notification: a serial one, one with a task that is held, a concurrent one,
  /// the main queue.
  enum Target: CaseIterable { case serial, busy, concurrent, main }
  /// What comes between the call and the end: nothing, one more member, another notification.
  enum Later: CaseIterable { case none, member, notification }

  let members: Members
  let past: Past
  let earlier: Earlier
  let caller: DispatchCaller
  let target: Target
  let later: Later

  private static let aspects = [
    FactGrid.Aspect("members", Members.self), FactGrid.Aspect("past", Past.self),
    FactGrid.Aspect("earlier", Earlier.self), FactGrid.Aspect("caller", DispatchCaller.self),
    FactGrid.Aspect("target", Target.self), FactGrid.Aspect("later", Later.self),
  ]

  /// Makes facts from the numbers of their values, in the order of the table.
  init(_ values: [Int]) {
    members = Members.allCases[values[0]]
    past = Past.allCases[values[1]]
    earlier = Earlier.allCases[values[2]]
    caller = DispatchCaller.allCases[values[3]]
    target = Target.allCases[values[4]]
    later = Later.allCases[values[5]]
  }

  /// The table for a call.
  static func grid(_ verb: Verb, _ vocabulary: Vocabulary) -> FactGrid {
    FactGrid(verb, aspects) { GroupFacts($0).isPossible(verb, vocabulary) }
  }

  /// Whether the facts can meet in a program that comes to an end with every correct library.
  private func isPossible(_ verb: Verb, _ v: Vocabulary) -> Bool {
    let needed: [Verb] = [.async, .asyncGroup, .groupEnter, .groupLeave, .groupNotify, .groupWait]
    guard needed.allSatisfy(v.contains), v.contains(.group), v.contains(.clients) else {
      return false
    }
    if verb == .groupWait, target != .serial { return false }
    if target == .main, !v.contains(.isMain) { return false }
    // Whoever comes to an empty group waits for nothing.
    if members == .none, earlier != .none || later != .none { return false }
    // Two threads are enough: one for the member, one for what is held or waits.
    let isHeld = members == .task || members == .both
    return !(isHeld && target == .busy && caller == .task)
  }
}

/// Writes the program of some facts about a group.
struct GroupComposition {
  private let facts: GroupFacts
  private let verb: Verb
  private let group: OperationID
  private let queue: QueueID
  private let target: QueueID
  private var holder: OperationID?
  private var member: OperationID?
  private var entered = 0
  /// Threads of the library that are taken.
  private var threads = 0
  private var awaited: [OperationID] = []
  private var nextMeeting = 1

  /// The tables of both calls.
  static func tables(_ vocabulary: Vocabulary) -> [DispatchTable] {
    [Verb.groupNotify, .groupWait].map { verb in
      DispatchTable(grid: GroupFacts.grid(verb, vocabulary)) { p, values in
        var composition = GroupComposition(GroupFacts(values), verb, &p)
        composition.write(&p)
      }
    }
  }

  private init(_ facts: GroupFacts, _ verb: Verb, _ p: inout Draft) {
    self.facts = facts
    self.verb = verb
    group = p.operation(kind: .group)
    queue = p.queue(p.pick([.serial, .concurrent]))
    target =
      switch facts.target {
      case .serial, .busy: p.queue(.serial)
      case .concurrent: p.queue(.concurrent)
      case .main: p.mainQueue()
      }
  }

  private mutating func write(_ p: inout Draft) {
    live(&p)
    if facts.target == .busy {
      holder = p.occupy(target)
      threads += 1
    }
    enter(&p)
    switch facts.earlier {
    case .none: break
    case .notification: notify(p.queue(.serial), &p)
    case .waiter: wait(&p)
    }
    call(&p)
    switch facts.later {
    case .none: break
    case .member: join(&p)
    case .notification: notify(p.queue(.serial), &p)
    }
    if p.chance(2) { linger(&p) }
    letGo(&p)
    for block in p.shuffled(awaited) { p.ended(block) }
    if p.chance(2) { p.command(.groupWait, group) }
  }

  private mutating func meeting() -> Int {
    defer { nextMeeting += 1 }
    return nextMeeting
  }

  /// Lets time pass on another queue, where two threads are enough for that.
  private func linger(_ p: inout Draft) {
    if threads < 2 { p.passElsewhere() }
  }

  /// Has the group become empty before.
  private mutating func live(_ p: inout Draft) {
    guard facts.past != .fresh else { return }
    let isByHand = p.chance(2)
    let block = p.block()
    if isByHand {
      p.command(.groupEnter, group)
    } else {
      p.submit(.asyncGroup, queue, of: group, block)
    }
    let told = facts.past == .told ? p.block() : nil
    if let told { p.submit(.groupNotify, p.queue(.serial), of: group, told) }
    if isByHand { p.command(.groupLeave, group) } else { p.ended(block) }
    if let told { p.ended(told) }
    p.command(.groupWait, group)
  }

  private mutating func enter(_ p: inout Draft) {
    if [.task, .both].contains(facts.members) {
      let block = p.block()
      p.hold(block)
      p.submit(.asyncGroup, queue, of: group, block)
      p.began(block)
      member = block
      threads += 1
    }
    guard [.hand, .both].contains(facts.members) else { return }
    entered = p.number(1...2)
    for _ in 0..<entered { p.command(.groupEnter, group) }
  }

  private mutating func notify(_ queue: QueueID, _ p: inout Draft) {
    let block = p.block()
    p.submit(.groupNotify, queue, of: group, block)
    awaited.append(block)
  }

  /// A client that waits, and is about to when client 1 goes on.
  private mutating func wait(_ p: inout Draft) {
    let (meeting, group) = (meeting(), group)
    p.client(p.nextClient) { p in
      p.meet(meeting)
      p.command(.groupWait, group)
    }
    p.meet(meeting)
  }

  private mutating func call(_ p: inout Draft) {
    switch (verb, facts.caller) {
    case (.groupWait, .client): wait(&p)
    case (.groupWait, .task):
      let (block, group) = (p.block(), group)
      p.inside(block) { $0.command(.groupWait, group) }
      p.submit(.async, p.queue(.serial), block)
      p.began(block)
      awaited.append(block)
      threads += 1
    case (_, .client): notify(target, &p)
    case (_, .task):
      let block = p.block()
      p.inside(block) { notify(target, &$0) }
      p.submit(.async, p.queue(.serial), block)
      p.ended(block)
    }
  }

  /// One more member comes while the group is not empty.
  private mutating func join(_ p: inout Draft) {
    if p.chance(2) {
      p.command(.groupEnter, group)
      entered += 1
      return
    }
    let block = p.block()
    p.submit(.asyncGroup, queue, of: group, block)
    awaited.append(block)
  }

  /// Lets the members go one after the other, and then what keeps the queue of the notification;
  /// what comes too early has the time for it.
  private mutating func letGo(_ p: inout Draft) {
    var leaves = p.shuffled(
      Array(repeating: Step.command(Command(.groupLeave, group)), count: entered)
        + [member].compactMap(\.self).map { .open(Callback($0)) })
    while let leave = leaves.popLast() {
      p.step(leave)
      if let member, case .open = leave {
        threads -= 1
        if p.chance(2) { p.ended(member) }
      }
      if !leaves.isEmpty { linger(&p) }
    }
    if let member { p.ended(member) }
    guard let holder else { return }
    if p.chance(2) { linger(&p) }
    p.open(holder)
    p.ended(holder)
  }
}
