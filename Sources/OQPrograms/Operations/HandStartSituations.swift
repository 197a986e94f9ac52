import OQHistory
import OQSpecification

/// Operations that a client starts by hand, by themselves and beside a queue.
enum HandStartSituations {
  static let all: [Situation] = [
    Situation("START-2", weight: 2, verbs: [.start], overOnReturn),
    Situation("START-13", weight: 2, verbs: [.start], graphByHand),
    Situation("START-52", verbs: [.start], features: [.misuse], startedInQueue),
    Situation("START-57", weight: 2, verbs: [.start], overOnReturn),
    Situation("SUSP-55", weight: 2, verbs: [.start], besideSuspension),
    Situation("BLOCK-6", weight: 2, verbs: [.start], kinds: [.block], overOnReturn),
  ]

  private static func overOnReturn(_ p: inout Draft) {
    let blocks = p.has(.block) ? p.number(1...3) : 1
    let x = p.operation(kind: blocks > 1 ? .block : .task, blocks: blocks)
    if p.chance(2) { p.inside(x, index: blocks) { $0.read(x, .isExecuting) } }
    p.start(x)
    p.read(x, .isFinished, .isExecuting)
  }

  private static func graphByHand(_ p: inout Draft) {
    var done: [OperationID] = []
    for _ in 0..<p.number(2...4) {
      let x = p.work(after: done.suffix(2))
      if !done.isEmpty { p.until(.isReady, x) }
      p.start(x)
      p.read(x, .isFinished)
      done.append(x)
    }
  }

  /// The start is refused, or does nothing, or runs the operation: it runs once in the end.
  private static func startedInQueue(_ p: inout Draft) {
    let q = p.queue(suspended: true)
    let x = p.work()
    p.add(q, x)
    p.start(x)
    p.read(x, .isFinished)
    p.resume(q)
    p.until(.isFinished, x)
  }

  private static func besideSuspension(_ p: inout Draft) {
    let q = p.queue(suspended: true)
    let parked = p.operation()
    let x = p.work()
    p.add(q, parked)
    p.start(x)
    p.read(x, .isFinished)
    p.resume(q)
    p.ended(parked)
  }
}
