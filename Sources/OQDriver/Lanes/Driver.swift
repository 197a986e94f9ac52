import OQAdapters
import OQHistory
import OQSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Executes programs against a subject, one after another, and records their histories.
///
/// The only impure step of the pipe. The driver never judges: it ends a program when every lane has
/// reached its end, or at quiescence, which it records as an event with its evidence.
package final class Driver {
  /// How a program ended.
  package enum End: Sendable, Hashable {
    /// Every lane reached its end.
    case completed
    /// Nothing moves any more, and a canary has passed. Whether that is final is another question:
    /// see ``confirmStall(bound:)``.
    case quiescent
    /// What the declarations say could not be made.
    case unprepared
    /// The evidence for quiescence could not be had: no canary came back, or the program's patience
    /// ran out. Also where the log is full.
    case undecided
  }

  /// What a driver may need to wait for.
  package struct Patience: Sendable {
    /// Microseconds without any event before the driver looks for quiescence, from the moment on
    /// at which a program has turned out to be slow.
    ///
    /// Looking too early costs time, nothing else. A program that gets nowhere at all is looked at
    /// earlier.
    package var look = 20_000

    /// Microseconds before the first look; from look to look the pauses double up to ``look``.
    ///
    /// Operations that take their time let canaries wait as long. Timers of a dispatch library do
    /// not, and take some milliseconds.
    func firstLook(at program: Program) -> Int { program.isAboutDispatch ? look : look / 8 }

    /// Looks at a program that does not move and is not quiescent, before it is given up as
    /// undecided.
    package var looks = 500
    /// Waits of ``look`` microseconds, before a program in which something is recorded without end
    /// is given up as undecided.
    ///
    /// A program has finitely many steps; what never ends is the subject, and it may take longer to
    /// fill the log than anybody waits.
    var rounds: Int { 10 * looks }

    /// The patience of a campaign.
    package init() {}
  }

  private let subject: any Subject
  private let log: MappedLog
  private let observer: (any QuiescenceObserver)?
  private let patience: Patience
  private var lanes: [LaneThread] = []
  // Runs the main loop, where a program has one; made for the first that does, unless it was given.
  private var mainThread: LaneThread?
  private var run: ProgramRun?
  private var ended = EndedPrograms<any Session>()
  private let thread = oq_thread_id()
  // Where the log stood at the last quiescence, with the reads that belong to it.
  private var rested: UInt64?

  /// Whether nothing has been recorded since the last quiescence.
  package var isAtRest: Bool { rested == log.next.position }

  /// Whether another program can be run: no lane and no callback of an earlier one is left behind.
  package private(set) var isReusable = true

  /// Whether the adapter said `unsupported` to a verb that it declared, in any program so far.
  package private(set) var adapterLied = false

  /// What the last program has shown of the points of the subject, as far as it was asked for.
  package var points: PointReport? { run.flatMap(\.points)?.reportSoFar ?? lastPoints }
  private var lastPoints: PointReport?

  /// Makes a driver.
  ///
  /// - Parameters:
  ///   - subject: what is driven.
  ///   - log: where events go; the driver uses one epoch per program.
  ///   - observer: how quiescence is established; nil never finds it.
  ///   - patience: how long it waits before it looks.
  package init(
    subject: any Subject, log: MappedLog, observer: (any QuiescenceObserver)? = nil,
    patience: Patience = Patience()
  ) {
    self.subject = subject
    self.log = log
    self.observer = observer
    self.patience = patience
  }

  /// Has a thread run main loops, which is the main thread of this process.
  func runMainLoops(on thread: LaneThread) { mainThread = thread }

  deinit {
    for lane in lanes { lane.finish() }
    mainThread?.finish()
  }

  /// Runs a program to its end; the log then holds its history.
  ///
  /// - Parameters:
  ///   - program: a program without faults that uses only verbs that the subject offers.
  ///   - pins: an order of harness points to follow as far as the subject permits. Only an observer
  ///     can tell that the subject does not permit it; without one it is not followed.
  ///   - mode: what becomes of the points of the subject.
  ///   - isUnaided: whether nothing is added beside the program before a quiescence is final, so
  ///     that it alone set going what moves.
  /// - Returns: how it ended. After `quiescent` and `undecided` its lanes and callbacks are still
  ///   where they were: call ``confirmStall(bound:)`` or ``close()``.
  package func execute(
    _ program: Program, following pins: Pins? = nil, points mode: PointMode = .off,
    isUnaided: Bool = false
  ) -> End {
    precondition(isReusable && run == nil, "the driver still has a program to end")
    observer?.isUnaided = isUnaided
    observer?.wasWoken = false
    // A thread of the subject that comes late may be between its ticket and its record.
    while log.next.position > 0, log.advanceEpoch() > 0 { Monotonic.sleep(microseconds: 20) }
    ended.makeRoom()
    let run = ProgramRun(
      program, log: log, following: observer == nil ? nil : pins,
      points: observer == nil ? .off : mode)
    self.run = run
    lastPoints = nil
    let pin = program.settings.oneCore ? PinnedToOneCore() : nil
    defer { pin?.release() }
    guard run.prepare(subject, thread: thread) else {
      finish(run, recording: nil)
      return .unprepared
    }
    start(run)
    let end = watch(run)
    if end == .completed { finish(run, recording: .ended) }
    return end
  }

  /// The history that the log holds.
  ///
  /// - Parameter program: the program that ran last.
  /// - Returns: its history so far.
  package func history(of program: Program) -> History {
    HistoryDecoder.history(of: program, in: log)
  }

  /// Confirms or refutes, after `quiescent`, that what is owed will never come.
  ///
  /// - Parameter bound: the step bound in seconds.
  /// - Returns: true if nothing moved since the quiescence and for the bound, or, sooner, no thread
  ///   is in a timed wait and no kernel timer is armed; then `stalled` is recorded. False if
  ///   something moved: the program is late, not stuck.
  package func confirmStall(bound: Double) -> Bool {
    guard let observer, let run, let rested, isAtRest else { return false }
    let isConfirmed = observer.confirm(bound: bound) {
      isAtRest && run.board.runningLanes > 0 && !StandardStreams.areFull
    }
    // The reads recorded between the quiescence and the stall show what is true at rest (QUEUE-8).
    guard isConfirmed, let read = unanswered(run.board, since: rested) else { return false }
    self.rested = read
    guard observer.isUnaided else {
      Recorder(log: log).end(.stalled)
      return true
    }
    return endUnaided(run, observer, since: read)
  }

  /// Sends canaries at last, after nothing has moved for the bound without any.
  ///
  /// - Parameters:
  ///   - run: the program.
  ///   - observer: sends the canaries.
  ///   - position: where the log stands.
  /// - Returns: whether the program is stalled: nothing has moved after the canaries either, or
  ///   something has that nothing but they can have set going.
  private func endUnaided(
    _ run: ProgramRun, _ observer: any QuiescenceObserver, since position: UInt64
  ) -> Bool {
    observer.isUnaided = false
    defer { observer.isUnaided = true }
    let evidence = observer.look(
      for: { CanaryRoute.awaited(in: run.program, hasEnded: run.board.hasEnded) },
      excluding: thread, isStill: { isAtRest && !StandardStreams.areFull })
    if evidence?.isSealed ?? false
      || evidence != nil && unanswered(run.board, since: position) != nil
    {
      Recorder(log: log).end(.stalled)
      return true
    }
    guard !isAtRest else { return false }
    Recorder(log: log).woken(from: position)
    return true
  }

  /// Whether something moved while canaries were out, in the program that ran last: they may have
  /// set it going.
  package var wasWoken: Bool { observer?.wasWoken ?? false }

  /// Whether every lane of the program has reached its end, seen or not.
  var hasEnded: Bool { run?.board.runningLanes == 0 }

  /// Goes on with a program after a quiescence that turned out not to be final.
  ///
  /// - Returns: how it ended this time.
  package func resume() -> End {
    guard let run else { return .undecided }
    run.board.setPausing(false)
    let end = watch(run)
    if end == .completed { finish(run, recording: .ended) }
    return end
  }

  /// Ends a program that did not complete: nothing more is recorded, everything held is released.
  package func close() {
    guard let run else { return }
    finish(run, recording: nil)
  }

  // MARK: Running

  private func start(_ run: ProgramRun) {
    let clients = run.program.clients
    while lanes.count < clients.count { lanes.append(LaneThread()) }
    if let loop = run.mainLoop {
      let main = mainThread ?? LaneThread()
      mainThread = main
      main.run(loop)
    }
    for (lane, client) in zip(lanes, clients) {
      lane.run { thread in run.runClient(client, thread: thread) }
    }
  }

  private func watch(_ run: ProgramRun) -> End {
    let board = run.board
    var looks = 0
    var rounds = 0
    var pause = patience.firstLook(at: run.program)
    while rounds < patience.rounds {
      let before = log.next
      awaitEnd(run, since: before, for: pause)
      if board.runningLanes == 0 {
        if run.program.settings.lingering { LongWork.linger { !log.overflowed } }
        return .completed
      }
      if let points = run.points, points.isHeld {
        awaitRest(run, points)
        rounds += 1
        continue
      }
      if log.overflowed { return .undecided }
      // Early looks come on top: patience ends as late as without them.
      let isEarly = pause < patience.look
      if isEarly { pause = min(pause * 2, patience.look) } else { rounds += 1 }
      guard log.next == before, !board.isWorking, let observer else { continue }
      if !isEarly { looks += 1 }
      board.setPausing(true)
      board.wait(microseconds: patience.look) { board.areAllPaused }
      if board.areAllPausedOrInside, board.runningLanes > 0, isQuiescent(run, observer) {
        return .quiescent
      }
      board.setPausing(false)
      if looks >= patience.looks || observer.isHopeless { return .undecided }
    }
    return .undecided
  }

  /// Waits for the end of the program, but no longer than until the next look.
  ///
  /// Where the first thread serves the subject, it is called once nothing has been recorded for a
  /// part of that time: its run loop may have been handed a block without being woken.
  private func awaitEnd(_ run: ProgramRun, since before: LogTicket, for microseconds: Int) {
    let board = run.board
    var rest = microseconds
    if let service = subject.firstThread {
      board.wait(microseconds: patience.look / 16) { board.runningLanes == 0 }
      guard board.runningLanes > 0, log.next == before else { return }
      service.pass {}
      rest -= patience.look / 16
    }
    board.wait(microseconds: rest) { board.runningLanes == 0 || run.points?.isHeld ?? false }
  }

  /// Lets held lanes go once everything else is at rest.
  ///
  /// Gives the holds up where something moves on and on, such as a thread that spins until the held
  /// one has gone on.
  private func awaitRest(_ run: ProgramRun, _ points: PointKeeper) {
    guard let observer else { return points.drop() }
    run.board.setPausing(true)
    defer { run.board.setPausing(false) }
    run.board.wait(microseconds: patience.look) { run.board.areAllPaused }
    if observer.isAtRest(excluding: thread, isStill: { points.isHeld }) {
      points.rest()
    } else {
      points.giveUpHeld()
    }
  }

  /// Looks for quiescence while polling lanes hold still, and records it.
  private func isQuiescent(_ run: ProgramRun, _ observer: any QuiescenceObserver) -> Bool {
    let board = run.board
    run.writeJournals()
    let marked = log.next
    func isStill() -> Bool {
      log.next == marked && !board.isWorking && !StandardStreams.areFull
    }
    if let pins = run.pins, !pins.isOver {
      // A thread that is held is at rest like any other, and what it would have done is not owed by
      // the subject: the order is given up before anything is taken for quiescent, so that nothing
      // is held from then on.
      if observer.isAtRest(excluding: thread, isStill: isStill) { pins.concede() }
      return false
    }
    if let points = run.points, points.isPending {
      // The same for lanes that are held at points of the subject, or would be.
      if observer.isAtRest(excluding: thread, isStill: isStill) { points.drop() }
      return false
    }
    let evidence = observer.look(
      for: { CanaryRoute.awaited(in: run.program, hasEnded: board.hasEnded) }, excluding: thread,
      isStill: isStill)
    guard let evidence, isStill(), run.areJournalsWritten, board.runningLanes > 0
    else { return false }
    // A polling lane that slept with all others is in an accessor that does not answer.
    let shown = board.showReads { lane, step, thread in
      Recorder(log: log).call(lane, step: step, thread: thread)
    }
    guard let read = unanswered(board, since: marked.position + UInt64(shown)) else {
      if evidence.canaries > 0 { observer.wasWoken = true }
      return false
    }
    Recorder(log: log).quiescent(evidence)
    // What is read after the quiescence is true at rest, also for those who take it for final.
    rested = unanswered(board, since: read + 1)
    return rested != nil
  }

  /// Lets every polling lane read once more: its last read may be older than what came just before
  /// everything went to rest.
  ///
  /// - Parameters:
  ///   - board: where the lanes are.
  ///   - position: where the log stood before these reads.
  /// - Returns: where it stands after them; nil if one of them got the value that it waits for, or
  ///   anything else happened.
  private func unanswered(_ board: Board, since position: UInt64) -> UInt64? {
    let polling = board.answeringLanes
    if polling > 0 {
      board.beginRound()
      board.wait(microseconds: patience.look) { board.areAllPaused }
      guard board.areAllPaused, board.answeringLanes == polling else { return nil }
    }
    // Each of them records a call and its return, and a lane that got its value goes on.
    let next = position + UInt64(2 * polling)
    return log.next.position == next ? next : nil
  }

  /// Ends a program: what is held is released, and the worker is left as it was found, or not.
  private func finish(_ run: ProgramRun, recording kind: RecordKind?) {
    if let kind { Recorder(log: log).end(kind) }
    run.board.close()
    if let keeper = run.points { lastPoints = keeper.end() }
    run.endMainLoop()
    if let session = run.takeSession() { ended.keep(session) }
    adapterLied = adapterLied || run.adapterLied
    // Lanes and callbacks that are on their way out get a moment; one that is stuck inside the
    // subject stays behind, and the worker with it.
    for attempt in 0..<Driver.farewells {
      if run.board.activeCallbacks == 0, areThreadsIdle { break }
      // Most need less than it takes to fall asleep.
      if attempt < Driver.yields {
        sched_yield()
        continue
      }
      run.board.wait(microseconds: 100) {
        run.board.activeCallbacks == 0 && areThreadsIdle
      }
    }
    isReusable = run.board.activeCallbacks == 0 && areThreadsIdle
    self.run = nil
    // A thread may still stand between its ticket and its record: the log is whole, and can be used
    // again, once none does.
    var isWhole = log.isWhole
    for _ in 0..<Driver.farewells where isReusable && !isWhole {
      run.board.wait(microseconds: 10) { false }
      isWhole = log.isWhole
    }
    isReusable = isReusable && isWhole
  }

  private var areThreadsIdle: Bool {
    lanes.allSatisfy(\.isIdle) && mainThread?.isIdle ?? true
  }

  private static let yields = 50
  private static let farewells = 2_000
}
