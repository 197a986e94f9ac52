import OQAdapters
import OQHistory
import OQSpecification

/// Proof that the subject still runs what is added: operations in fresh queues of a fresh session,
/// which must begin, end and complete.
///
/// Everything is called on a plain thread of the canary's own, since a broken subject may never
/// return from a call.
final class Canary {
  private let subject: any Subject
  private var thread = LaneThread()
  private var lostThreads = 0

  /// Canaries that fly at once: one per queue.
  static let count = 2

  /// Threads that may be stuck in the subject before no canary is sent any more.
  private static let mostLostThreads = 4

  init(subject: any Subject) { self.subject = subject }

  deinit { thread.finish() }

  /// What became of canaries.
  enum Flight {
    /// All came back, after so many microseconds.
    case passed(Int)
    /// They were waited for in vain; so many did come back.
    case given(up: Int)
    /// None can be sent.
    case impossible
  }

  /// Sends canaries and waits for them.
  ///
  /// - Parameters:
  ///   - patience: microseconds to wait at most; they decide only to give up.
  ///   - isWanted: asked every now and then; false gives up.
  /// - Returns: what became of them.
  func fly(patience: Int, isWanted: () -> Bool) -> Flight {
    if !thread.isIdle {
      guard lostThreads < Canary.mostLostThreads else { return .impossible }
      lostThreads += 1
      thread.finish()
      thread = LaneThread()
    }
    let flight = CanaryFlight(completes: subject.description.offers([.completionBlocks]))
    let begin = Monotonic.microseconds
    let subject = subject
    thread.run { _ in flight.run(on: subject) }
    while !flight.wait(microseconds: 10_000) {
      if Monotonic.microseconds - begin >= patience || !isWanted() {
        return .given(up: flight.abandon())
      }
    }
    guard flight.hasPassed else { return .impossible }
    return .passed(Monotonic.microseconds - begin)
  }
}

/// One canary on its way.
// Safety: the variables are touched only under the monitor.
private final class CanaryFlight: Probe, @unchecked Sendable {
  private let monitor = Monitor()
  private let completes: Bool
  private var returned = [Int](repeating: 0, count: Canary.count)
  private var isAbandoned = false
  private var isRefused = false
  private var isReleased = false

  init(completes: Bool) { self.completes = completes }

  /// Canaries whose client code has all returned.
  private var passed: Int { returned.count { $0 >= (completes ? 2 : 1) } }

  func enter(_ callback: Callback) -> Entry { Entry(callback) }

  func leave(_ entry: Entry) {
    guard let callback = entry.callback else { return }
    guard callback.point == .body || callback.point == .completion else { return }
    monitor.withLock {
      returned[callback.operation.index] += 1
      monitor.broadcast()
    }
  }

  /// Adds the operations, waits for all that they run, and lets go of them.
  func run(on subject: any Subject) {
    var session: (any Session)? = subject.session(self)
    let isAdded = session.map(add) ?? false
    monitor.withLock {
      isRefused = !isAdded
      while !isRefused && !isAbandoned && passed < Canary.count { monitor.wait() }
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

  /// Gives up; how many have come back.
  func abandon() -> Int {
    monitor.withLock {
      isAbandoned = true
      monitor.broadcast()
      return passed
    }
  }

  var hasPassed: Bool { monitor.withLock { isReleased && !isRefused && passed == Canary.count } }
}
