import OQAdapters
import OQHistory
import OQSpecification

/// Proof that the subject still runs what is added: operations in fresh queues of a fresh session,
/// which must begin, end and complete.
///
/// Everything is called on a plain thread of the canary's own, since a broken subject may never
/// return from a call. One canary flies at a time.
final class Canary {
  private let subject: any Subject
  private let thread = LaneThread()
  private var flight: Flight?

  /// Flights per canary: one per queue.
  static let count = 2

  init(subject: any Subject) { self.subject = subject }

  deinit {
    flight?.abandon()
    thread.finish()
  }

  /// Sends a canary and waits for it.
  ///
  /// - Parameters:
  ///   - patience: microseconds to wait at most; they decide only to give up.
  ///   - isWanted: asked every now and then; false gives up.
  /// - Returns: microseconds that it took; nil if it did not come back, or an earlier one is still out.
  func fly(patience: Int, isWanted: () -> Bool) -> Int? {
    if let flight, !flight.isOver { return nil }
    let flight = Flight(completes: subject.description.offers([.completionBlocks]))
    self.flight = flight
    let begin = Monotonic.microseconds
    let subject = subject
    thread.run { _ in flight.run(on: subject) }
    while !flight.wait(microseconds: 10_000) {
      if Monotonic.microseconds - begin >= patience || !isWanted() {
        flight.abandon()
        return nil
      }
    }
    return flight.hasPassed ? Monotonic.microseconds - begin : nil
  }

  /// Whether no canary is out, and the thread sleeps until the next.
  var isHome: Bool { thread.isIdle }
}

/// One canary on its way.
// Safety: the variables are touched only under the monitor.
private final class Flight: Probe, @unchecked Sendable {
  private let monitor = Monitor()
  private let completes: Bool
  private var returned = 0
  private var isAbandoned = false
  private var isRefused = false
  private var isReleased = false

  init(completes: Bool) { self.completes = completes }

  private var expected: Int { Canary.count * (completes ? 2 : 1) }

  func enter(_ callback: Callback) -> Entry { Entry(callback) }

  func leave(_ entry: Entry) {
    guard let point = entry.callback?.point, point == .body || point == .completion else { return }
    monitor.withLock {
      returned += 1
      monitor.broadcast()
    }
  }

  /// Adds the operations, waits for all that they run, and lets go of them.
  func run(on subject: any Subject) {
    var session: (any Session)? = subject.session(self)
    let isAdded = session.map(add) ?? false
    monitor.withLock {
      isRefused = !isAdded
      while !isRefused && !isAbandoned && returned < expected { monitor.wait() }
    }
    session = nil
    monitor.withLock {
      isReleased = true
      monitor.broadcast()
    }
  }

  private func add(to session: any Session) -> Bool {
    for index in 0..<Canary.count {
      session.make(QueueID(index))
      session.make(OperationID(index), kind: .task, blocks: 1)
    }
    var commands = [Command(.setLimit, QueueID(1), .integer(1))]
    for index in 0..<Canary.count {
      let operation = OperationID(index)
      if completes { commands.append(Command(.setCompletion, operation, .integer(1))) }
      commands.append(Command(.add, QueueID(index), .operation(operation)))
    }
    return commands.allSatisfy { session.perform($0) == .done }
  }

  /// Waits until it is over, or for so long.
  func wait(microseconds: Int) -> Bool {
    monitor.withLock {
      if !isReleased { monitor.wait(microseconds: microseconds) }
      return isReleased
    }
  }

  func abandon() {
    monitor.withLock {
      isAbandoned = true
      monitor.broadcast()
    }
  }

  var isOver: Bool { monitor.withLock { isReleased } }
  var hasPassed: Bool { monitor.withLock { isReleased && !isRefused && returned >= expected } }
}
