import OQAdapters
import OQHistory
import OQSpecification

/// Proof that the subject still runs what is added: operations in fresh queues of a fresh session,
/// one for each route, of which all client code must begin and end.
///
/// Everything is called on a plain thread of the canary's own, since a broken subject may never
/// return from a call.
final class Canary {
  private let subject: any Subject
  // Made for the first canary: most workers never send one.
  private var thread: LaneThread?
  private var lostThreads = 0

  /// Threads that may be stuck in the subject before no canary is sent any more.
  private static let mostLostThreads = 4

  init(subject: any Subject) { self.subject = subject }

  deinit { thread?.finish() }

  /// Does what is done once for canaries, and sends none.
  static func prepare(_ routes: [CanaryRoute]) {
    let flight = CanaryFlight(routes)
    flight.leave(flight.enter(Callback(OperationID(0))))
    _ = flight.abandon()
  }

  /// What became of canaries.
  enum Flight {
    /// All came back, after so many microseconds.
    case passed(Int)
    /// They were waited for in vain; so many did come back.
    case given(up: Int)
    /// None can be sent.
    case impossible
  }

  /// Sends one canary on each route and waits for them.
  ///
  /// - Parameters:
  ///   - routes: at least one.
  ///   - patience: microseconds to wait at most; they decide only to give up.
  ///   - isWanted: asked every now and then; false gives up.
  /// - Returns: what became of them.
  func fly(_ routes: [CanaryRoute], patience: Int, isWanted: () -> Bool) -> Flight {
    if let thread, !thread.isIdle {
      guard lostThreads < Canary.mostLostThreads else { return .impossible }
      lostThreads += 1
      thread.finish()
      self.thread = nil
    }
    let thread = thread ?? LaneThread()
    self.thread = thread
    let subject = subject
    let flight = CanaryFlight(routes.map { $0.within(subject.description) })
    let begin = Monotonic.microseconds
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

/// Canaries on their way.
// Safety: the variables are touched only under the waiting lock.
private final class CanaryFlight: Probe, @unchecked Sendable {
  private let waitingLock = WaitingLock()
  private let routes: [CanaryRoute]
  /// What client code of each canary has returned.
  private var returned: [Set<Point>]
  /// Canaries with a start of their own whose finish was reported.
  private var reported: Set<Int> = []
  private var isAbandoned = false
  private var isRefused = false
  private var isReleased = false

  init(_ routes: [CanaryRoute]) {
    self.routes = routes
    returned = routes.map { _ in [] }
  }

  /// Canaries whose client code has all returned.
  private var passed: Int {
    zip(routes, returned).count { $0.expected.isSubset(of: $1) }
  }

  func enter(_ callback: Callback) -> Entry { Entry(callback) }

  func leave(_ entry: Entry) {
    guard let callback = entry.callback, callback.point != .isReady else { return }
    waitingLock.withLock {
      returned[callback.operation.index].insert(callback.point)
      waitingLock.broadcast()
    }
  }

  /// Adds the operations, waits for all that they run, and lets go of them.
  func run(on subject: any Subject) {
    var session: (any Session)? = subject.session(self)
    let isAdded = session.map(add) ?? false
    waitingLock.withLock { isRefused = !isAdded }
    while let session, let index = nextToReport() {
      for verb in [Verb.reportExecuting, .reportFinished] {
        if session.perform(Command(verb, OperationID(index))) != .done {
          waitingLock.withLock { isRefused = true }
        }
      }
    }
    session = nil
    waitingLock.withLock {
      isReleased = true
      waitingLock.broadcast()
    }
  }

  /// Waits for a canary whose finish must be reported; nil once there is nothing more to wait for.
  private func nextToReport() -> Int? {
    waitingLock.withLock {
      while !isRefused && !isAbandoned {
        if let next = unreported {
          reported.insert(next)
          return next
        }
        if passed == routes.count { return nil }
        waitingLock.wait()
      }
      return nil
    }
  }

  /// A canary whose own start has returned and whose finish is not reported yet.
  private var unreported: Int? {
    returned.indices.first { returned[$0].contains(.start) && !reported.contains($0) }
  }

  private func add(to session: any Session) -> Bool {
    for (index, route) in routes.enumerated() {
      if let dispatch = route.dispatch {
        session.make(QueueID(index), dispatch: dispatch.queue)
        if dispatch.way == .notification {
          session.make(DispatchRoute.group(of: OperationID(index)), kind: .group, blocks: 1)
        }
      } else {
        session.make(QueueID(index))
      }
      if route.kind.hasHandle { session.make(OperationID(index), kind: route.kind, blocks: 1) }
    }
    return routes.indices.flatMap(commands).allSatisfy { session.perform($0) == .done }
  }

  private func commands(_ index: Int) -> [Command] {
    routes[index].commands(OperationID(index), in: QueueID(index))
  }

  /// Waits until it is over, or for so long.
  func wait(microseconds: Int) -> Bool {
    waitingLock.withLock {
      if !isReleased { waitingLock.wait(microseconds: microseconds) }
      return isReleased
    }
  }

  /// Gives up; how many have come back.
  func abandon() -> Int {
    waitingLock.withLock {
      isAbandoned = true
      waitingLock.broadcast()
      return passed
    }
  }

  var hasPassed: Bool {
    waitingLock.withLock { isReleased && !isRefused && passed == routes.count }
  }
}
