import OQHistory
import OQSpecification

/// On which threads client code runs.
enum ThreadScenarios {
  static let all: [Scenario] = [
    Scenario("START-1", weight: 3, verbs: [.start], startedHere),
    Scenario("THREAD-1", weight: 3, lentThread),
  ]

  /// A start by a client, by a task in a queue, or by a completion block.
  private static func startedHere(_ p: inout Draft) {
    let conditional = p.has(.conditional) && p.has(.setCondition) && p.chance(3)
    let x = p.operation(kind: conditional ? .conditional : .task)
    if conditional { p.command(.setCondition, x, .boolean(true)) }
    let origin = p.draw(p.has(.setCompletion) ? 3 : 2)
    if origin == 0 {
      let other = p.has(.clients) && p.chance(3)
      if other { p.client(2) { $0.start(x) } } else { p.start(x) }
    } else {
      let point: Point = origin == 2 ? .completion : .body
      let y = p.operation(completion: origin == 2)
      p.inside(y, point) { $0.start(x) }
      p.add(p.queue(), y)
    }
    p.ended(x)
  }

  /// Threads that an implementation might use: of an add, of a resume, of a wait in progress.
  private static func lentThread(_ p: inout Draft) {
    let isParked = p.chance(2)
    let q = p.queue(limit: p.pick([nil, 1]), suspended: isParked)
    let work = (0..<p.number(1...2)).map { _ in p.work() }
    let waits = isParked && p.has(.clients) && p.chance(2)
    p.addAll(q, work)
    if waits {
      p.client(2) { p in
        p.meet(1)
        if p.has(.wait), !p.chance(3) { p.command(.wait, work[0]) } else { p.ended(work[0]) }
      }
      p.meet(1)
      // The waiter should sleep before the operation is let go.
      p.settle(p.queue())
    } else if p.has(.addBlock), p.has(.closure), p.chance(2) {
      p.add(q, p.operation(kind: .closure))
    }
    if isParked { p.resume(q) }
    for x in work { p.ended(x) }
  }
}
