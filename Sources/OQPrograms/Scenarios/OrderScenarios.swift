import OQHistory
import OQSpecification

/// Queue priority.
enum OrderScenarios {
  static let all: [Scenario] = [
    Scenario("PRIO-3", weight: 6, verbs: [.setPriority], highestFirst),
    Scenario("PRIO-4", verbs: [.setPriority], readyFirst),
  ]

  /// Operations with explicit priorities wait for one slot, parked or behind a held body.
  private static func highestFirst(_ p: inout Draft) {
    let behind = p.chance(2)
    let limit = p.pick([1, 1, 1, 2])
    let q = p.queue(limit: limit, suspended: !behind)
    var held: OperationID?
    if behind, limit == 1 {
      let h = p.operation(priority: .normal)
      p.hold(h)
      p.add(q, h)
      p.began(h)
      held = h
    }
    let work = (0..<p.number(2...5)).map { _ in p.work(priority: p.pick(Priority.allCases)) }
    p.addAll(q, p.shuffled(work))
    if let held { p.open(held) } else if !behind { p.resume(q) }
    p.allFinished(work, in: q)
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
}
