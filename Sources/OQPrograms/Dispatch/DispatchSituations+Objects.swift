import OQHistory
import OQSpecification

extension DispatchSituations {
  /// What stands beside dispatch queues: groups, semaphores, code that runs once, deadlines.
  static let objects: [Situation] = [
    Situation(["DISPATCH-9"], verbs: [.once], kinds: [.once], once),
    Situation(["DISPATCH-9"], verbs: [.asyncAfter, .isDue], afterDeadline),
    Situation(
      ["DISPATCH-9"], verbs: [.asyncGroup, .groupNotify], kinds: [.group], notified),
    Situation(
      ["DISPATCH-9"], verbs: [.groupWait, .groupNotify], kinds: [.group], enteredByHand),
    Situation(
      ["DISPATCH-51"], verbs: [.asyncGroup, .groupNotify], kinds: [.group], usedAgain),
    Situation(
      ["DISPATCH-13"], verbs: [.signal, .waitSignal], kinds: [.semaphore], signalled),
  ]

  /// Several clients ask for the same code, which is held.
  private static func once(_ p: inout Draft) {
    let code = p.operation(kind: .once)
    let clients = p.number(1...2)
    p.hold(code)
    p.command(.once, code)
    for client in 2...(clients + 1) {
      p.client(client) { p in
        if p.chance(2) { p.began(code) }
        p.command(.once, code)
      }
    }
    p.client(clients + 2) { p in
      p.began(code)
      p.passElsewhere()
      p.open(code)
      p.command(.once, code)
    }
  }

  /// Tasks that read their clock first of all; one may be due before another.
  private static func afterDeadline(_ p: inout Draft) {
    let q = p.queue(p.pick([.serial, .concurrent]))
    let blocks = (0..<p.number(1...3)).map { _ in p.block() }
    for block in blocks {
      p.inside(block) { $0.command(.isDue, block) }
      p.submit(.asyncAfter, q, block)
      if p.chance(2) { p.pass(q) }
    }
    for block in p.shuffled(blocks) { p.ended(block) }
  }

  /// A group of tasks of which one is held when another has ended.
  private static func notified(_ p: inout Draft) {
    let q = p.queue(.concurrent)
    let group = p.operation(kind: .group)
    let quick = p.block()
    let slow = p.block()
    let notification = p.block()
    let hasWaiter = p.chance(2)
    p.hold(slow)
    p.submit(.asyncGroup, q, of: group, slow)
    p.submit(.asyncGroup, q, of: group, quick)
    p.submit(.groupNotify, p.queue(.serial), of: group, notification)
    if hasWaiter { p.meet(1) }
    p.ended(quick)
    p.passElsewhere()
    p.open(slow)
    p.ended(notification)
    if hasWaiter {
      p.client(2) { p in
        p.meet(1)
        p.command(.groupWait, group)
      }
    }
  }

  /// A group that is used again when it has told that it is empty.
  private static func usedAgain(_ p: inout Draft) {
    let q = p.queue(p.pick([.serial, .concurrent]))
    let told = p.queue(.serial)
    let group = p.operation(kind: .group)
    for _ in 0..<p.number(2...3) {
      let notification = p.block()
      for _ in 0..<p.number(1...2) { p.submit(.asyncGroup, q, of: group, p.block()) }
      p.submit(.groupNotify, told, of: group, notification)
      p.ended(notification)
    }
  }

  /// A group that is entered and left by hand.
  private static func enteredByHand(_ p: inout Draft) {
    let group = p.operation(kind: .group)
    let times = p.number(2...3)
    for _ in 0..<times { p.command(.groupEnter, group) }
    if p.chance(2) {
      let notification = p.block()
      p.submit(.groupNotify, p.queue(.serial), of: group, notification)
      for _ in 1..<times { p.command(.groupLeave, group) }
      p.passElsewhere()
      p.command(.groupLeave, group)
      p.ended(notification)
    } else {
      p.meet(1)
      for _ in 1..<times { p.command(.groupLeave, group) }
      // A waiter that is let go too early needs time to come back.
      for _ in 0..<p.number(1...4) { p.passElsewhere() }
      p.command(.groupLeave, group)
      p.client(2) { p in
        p.meet(1)
        p.command(.groupWait, group)
      }
    }
  }

  /// Clients wait as often as another one signals: before, meanwhile, or after.
  private static func signalled(_ p: inout Draft) {
    let semaphore = p.operation(kind: .semaphore)
    let waiters = p.number(1...2)
    let times = p.number(1...2) * waiters + (waiters == 1 ? 1 : 0)
    let isSignalledFirst = p.chance(3)
    for waiter in 1...waiters {
      p.client(waiter) { p in
        if isSignalledFirst { p.meet(1) }
        for _ in 0..<times / waiters { p.command(.waitSignal, semaphore) }
      }
    }
    p.client(waiters + 1) { p in
      for time in 0..<times {
        if time > 0 || waiters > 1 { p.passElsewhere() }
        p.command(.signal, semaphore)
      }
      if isSignalledFirst { p.meet(1) }
    }
  }
}
