import OQHistory
import OQSpecification

/// The main queue, whose settings are never changed: it may ignore that (ND-32).
enum MainScenarios {
  static let all: [Scenario] = [
    Scenario("MAIN-1", weight: 2, verbs: [.isMain], addedFromAnywhere),
    Scenario("MAIN-2", weight: 2, verbs: [.isMain], askedFor),
    Scenario("MAIN-3", weight: 3, verbs: [.isMain], handedOver),
    Scenario("MAIN-4", weight: 2, verbs: [.isMain], wholeLife),
    Scenario("MAIN-5", weight: 4, verbs: [.isMain, .setCompletion], addedOnMainThread),
    Scenario(
      "MAIN-51", weight: 2, verbs: [.isMain, .reportExecuting, .reportFinished],
      kinds: [.asynchronous], oneAtATime),
    Scenario("MAIN-52", weight: 2, verbs: [.isMain, .isCurrent], currentInside),
  ]

  /// Adds by a client, by a task of another queue, by a task of the main queue.
  private static func addedFromAnywhere(_ p: inout Draft) {
    let m = p.mainQueue()
    let x = p.chance(3) && p.has(.block) ? p.operation(kind: .block) : p.operation()
    switch p.draw(3) {
    case 0: p.add(m, x)
    case 1:
      let y = p.operation()
      p.inside(y) { $0.add(m, x) }
      p.add(p.queue(), y)
    default:
      let y = p.operation()
      p.inside(y) { $0.add(m, x) }
      p.add(m, y)
    }
    p.ended(x)
  }

  /// The question by clients and tasks, as the first use of the library and later.
  private static func askedFor(_ p: inout Draft) {
    let m = p.mainQueue()
    let q = p.queue()
    p.command(.isMain, m)
    if p.has(.clients), p.chance(2) { p.client(2) { $0.command(.isMain, m) } }
    if p.chance(2) { p.command(.isMain, q) }
    if p.chance(2) {
      let x = p.operation()
      p.inside(x) { $0.command(.isMain, m) }
      p.add(p.chance(2) ? m : q, x)
      p.ended(x)
    }
  }

  /// Work in the background that shows its result on the main thread.
  private static func handedOver(_ p: inout Draft) {
    let m = p.mainQueue()
    let q = p.queue(limit: p.pick([nil, 1]))
    let results = (0..<p.number(1...2)).map { _ in p.operation() }
    for result in results {
      let y = p.operation()
      p.inside(y) { $0.add(m, result) }
      p.add(q, y)
    }
    for result in results { p.ended(result) }
  }

  /// Dependencies and completion blocks in a program without another queue.
  private static func wholeLife(_ p: inout Draft) {
    let m = p.mainQueue()
    let d = p.work()
    let x = p.work(after: [d], completion: p.has(.setCompletion))
    p.addAll(m, p.shuffled([d, x]))
    p.ended(x)
    if p.operations[x.index].completion { p.ended(x, .completion) }
    p.finished(x)
  }

  /// An add by code that runs on the main thread: a task, or a completion block that may run there.
  private static func addedOnMainThread(_ p: inout Draft) {
    let m = p.mainQueue()
    let point: Point = p.chance(3) ? .body : .completion
    let y = p.operation(completion: true)
    let x = p.operation()
    p.inside(y, point) { $0.add(m, x) }
    p.add(m, y)
    p.ended(y, .completion)
    p.ended(x)
  }

  /// A start that returns long before its operation has finished, and something behind it.
  private static func oneAtATime(_ p: inout Draft) {
    let m = p.mainQueue()
    let x = p.operation(kind: .asynchronous)
    let y = p.operation()
    p.inside(x, .start) { $0.command(.reportExecuting, x) }
    p.add(m, x)
    p.add(m, y)
    p.ended(x, .start)
    // Other work passes, in no queue: another one would take the program out of the context.
    if p.has(.start) { p.start(p.operation()) }
    p.command(.reportFinished, x)
    p.ended(y)
  }

  /// Tasks of the main queue ask whether it is current.
  private static func currentInside(_ p: inout Draft) {
    let m = p.mainQueue()
    let x = p.chance(2) && p.has(.block) ? p.operation(kind: .block) : p.operation()
    p.inside(x) { $0.command(.isCurrent, m) }
    p.add(m, x)
    p.ended(x)
  }
}
