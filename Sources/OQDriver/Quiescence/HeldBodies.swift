import OQAdapters
import OQHistory
import OQSpecification

/// How many bodies a subject has in progress at once though none of them returns.
///
/// A measurement, not a verdict. It ends when as many have begun as programs hold, when nothing
/// moves any more, or when patience is over. A count that is too small makes conclusions weaker, so
/// it is always safe to stop.
// Safety: the variables are touched only under the waiting lock.
package final class HeldBodies: Probe, @unchecked Sendable {
  private let waitingLock = WaitingLock()
  private var entered = 0
  private var left = 0
  private var isOpen = false
  private var isOver = false
  private var isReleased = false
  /// Microseconds from the beginning to the last entry that counts.
  private var delay = 0
  private let begin = Monotonic.microseconds

  /// What was seen.
  package struct Measurement {
    /// Bodies that were in progress at once.
    package var bodies: Int
    /// Microseconds until the last of them began.
    var delay: Int
  }

  /// Microseconds without a further body before the first look for quiescence.
  private static let pause = 5_000

  private init() {}

  /// Counts bodies.
  ///
  /// - Parameters:
  ///   - subject: where they run.
  ///   - queues: over how many queues they are spread.
  ///   - patience: microseconds after which no more are waited for.
  ///   - isAtRest: whether nothing moves any more; the closure that it is given says whether no
  ///     further body has begun, or returned, meanwhile.
  /// - Returns: how many were in progress at once, at most ``Calibration/most``.
  package static func measure(
    on subject: any Subject, queues: Int, patience: Int, isAtRest: (() -> Bool) -> Bool
  ) -> Measurement {
    // A dispatch library is asked for threads: what one of its queues begins is for the rules.
    let queues = subject.description.offers([.dispatch]) ? Calibration.most : queues
    let held = HeldBodies()
    let thread = LaneThread()
    defer { thread.finish() }
    thread.run { _ in held.run(on: subject, queues: queues) }
    while held.wait(microseconds: pause) < Calibration.most,
      Monotonic.microseconds - held.begin < patience
    {
      let seen = held.count
      let isWanted = { held.count == seen && Monotonic.microseconds - held.begin < patience }
      if isAtRest(isWanted) { break }
    }
    let measured = held.open()
    held.waitForRelease(patience: patience, isAtRest: isAtRest)
    return measured
  }

  private func run(on subject: any Subject, queues: Int) {
    var session: (any Session)? = subject.session(self)
    // A dispatch library runs blocks; any other subject runs operations.
    let kind: DispatchKind? = subject.description.offers([.dispatch]) ? .concurrent : nil
    for queue in 0..<queues {
      if let kind {
        session?.make(QueueID(queue), dispatch: kind)
      } else {
        session?.make(QueueID(queue))
      }
    }
    for index in 0..<Calibration.most {
      let operation = OperationID(index)
      if kind == nil { session?.make(operation, kind: .task, blocks: 1) }
      let add = Command(
        kind == nil ? .add : .async, QueueID(index % queues), .operation(operation))
      _ = session?.perform(add)
    }
    // The objects live until the bodies are done; a body that never begins is not waited for long.
    waitingLock.withLock {
      while !isOver, left < Calibration.most { waitingLock.wait() }
    }
    session = nil
    waitingLock.withLock {
      isReleased = true
      waitingLock.broadcast()
    }
  }

  private var count: Int { waitingLock.withLock { entered } }

  /// Waits for another body, for so long at most; how many have begun.
  private func wait(microseconds: Int) -> Int {
    waitingLock.withLock {
      if entered < Calibration.most { waitingLock.wait(microseconds: microseconds) }
      return entered
    }
  }

  /// Lets the bodies return; what was seen until then.
  private func open() -> Measurement {
    waitingLock.withLock {
      isOpen = true
      waitingLock.broadcast()
      return Measurement(bodies: entered, delay: delay)
    }
  }

  private var returned: Int { waitingLock.withLock { left } }

  /// Waits until every body has returned, or nothing moves any more.
  private func waitForRelease(patience: Int, isAtRest: (() -> Bool) -> Bool) {
    let end = Monotonic.microseconds + patience
    while !waitForRelease(microseconds: HeldBodies.pause), Monotonic.microseconds < end {
      let seen = returned
      if isAtRest({ returned == seen }) { break }
    }
    waitingLock.withLock {
      isOver = true
      waitingLock.broadcast()
    }
  }

  private func waitForRelease(microseconds: Int) -> Bool {
    waitingLock.withLock {
      if !isReleased { waitingLock.wait(microseconds: microseconds) }
      return isReleased
    }
  }

  package func enter(_ callback: Callback) -> Entry {
    guard callback.point == .body else { return Entry(nil) }
    waitingLock.withLock {
      guard !isOpen else { return }
      entered += 1
      delay = Monotonic.microseconds - begin
      waitingLock.broadcast()
      while !isOpen { waitingLock.wait() }
    }
    return Entry(callback)
  }

  package func leave(_ entry: Entry) {
    guard entry.callback != nil else { return }
    waitingLock.withLock {
      left += 1
      waitingLock.broadcast()
    }
  }
}
