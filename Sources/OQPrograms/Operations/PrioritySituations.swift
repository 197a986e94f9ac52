import OQHistory
import OQSpecification

/// Queue priority.
enum PrioritySituations {
  static let all: [Situation] = [
    Situation("PRIO-3", weight: 6, verbs: [.setPriority], highestFirst),
    Situation("PRIO-4", verbs: [.setPriority], readyFirst),
    Situation(
      "PRIO-3", weight: 2, verbs: [.setPriority], features: [.clients], besideEnds),
  ]

  /// Operations with explicit priorities wait for one slot, parked or behind a held body.
  private static func highestFirst(_ p: inout Draft) {
    let behind = p.chance(2)
    let limit = p.pick([1, 1, 2])
    let q = p.queue(limit: limit, suspended: !behind)
    let held = (0..<(behind ? limit : 0)).map { _ in p.operation(priority: .normal) }
    for h in held {
      p.hold(h)
      p.add(q, h)
    }
    for h in held { p.began(h) }
    let work = (0..<p.number(2...5)).map { _ in p.work(priority: p.pick(Priority.allCases)) }
    p.addAll(q, p.shuffled(work))
    if let first = held.first { p.open(first) } else { p.resume(q) }
    // While the others are held, one slot is left: the order of begins is the order of choices.
    if held.count > 1 {
      for operation in work { p.finished(operation) }
      for h in held.dropFirst() { p.open(h) }
    } else {
      p.allFinished(work, in: q)
    }
  }

  /// The highest priority is not ready: the lowest goes first.
  private static func readyFirst(_ p: inout Draft) {
    let q = p.queue(limit: p.pick([1, 1, 2]))
    let d = p.work(priority: p.pick([.normal, .veryLow, .veryHigh]))
    let high = p.work(after: [d], priority: p.pick([.veryHigh, .high]))
    let low = p.work(priority: p.pick([.veryLow, .low]))
    p.addAll(q, p.shuffled([high, low]))
    p.ended(low)
    p.add(p.chance(3) ? p.queue() : q, d)
    p.ended(high)
  }

  /// One operation after the other gives its slot back, while another client adds some that rank
  /// lower than what has been waiting.
  private static func besideEnds(_ p: inout Draft) {
    let q = p.queue(limit: 1)
    let first = p.operation(priority: .normal)
    p.hold(first)
    p.add(q, first)
    p.began(first)
    let waiting = (0..<p.number(2...4)).map { _ in p.work(priority: p.pick([.veryHigh, .high])) }
    for operation in waiting { p.add(q, operation) }
    let late = (0..<p.number(2...4)).map { _ in p.work(priority: p.pick([.low, .veryLow])) }
    p.client(2) { p in
      p.meet(1)
      for operation in late { p.add(q, operation) }
      p.meet(2)
    }
    p.meet(1)
    p.open(first)
    p.meet(2)
    p.allFinished([first] + waiting + late, in: q)
  }
}
