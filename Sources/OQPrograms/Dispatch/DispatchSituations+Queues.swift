import OQHistory
import OQSpecification

extension DispatchSituations {
  /// Dispatch queues alone.
  static let queues: [Situation] = [
    Situation(["DISPATCH-1", "DISPATCH-2", "DISPATCH-51"], verbs: [.async], inLine),
    Situation(
      ["DISPATCH-2", "DISPATCH-7"], verbs: [.async, .countUp, .counted], counting),
    Situation(
      ["DISPATCH-7", "DISPATCH-6"], verbs: [.sync, .countUp, .counted], countingByTurns),
    Situation(["DISPATCH-3"], verbs: [.async], meeting),
    Situation(["DISPATCH-4"], verbs: [.async], awaited),
    Situation(["DISPATCH-5"], verbs: [.async], nested),
    Situation(["DISPATCH-6", "DISPATCH-1"], verbs: [.sync, .async], waitedFor),
    Situation(["DISPATCH-6"], verbs: [.async], held),
    Situation(["DISPATCH-13"], verbs: [.asyncBarrier], barrier),
    Situation(
      ["DISPATCH-8"], verbs: [.async, .sync, .asyncBarrier, .isMain], handedToMain),
  ]

  /// Tasks of the main queue: submitted by a client, or by a task in the background.
  private static func handedToMain(_ p: inout Draft) {
    let m = p.mainQueue()
    let results = (0..<p.number(1...2)).map { _ in p.block() }
    if p.chance(2) {
      let q = p.queue(p.pick([.serial, .concurrent]))
      for result in results {
        let work = p.block()
        p.inside(work) { $0.submit($0.pick([.async, .asyncBarrier]), m, result) }
        p.submit(.async, q, work)
      }
    } else {
      for result in results {
        let verb = p.pick([Verb.async, .sync, .asyncBarrier])
        p.submit(verb, m, result)
      }
    }
    for result in results { p.ended(result) }
  }

  /// Several blocks wait behind the first one in a serial queue.
  private static func inLine(_ p: inout Draft) {
    let q = p.queue(.serial)
    let first = p.block()
    let others = (0..<p.number(2...4)).map { _ in p.block() }
    p.hold(first)
    p.submit(.async, q, first)
    p.began(first)
    for other in others { p.submit(.async, q, other) }
    p.open(first)
    for other in p.shuffled(others) { p.ended(other) }
  }

  /// Two clients submit to one serial queue tasks that count.
  private static func counting(_ p: inout Draft) {
    let q = p.queue(.serial)
    let blocks = (0..<p.number(2...6)).map { _ in p.block() }
    for block in blocks { p.inside(block) { $0.command(.countUp, q) } }
    let half = blocks.count / 2
    p.client(1) { p in
      p.meet(1)
      for block in blocks[..<half] { p.submit(.async, q, block) }
      for block in blocks { p.ended(block) }
      p.command(.counted, q)
    }
    p.client(2) { p in
      p.meet(1)
      for block in blocks[half...] { p.submit(.async, q, block) }
    }
  }

  /// Two clients wait in turn for tasks of one serial queue that count.
  private static func countingByTurns(_ p: inout Draft) {
    let q = p.queue(.serial)
    let rounds = p.number(2...3)
    let blocks = (0..<2 * rounds).map { _ in p.block() }
    for block in blocks { p.inside(block) { $0.command(.countUp, q) } }
    for round in 0..<rounds {
      p.client(1) { p in
        p.submit(.sync, q, blocks[2 * round])
        p.meet(2 * round + 1)
        p.meet(2 * round + 2)
      }
      p.client(2) { p in
        p.meet(2 * round + 1)
        p.submit(.sync, q, blocks[2 * round + 1])
        p.meet(2 * round + 2)
      }
    }
    p.command(.counted, q)
  }

  /// Two tasks of a concurrent queue wait for each other.
  private static func meeting(_ p: inout Draft) {
    let q = p.queue(.concurrent)
    let a = p.block()
    let b = p.block()
    p.inside(a) { $0.began(b) }
    if p.chance(2) { p.inside(b) { $0.began(a) } }
    p.submit(.async, q, a)
    if p.chance(2) { p.began(a) }
    p.submit(.async, q, b)
    p.ended(a)
    p.ended(b)
  }

  /// A client waits for what it has submitted, and calls nothing.
  private static func awaited(_ p: inout Draft) {
    let q = p.queue(p.pick([.serial, .concurrent]))
    for _ in 0..<p.number(2...3) {
      let block = p.block()
      p.submit(.async, q, block)
      p.began(block)
      if p.chance(2) { p.ended(block) }
    }
  }

  /// A task submits another one to its own serial queue.
  private static func nested(_ p: inout Draft) {
    let q = p.queue(.serial)
    let outer = p.block()
    let inner = p.block()
    let isDeep = p.chance(3)
    let innermost = isDeep ? p.block() : inner
    if isDeep { p.inside(inner) { $0.submit(.async, q, innermost) } }
    p.inside(outer) { $0.submit(.async, q, inner) }
    p.submit(.async, q, outer)
    if p.chance(2) { p.ended(outer) }
    p.ended(innermost)
  }

  /// A client waits in sync while another one looks.
  private static func waitedFor(_ p: inout Draft) {
    let q = p.queue(p.pick([.serial, .serial, .concurrent]))
    let block = p.block()
    let before = p.block()
    let hasBefore = p.chance(2)
    p.hold(block)
    if hasBefore { p.submit(.async, q, before) }
    p.submit(.sync, q, block)
    p.client(2) { p in
      p.began(block)
      p.passElsewhere()
      p.open(block)
    }
  }

  /// async returns while its task is held.
  private static func held(_ p: inout Draft) {
    let q = p.queue(p.pick([.serial, .concurrent]))
    let block = p.block()
    p.hold(block)
    p.submit(.async, q, block)
    if p.chance(2) { p.began(block) }
    p.open(block)
    p.ended(block)
  }

  /// A barrier or two between other tasks of a concurrent queue.
  private static func barrier(_ p: inout Draft) {
    let q = p.queue(.concurrent)
    let first = p.block()
    let barrier = p.block()
    let second = p.chance(2) ? p.block() : nil
    let later = p.block()
    let isFirstHeld = p.chance(2)
    if isFirstHeld { p.hold(first) } else { p.hold(barrier) }
    p.submit(.async, q, first)
    p.began(first)
    p.submit(.asyncBarrier, q, barrier)
    if let second { p.submit(.asyncBarrier, q, second) }
    p.submit(.async, q, later)
    if !isFirstHeld { p.began(barrier) }
    p.passElsewhere()
    if isFirstHeld { p.open(first) } else { p.open(barrier) }
    p.ended(barrier)
    if let second { p.ended(second) }
    p.ended(later)
  }
}
