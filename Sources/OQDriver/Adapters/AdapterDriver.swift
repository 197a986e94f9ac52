import OQAdapters
import OQHistory
import OQWire

/// Executes programs on one process of an adapter, one after another.
///
/// Like ``Driver`` it never judges: it ends a program when every lane has reached its end, or at
/// quiescence. Clocks decide only how long to try.
package final class AdapterDriver {
  /// How a program ended.
  package enum End: Hashable, Sendable {
    /// Every lane reached its end.
    case completed
    /// What the declarations say could not be made.
    case unprepared
    /// Nothing moves any more; see ``AdapterDriver/confirm(bound:isDeclared:)``.
    case quiescent
    /// The quiescence is final.
    case stalled
    /// Neither end nor quiescence could be established.
    case undecided
    /// The program told of more events than are kept.
    case overflowed
    /// The process died.
    case died(ProcessStatus)
    /// The adapter broke the protocol.
    case faulty(WireFault)
  }

  /// How long the driver tries.
  package struct Patience: Sendable {
    /// Milliseconds without news before it looks for quiescence.
    package var look = 20
    /// Looks at a program that is neither moving nor quiescent.
    package var looks = 500
    /// Milliseconds for threads to come to rest.
    package var rest = 100
    /// Milliseconds for which a lane is held at most while something moves on and on.
    package var hold = 500
    /// Milliseconds for canaries to come back.
    package var canary = 15_000
    /// Milliseconds for an answer that needs nothing of the implementation.
    package var answer = 60_000
    /// Milliseconds for which a program may show nothing and not be at rest either.
    package var silence = 60_000
    /// The same for a program that awaits a lane which may be lost.
    package var lost = 3_000
    /// How many step bounds a confirmation may take while threads move and nothing comes of it.
    package var bounds = 6.0

    /// The patience of a campaign.
    package init() {}
  }

  /// The adapter.
  package let process: AdapterProcess
  /// What the adapter said of itself; nil until it answered `hello`.
  package var description: SubjectDescription? { process.conversation.description }
  /// How often something moved after a quiescence, in the program that ran last.
  package private(set) var late = 0
  /// Microseconds that the slowest canary took.
  package private(set) var longestCanary = 0
  /// Whether something moved while canaries were out, and before anything else did, in the program
  /// that ran last: they may have set it going.
  package private(set) var wasWoken = false

  /// Whether anybody waits for the answer still: where nobody does, a program is undecided.
  package var isWanted: @Sendable () -> Bool = { true }
  /// Whether a history that may go on tells already what is asked; nil where the whole is wanted.
  ///
  /// It is asked once in a flight of canaries that do not come back: the program is undecided then.
  package var isEnough: (@Sendable (History) -> Bool)?

  /// Programs that were begun.
  package private(set) var programs = 0

  /// Microseconds between two looks at a program that rests, at most.
  private static let longestPause = 500_000
  /// Milliseconds between two looks for rest while an order is followed, at most.
  private static let longestRestPause = 20
  /// Milliseconds between two looks at canaries that are out, at most: what they say wakes whoever
  /// waits for it.
  private static let longestGlance = 25
  /// Microseconds in which most canaries come back.
  private static let shortFlight = 200_000

  private let patience: Patience
  private let capacity: Int
  private var routes = CanaryRoute.plain
  private var laneThreads = LaneThreads()
  /// Lanes of the program that have to show that their threads are there.
  private var signs: [String] = []
  /// Whether nothing is added beside the program before the step bound is over.
  private var isUnaided = false
  /// Whether what the program has shown so far tells what is asked.
  private var hasEnough = false
  /// The run as it was before something moved that only a canary can have set going.
  private var sleeping: WireRun?
  /// What the program that ran last has shown of the points of the subject; nil where nobody asked,
  /// where they cannot be seen, and where the process has died.
  package private(set) var pointReport: PointReport?
  /// When a lane came to its point, in milliseconds; nil where none is held.
  private var heldSince: Int?

  /// Drives a process.
  ///
  /// - Parameters:
  ///   - process: an adapter that was started.
  ///   - capacity: events that one program may record.
  ///   - patience: how long it tries.
  package init(
    _ process: AdapterProcess, capacity: Int = 1 << 20, patience: Patience = Patience()
  ) {
    self.process = process
    self.capacity = capacity
    self.patience = patience
  }

  /// Waits for the answer to `hello`.
  ///
  /// - Throws: `AdapterFault` where there is none, or a wrong one.
  package func greet() throws(AdapterFault) {
    let begin = Monotonic.milliseconds
    var seal = AdapterSeal()
    while true {
      process.pump(within: 10)
      switch process.condition {
      case .faulty(let fault): throw .faulty(fault, output: process.lastOutput)
      case .died(let status): throw .died(status, output: process.lastOutput)
      case .alive: break
      }
      if process.conversation.description != nil { return }
      let waited = Monotonic.milliseconds - begin
      if waited > patience.look, seal.isCertain(process) {
        process.blame(WireFault(.silent("hello")))
      } else if waited > patience.answer {
        process.end()
        throw .silent(output: process.lastOutput)
      }
    }
  }

  // MARK: Running

  /// Runs a program until it ends or nothing moves any more.
  ///
  /// - Parameters:
  ///   - program: a program without faults that uses only verbs that the subject offers.
  ///   - isUnaided: whether nothing is added beside it before the step bound is over, so that what
  ///     is found at rest was set going by nothing but the program. A quiescence is then only that
  ///     nothing moves: it has to be confirmed.
  ///   - pins: an order of harness points to follow as far as the adapter permits, and points of
  ///     the subject at which lanes stay.
  ///   - mode: what becomes of the points of the subject.
  /// - Returns: how it ended.
  package func execute(
    _ program: Program, isUnaided: Bool = false, following pins: Pins? = nil,
    points mode: PointMode = .off
  ) -> End {
    late = 0
    wasWoken = false
    sleeping = nil
    hasEnough = false
    self.isUnaided = isUnaided
    programs += 1
    signs = laneThreads.unknown(among: WireRun.clients(of: program))
    process.points?.begin(mode, holding: pins?.holds ?? [])
    process.conversation.begin(program, signs: signs, following: pins)
    let end = follow()
    let isAsked = mode != .off || pins?.holds.isEmpty == false
    pointReport = run.flatMap { run in
      guard let points = process.points, isAsked else { return nil }
      let report = points.end(run)
      if case .died = end { return nil }
      return points.blindness == nil ? report : nil
    }
    return end
  }

  /// The history of the program that ran last, by how it ended.
  ///
  /// - Parameter end: what the driver answered.
  /// - Returns: its history.
  package func history(_ end: End) -> History {
    guard var run = sleeping ?? process.conversation.run else {
      return History(of: Program(), events: [])
    }
    switch end {
    case .completed, .unprepared: return run.history()
    case .quiescent: return run.history()
    case .stalled: return run.stalledHistory()
    case .undecided, .faulty: return run.openHistory()
    case .overflowed: return run.overflowedHistory()
    case .died(let status): return run.history(of: Crash(status))
    }
  }

  private var run: WireRun? { process.conversation.run }

  private func follow() -> End {
    var moves = -1
    var quietSince = Monotonic.milliseconds
    var movedAt = quietSince
    var looks = 0
    var pollDue = 0
    var pollPause = 0
    var rests = 0
    var restDue = 0
    while true {
      let isPolling = run?.isPolling ?? false
      process.pump(within: isPolling || isFollowing ? 1 : Int32(patience.look))
      noteLanes()
      followHolds()
      if let end = ending() { return end }
      guard let run, isWanted() else { return .undecided }
      let now = Monotonic.milliseconds
      if run.moves != moves {
        (moves, quietSince, movedAt, pollPause, looks) = (run.moves, now, now, 0, 0)
        (rests, restDue) = (0, now)
      } else if isFollowing, now >= restDue {
        // A look costs as much as a small program, so looks that find no rest grow rarer.
        restDue = now + min((now - quietSince) / 2, AdapterDriver.longestRestPause)
        // A value that is polled may have come: it is read again before the order is given up.
        rests += process.restingThreads() == nil ? 0 : 1
        if rests > (isPolling ? 3 : 0) {
          giveWay()
          (quietSince, rests) = (now, 0)
        }
      }
      if isPolling, run.arePollsAnswered, Monotonic.microseconds >= pollDue {
        process.conversation.run?.pollAgain()
        pollDue = Monotonic.microseconds + pollPause
        pollPause = min(1000, pollPause * 2 + 1)
      }
      guard now - quietSince >= patience.look, !isFollowing else { continue }
      looks += 1
      if let end = look(moves) { return end }
      // What has moved meanwhile may have sent a lane its next `mark` just then.
      guard isStill(moves) else { continue }
      if Monotonic.milliseconds - movedAt > patience.lost, doubt != nil { return .undecided }
      // A look may take as long as a canary, so looks alone bound nothing; a declared step may
      // last.
      let longest = max(Double(patience.silence), 2_000 * (description?.stepBound ?? 0))
      if looks >= patience.looks || Double(now - movedAt) > longest { return .undecided }
      quietSince = max(quietSince, Monotonic.milliseconds - patience.look / 2)
    }
  }

  /// Whether something is held that goes on before anything is taken for quiescent.
  private var isFollowing: Bool {
    guard let points = process.points else { return isRunning && run?.isFollowing ?? false }
    return isRunning && (run?.isFollowing ?? false || points.isPending) || points.isHeld
  }

  private func followHolds() {
    guard let points = process.points, points.isHeld else { return heldSince = nil }
    if let heldSince, Monotonic.milliseconds - heldSince > patience.hold {
      // Such as a thread that spins until the held one has gone on.
      points.giveUpHeld()
      self.heldSince = nil
      return
    }
    heldSince = heldSince ?? Monotonic.milliseconds
    for hold in points.takeArrivals() { process.conversation.run?.reach(hold) }
    points.release { run?.hasPassed($0) ?? false }
  }

  /// Everything is at rest: whoever stands at a point goes on, or the order that is followed is
  /// given up, or the holds that are still to come.
  private func giveWay() {
    let isWaiting = run?.isFollowing ?? false
    if process.points?.rest() ?? false { return }
    process.conversation.run?.settleOrder()
    if !isWaiting { process.points?.drop() }
  }

  /// Looks at the threads of the lanes when all have shown themselves: before anything else is
  /// sent.
  private func noteLanes() {
    guard !signs.isEmpty, isRunning else { return }
    laneThreads.note(signs, in: process.tree)
    signs = []
  }

  /// Why what the program still awaits says nothing of the implementation; nil where it may.
  ///
  /// An implementation that keeps a caller waiting keeps the caller's thread, and has no part in a
  /// `mark`. To be asked where nothing moves any more.
  package var doubt: String? {
    guard let run = sleeping ?? run else { return nil }
    if let call = run.indefinite {
      return "the adapter answered \(call), with 'unknown': nothing is concluded from what is "
        + "missing"
    }
    let clients = run.openClients
    if !clients.isEmpty, !laneThreads.hasAll {
      return "a thread of the adapter has ended that was there before the program, and "
        + "\(clients.joined(separator: ", ")) does not answer: catch everything that a call throws"
    }
    let lost = run.lostLanes
    guard !lost.isEmpty else { return nil }
    return "\(lost.joined(separator: ", ")) does not answer 'mark', which calls nothing of the "
      + "implementation: make each lane once, under a lock, and catch everything that a call throws"
  }

  /// Whether nothing can move any more, and a lane that owes an answer may be lost.
  private var isLost: Bool {
    guard doubt != nil else { return false }
    var seal = AdapterSeal()
    for _ in 0..<2 * AdapterSeal.enough where seal.isCertain(process) { return true }
    return false
  }

  private var isRunning: Bool { run?.phase == .running }

  /// How the program has ended, if it has.
  private func ending() -> End? {
    switch process.condition {
    case .died(let status): return .died(status)
    case .faulty(let fault): return .faulty(fault)
    case .alive: break
    }
    guard let run else { return nil }
    if hasEnough { return .undecided }
    switch run.phase {
    case .completed: return .completed
    case .unprepared: return .unprepared
    case .indefinite: return .undecided
    case .beginning, .preparing, .running, .ending:
      return run.events > capacity ? .overflowed : nil
    }
  }

  // MARK: Quiescence

  /// Looks whether the program is quiescent.
  ///
  /// - Parameter moves: the moves of the run so far; one more and it is not.
  /// - Returns: how the program ended, if it has.
  private func look(_ moves: Int) -> End? {
    guard isRunning else {
      // No lane is at work: the adapter itself owes an answer.
      var seal = AdapterSeal()
      for _ in 0..<2 * AdapterSeal.enough where process.isIdle {
        if seal.isCertain(process) { return blameSilence() }
      }
      return ending()
    }
    process.conversation.run?.setPollsPaused(true)
    defer { process.conversation.run?.setPollsPaused(false) }
    guard let isAwake = answersPing(moves) else { return ending() ?? (isLost ? .undecided : nil) }
    guard isAwake else { return blameSilence() }
    guard let evidence = evidence(moves) else { return ending() }
    guard readOnceMore(moves) else {
      if evidence.canaries > 0 { wasWoken = wasWoken || run?.moves != moves }
      return ending()
    }
    process.conversation.run?.noteQuiescence(evidence)
    guard readOnceMore(moves) else {
      process.conversation.run?.forgetQuiescence()
      return ending()
    }
    return .quiescent
  }

  private func blameSilence() -> End {
    let owed =
      switch run?.phase {
      case .beginning: "begin"
      case .ending: "end"
      case .preparing: "call"
      default: "ping"
      }
    let fault = WireFault(.silent(owed))
    process.blame(fault)
    return .faulty(fault)
  }

  /// Whether the adapter answers at once, whatever lanes do.
  ///
  /// Lines come in order: what was told before the answer has been taken by then.
  ///
  /// - Returns: nil if that is not known, or something moved.
  private func answersPing(_ moves: Int) -> Bool? {
    process.conversation.ping()
    let begin = Monotonic.milliseconds
    var seal = AdapterSeal(since: begin * 1000)
    while !process.conversation.openPings.isEmpty || run?.arePollsAnswered == false {
      process.pump(within: 5)
      guard ending() == nil, run?.moves == moves, isWanted() else { return nil }
      let waited = Monotonic.milliseconds - begin
      if waited > patience.look, !process.conversation.openPings.isEmpty, seal.mayLook,
        seal.isCertain(process)
      {
        return false
      }
      if waited > patience.canary || waited > patience.look && isLeftUnread(&seal) { return nil }
      if waited > patience.lost, process.conversation.openPings.isEmpty, doubt != nil { return nil }
    }
    return true
  }

  /// Whether an accessor that a lane polls will never be answered, though pings are.
  private func isLeftUnread(_ seal: inout AdapterSeal) -> Bool {
    process.conversation.openPings.isEmpty && seal.mayLook && seal.isCertain(process)
  }

  /// Lets polling lanes read once more; true if none got its value, and nothing else happened.
  private func readOnceMore(_ moves: Int) -> Bool {
    guard run?.isPolling == true else { return isStill(moves) }
    process.conversation.run?.setPollsPaused(true)
    let begin = Monotonic.milliseconds
    while run?.arePollsAnswered == false {
      process.pump(within: 5)
      guard isStill(moves), Monotonic.milliseconds - begin < patience.canary else { return false }
    }
    return isStill(moves)
  }

  private func isStill(_ moves: Int) -> Bool {
    process.condition == .alive && run?.moves == moves && isWanted()
  }

  /// Establishes quiescence: rest in a process that is sealed; else rest, a canary on every route
  /// of what is awaited, rest.
  ///
  /// A canary is an add: it may make an implementation do what it has forgotten. So none flies
  /// where nothing else can happen any more.
  private func evidence(_ moves: Int) -> Quiescence? {
    guard let threads = rest(moves) else { return nil }
    if isSealed(moves) { return Quiescence(threads: threads, canaries: 0, isSealed: true) }
    return isUnaided ? Quiescence(threads: threads, canaries: 0) : flight(moves)
  }

  /// Whether nothing can set the adapter going any more.
  private func isSealed(_ moves: Int) -> Bool {
    var seal = AdapterSeal()
    repeat {
      process.pump(within: 0)
      guard isStill(moves) else { return false }
      if seal.isCertain(process) { return true }
    } while seal.isPossible
    return false
  }

  /// Sends a canary on every route of what is awaited, and looks for rest after them.
  private func flight(_ moves: Int) -> Quiescence? {
    guard let program = run?.program, let description else { return nil }
    routes = CanaryRoute.awaited(in: program) { run?.hasEnded($0) ?? false }
      .map { $0.within(description) }
    let begin = Monotonic.microseconds
    process.conversation.run?.fly(routes.map { $0.wireCanary })
    // A step that has been declared to take no longer is not on its way where nothing can move
    // for so long.
    let bound = description.stepBound.map { Int($0 * 1_000_000) } ?? .max
    var seal = AdapterSeal(since: begin, horizon: bound)
    var isAsked = isEnough != nil
    defer { wasWoken = wasWoken || run?.moves != moves }
    while true {
      let waited = (Monotonic.microseconds - begin) / 1000
      process.pump(within: Int32(min(2 + waited / 4, AdapterDriver.longestGlance)))
      guard isStill(moves), ending() == nil, let flight = process.conversation.run?.followCanaries()
      else { return nil }
      let time = Monotonic.microseconds - begin
      switch flight {
      case .passed:
        longestCanary = max(longestCanary, time)
        return rest(moves).map { Quiescence(threads: $0, canaries: routes.count) }
      case .refused: return nil
      case .out(let passed):
        if time > patience.look * 1000, seal.mayLook, seal.isCertain(process) {
          return rest(moves).map { Quiescence(threads: $0, canaries: passed, isSealed: true) }
        }
        if seal.isAsleep { return rest(moves).map { Quiescence(threads: $0, canaries: passed) } }
        if isAsked, time > AdapterDriver.shortFlight, let history = run?.openHistory() {
          isAsked = false
          hasEnough = isEnough?(history) ?? false
        }
        if hasEnough || time > patience.canary * 1000 { return nil }
      }
    }
  }

  /// Waits until every thread sleeps and nothing is on its way; how many sleep.
  private func rest(_ moves: Int) -> Int? {
    let begin = Monotonic.milliseconds
    // Whoever moves needs the processor more than whoever looks.
    var pause: Int32 = 0
    repeat {
      process.pump(within: pause)
      guard isStill(moves) else { return nil }
      if let threads = process.restingThreads() { return threads }
      pause = min(pause + 1, 5)
    } while Monotonic.milliseconds - begin < patience.rest
    return nil
  }

  /// Waits until a quiescence is final, or goes on with the program whenever something has moved.
  ///
  /// - Parameters:
  ///   - bound: the time, in seconds, for which nothing may move.
  ///   - isDeclared: whether the implementer has declared it.
  /// - Returns: `stalled`, or how the program ended after all.
  package func confirm(bound: Double, isDeclared: Bool) -> End {
    while true {
      let moves = run?.moves ?? 0
      if let isFinal = waitStill(bound: bound, isDeclared: isDeclared, moves) {
        guard isFinal else { return .undecided }
        if sleeping != nil || readOnceMore(moves) { return .stalled }
      }
      if let end = ending() { return end }
      late += 1
      process.conversation.run?.forgetQuiescence()
      process.conversation.run?.setPollsPaused(false)
      let end = follow()
      guard end == .quiescent else { return end }
    }
  }

  /// Whether nothing has moved for the bound, or nothing can any more; nil if something moved.
  private func waitStill(bound: Double, isDeclared: Bool, _ moves: Int) -> Bool? {
    let bound = max(Int(bound * 1_000_000), 3 * longestCanary)
    let begin = Monotonic.microseconds
    var stillSince = begin
    var now = begin
    var seal = AdapterSeal(horizon: bound)
    while true {
      // Looks grow rarer: several processes may be watched at once, and what moves is heard of
      // in any case.
      let pause = min((now - begin) / 2, stillSince + bound - now, AdapterDriver.longestPause)
      process.pump(within: Int32(max(5, pause / 1000)))
      guard isStill(moves) else { return nil }
      if seal.isCertain(process) { return true }
      now = Monotonic.microseconds
      if !seal.wasAtRest, !isDeclared { stillSince = now }
      // Nothing can move before the bound is over: that needs no waiting. A canary says once more
      // that the machine lets the subject run.
      if now - stillSince >= bound || seal.isAsleep,
        isUnaided ? isAsleep(moves) : evidence(moves) != nil
      {
        return true
      }
      if Double(now - begin) >= patience.bounds * Double(bound) { return false }
    }
  }
}

extension AdapterDriver {
  /// Sends canaries at last, after nothing has moved for the bound without any.
  ///
  /// - Returns: whether they came back and nothing moved, or something moved that nothing but they
  ///   can have set going: then the run is kept as it was before them.
  private func isAsleep(_ moves: Int) -> Bool {
    guard readOnceMore(moves), let threads = rest(moves), var before = run else { return false }
    if let evidence = flight(moves), readOnceMore(moves) {
      process.conversation.run?.noteQuiescence(evidence)
      return true
    }
    guard run?.moves != moves, process.condition == .alive else { return false }
    before.noteQuiescence(Quiescence(threads: threads, canaries: 0, isWoken: true))
    sleeping = before
    return true
  }
}

extension AdapterProcess {
  /// Threads that slept at one moment, all there are; nil if some moved, or a line is on its way.
  fileprivate func restingThreads() -> Int? {
    guard isIdle, let before = tree.look(), let after = tree.look(),
      ProcessTree.isQuiet(before: before, after: after), isIdle
    else { return nil }
    return after.threads
  }
}

extension CanaryRoute {
  fileprivate var wireCanary: WireCanary {
    WireCanary(kind, expected: expected.sorted()) { queue, operation in
      commands(operation, in: queue)
    }
  }
}
