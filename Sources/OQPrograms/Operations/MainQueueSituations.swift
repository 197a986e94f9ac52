import OQHistory
import OQSpecification

/// The main queue.
///
/// Its settings are changed in the situations of MAIN-53 and MAIN-55 only: it may ignore a change
/// (ND-32), so that rules of other chapters are not judged there.
enum MainQueueSituations {
  static let all: [Situation] = [
    Situation("MAIN-1", weight: 2, verbs: [.isMain], addedFromAnywhere),
    Situation("MAIN-2", weight: 2, verbs: [.isMain], askedFor),
    Situation("MAIN-3", weight: 3, verbs: [.isMain], handedOver),
    Situation("MAIN-4", weight: 2, verbs: [.isMain], wholeLife),
    Situation("MAIN-5", weight: 5, verbs: [.isMain], addedOnMainThread),
    Situation("MAIN-51", weight: 2, verbs: [.isMain], oneAtATime),
    Situation("MAIN-52", weight: 4, verbs: [.isMain, .isCurrent], currentInside),
    Situation("MAIN-53", weight: 4, verbs: [.isMain, .suspend, .resume, .isSuspended], suspended),
    Situation("MAIN-53", weight: 2, verbs: [.isMain, .cancelAll, .isCancelled], cancelledInside),
    Situation("MAIN-53", weight: 2, verbs: [.isMain, .setLimit, .limit], limited),
    Situation("MAIN-55", weight: 2, verbs: [.isMain, .setQueueQuality, .queueQuality], fixedLevel),
    Situation(
      "MAIN-55", weight: 2, verbs: [.isMain, .setUnderlyingQueue, .underlyingQueue], fixedQueue),
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
    let completion = p.has(.setCompletion)
    let point: Point = p.chance(3) || !completion ? .body : .completion
    let y = p.operation(completion: completion)
    let x = p.operation()
    p.inside(y, point) { $0.add(m, x) }
    p.add(m, y)
    if completion { p.ended(y, .completion) }
    p.ended(x)
  }

  /// A start that returns long before its operation has finished, and something behind it; two
  /// tasks where there are no such starts.
  private static func oneAtATime(_ p: inout Draft) {
    let m = p.mainQueue()
    guard p.has(.asynchronous), p.has(.reportExecuting), p.has(.reportFinished) else {
      let work = [p.operation(), p.operation()]
      for x in work { p.add(m, x) }
      for x in work { p.ended(x) }
      return
    }
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

  /// An operation added while the main queue is suspended, and time for it to begin all the same.
  private static func suspended(_ p: inout Draft) {
    let m = p.mainQueue()
    let x = p.operation()
    p.command(.suspend, m)
    if p.chance(2) { p.command(.isSuspended, m) }
    p.add(m, x)
    let y = p.operation()
    p.add(p.queue(), y)
    p.ended(y)
    p.command(.isSuspended, m)
    p.resume(m)
    p.command(.isSuspended, m)
    p.ended(x)
  }

  /// Everything is cancelled by a task that keeps the main queue from its other operations.
  private static func cancelledInside(_ p: inout Draft) {
    let m = p.mainQueue()
    let x = p.operation()
    let y = p.operation()
    p.inside(y) { p in
      p.add(m, x)
      p.command(.cancelAll, m)
      p.command(.isCancelled, x)
    }
    p.add(m, y)
    p.finished(x)
  }

  /// The limit, read before and after it is set.
  private static func limited(_ p: inout Draft) {
    let m = p.mainQueue()
    let x = p.operation()
    p.command(.limit, m)
    p.command(.setLimit, m, .integer(p.number(1...4)))
    p.command(.limit, m)
    p.add(m, x)
    p.ended(x)
    p.command(.limit, m)
  }

  /// The level of the main queue, read before and after it is set.
  private static func fixedLevel(_ p: inout Draft) {
    let m = p.mainQueue()
    p.command(.queueQuality, m)
    p.command(.setQueueQuality, m, .integer(p.pick(ServiceLevel.allCases).rawValue))
    p.command(.queueQuality, m)
    guard p.chance(3) else { return }
    let x = p.operation()
    p.add(m, x)
    p.ended(x)
    p.command(.queueQuality, m)
  }

  /// The underlying queue of the main queue, read before and after it is set.
  private static func fixedQueue(_ p: inout Draft) {
    let m = p.mainQueue()
    p.command(.underlyingQueue, m)
    p.command(.setUnderlyingQueue, m, .integer(p.number(1...Limits.underlyingQueues)))
    p.command(.underlyingQueue, m)
    let x = p.operation()
    p.add(m, x)
    p.ended(x)
    p.command(.underlyingQueue, m)
  }
}
