import OQHistory
import OQSpecification

/// Starts that meet inside client code, so that they overlap whatever the scheduler does.
enum StartRaceSituations {
  static let all: [Situation] = [
    Situation(
      "START-55", weight: 6, verbs: [.start, .setCondition, .isReady], kinds: [.conditional],
      features: [.clients, .misuse], insideTheFirst),
    Situation(
      "START-55", weight: 4, verbs: [.start, .observe], kinds: [.observer],
      features: [.clients, .misuse], insideAnObserver),
  ]

  /// The first start asks an overridden isReady, where it meets the client that makes the second.
  ///
  /// That client arrives last, so it goes straight on while the first must still come back from the
  /// meeting; neither waits for the other's start, which may be held up by a lock.
  private static func insideTheFirst(_ p: inout Draft) {
    let x = p.operation(kind: .conditional)
    p.command(.setCondition, x, .boolean(true))
    p.inside(x, .isReady) { $0.meet(1) }
    p.client(2) { p in
      p.began(x, .isReady)
      p.meet(1)
      p.start(x)
    }
    p.start(x)
    // Where a start does not ask, the meeting takes place in this read.
    p.read(x, .isReady)
    p.until(.isFinished, x)
  }

  /// The first start tells an observer that it executes, where it meets the client that makes the
  /// second; the task has not begun by then.
  private static func insideAnObserver(_ p: inout Draft) {
    let x = p.work()
    let o = p.operation(kind: .observer)
    p.command(.observe, x, .observer(.isExecuting, o))
    p.inside(o, .observer) { $0.meet(1) }
    p.client(2) { p in
      p.meet(2)
      p.meet(1)
      p.start(x)
    }
    p.meet(2)
    p.start(x)
    p.until(.isFinished, x)
  }
}
