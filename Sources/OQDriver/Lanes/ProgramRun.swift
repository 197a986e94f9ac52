import OQAdapters
import OQHistory
import OQPoints
import OQSpecification
import OQSystem
import Synchronization

/// One run of one program: the probe that the adapter calls, and the interpreter of scripts.
///
/// It records, holds and releases; it never judges.
final class ProgramRun: Probe {
  let program: Program
  let board: Board
  /// Holds lanes where an order is to be followed.
  let pins: PinFollower?
  /// Counts and holds at points of the subject, where that is asked for.
  let points: PointKeeper?
  /// The number of the run among those with points.
  let pointRun: UInt32
  private let recorder: Recorder
  private let scripts: [Callback: [Step]]
  // Set once, before any lane or callback runs; cleared at the end so that the objects of the
  // program die with it.
  private let session = Mutex<(any Session)?>(nil)
  private let lied = Atomic<Bool>(false)
  // The thread that makes the objects, and whether all are made.
  private let maker = Atomic<UInt64>(0)
  private let isPrepared = Atomic<Bool>(false)
  // Whether client code is entered on the threads that the subject gives it.
  private let tellsThreads = Atomic<Bool>(false)
  // Kept until the run is gone, which is after the program.
  private let churns = Mutex(HeapChurns())
  // A command on an object that the program may have dropped says nothing about the adapter.
  private let droppable: Set<Handle>
  // One for every lane that has begun, where calls are not recorded.
  private let journals = Mutex<[Journal]>([])

  init(
    _ program: Program, log: MappedLog, following pins: Pins? = nil, points mode: PointMode = .off
  ) {
    self.program = program
    let board = Board(program)
    self.board = board
    let holds = pins?.holds ?? []
    let points = mode == .off && holds.isEmpty ? nil : PointKeeper.shared
    self.points = points
    let follower = pins.map { PinFollower($0, of: program, board: board, points: points) }
    self.pins = follower
    pointRun =
      points?.begin(mode, holding: holds) { hold in
        follower?.reach(hold)
        board.signal()
      } ?? 0
    recorder = Recorder(log: log)
    var scripts: [Callback: [Step]] = [:]
    for script in program.scripts {
      if let callback = script.lane.callback { scripts[callback] = script.steps }
    }
    self.scripts = scripts
    droppable = Set(
      program.allSteps.compactMap { if case .drop(let handle) = $0 { handle } else { nil } })
  }

  deinit {
    churns.withLock { $0.release() }
  }

  /// Whether the adapter said `unsupported` to a verb that the program was allowed to use.
  var adapterLied: Bool { lied.load(ordering: .relaxed) }

  private func noteUnsupported(_ command: Command) {
    let named = [command.target] + command.operands.map { Handle.operation($0) }
    if droppable.isDisjoint(with: named) { lied.store(true, ordering: .relaxed) }
  }

  // MARK: Setup and end

  /// Makes the objects and what the declarations say of them; false if that did not work.
  func prepare(_ subject: any Subject, thread: UInt64) -> Bool {
    maker.store(thread, ordering: .relaxed)
    defer {
      isPrepared.store(true, ordering: .sequentiallyConsistent)
      board.signal()
    }
    tellsThreads.store(
      subject.description.capabilities.contains(.threadIdentity), ordering: .relaxed)
    let session = subject.session(self)
    self.session.withLock { $0 = session }
    for (index, queue) in program.queues.enumerated() {
      if queue.isMain {
        session.makeMain(QueueID(index))
      } else if let kind = queue.dispatch {
        session.make(QueueID(index), dispatch: kind)
      } else {
        session.make(QueueID(index))
      }
    }
    for (index, operation) in program.operations.enumerated() where operation.kind.hasHandle {
      session.make(OperationID(index), kind: operation.kind, blocks: operation.blocks)
    }
    let lane = LaneCode(.setup)
    for (index, command) in program.setup.enumerated() {
      let outcome = session.perform(command)
      if case .returned = outcome { continue }
      if outcome == .unsupported { noteUnsupported(command) }
      recorder.call(lane, step: index, thread: thread)
      recorder.returned(lane, step: index, thread: thread, outcome)
      return false
    }
    return true
  }

  /// Runs the main loop on the thread that calls it, until the program is over; nil where nobody
  /// has to.
  ///
  /// It has the session, since it may be called late: what the program has left in the main queue
  /// is for the loop to bring to an end.
  var mainLoop: (@Sendable (_ thread: UInt64) -> Void)? {
    guard program.needsMainLoop, let session = session.withLock(\.self) else { return nil }
    return { [recorder, board] thread in
      if !board.isClosed { recorder.thread(.mainThread, thread: thread) }
      session.runMainLoop()
    }
  }

  /// Ends the main loop; it need not have begun.
  func endMainLoop() { session.withLock(\.self)?.endMainLoop() }

  /// Gives the session away: what the program made dies with it.
  func takeSession() -> (any Session)? {
    session.withLock { held in
      defer { held = nil }
      return held
    }
  }

  // MARK: Unrecorded calls

  /// A lane's notes of its calls; nil where they are recorded.
  private func journal(_ lane: LaneCode, steps: Int, thread: UInt64) -> Journal? {
    guard program.settings.recording == .bodies else { return nil }
    let journal = Journal(lane, thread: thread, steps: steps, recorder: recorder)
    journals.withLock { $0.append(journal) }
    return journal
  }

  /// Writes what lanes have noted and not written, such as a lane that is stuck in a call.
  func writeJournals() {
    for journal in journals.withLock(\.self) { journal.write() }
  }

  /// Whether no lane has noted a call that is not written.
  var areJournalsWritten: Bool { journals.withLock(\.self).allSatisfy(\.isWritten) }

  // MARK: Callbacks

  /// Whether the calling thread reads again and again: its moments would fill the log, and it would
  /// never be at rest.
  @TaskLocal private static var isPolling = false

  func note(_ moment: Moment) {
    guard !board.isClosed, !ProgramRun.isPolling else { return }
    recorder.moment(moment, thread: oq_thread_id())
  }

  func enter(_ callback: Callback) -> Entry {
    // Until the client code returns, the thread is the client's.
    guard points != nil else { return begin(callback) }
    let place = PointKeeper.leave()
    var entry = begin(callback)
    entry.place = (place.lane, place.span)
    if entry.callback == nil { _ = oq_points_enter(place) }
    return entry
  }

  private func begin(_ callback: Callback) -> Entry {
    guard !board.isClosed else { return Entry(nil) }
    if callback.point == .isReady, scripts[callback] == nil { return Entry(nil) }
    if let pins {
      let next = Callback(
        callback.operation, callback.point, index: callback.index,
        occurrence: board.entries(of: callback) + 1)
      guard pins.arrive(LaneCode(next), .begin) else { return Entry(nil) }
    }
    let occurrence = board.enter(callback)
    let run = Callback(
      callback.operation, callback.point, index: callback.index, occurrence: occurrence)
    let lane = LaneCode(run)
    let thread = oq_thread_id()
    recorder.enter(lane, thread: thread, isTold: tellsThreads.load(ordering: .relaxed))
    pins?.pass(lane, .begin)
    board.signal()
    if occurrence == 1 || callback.point == .observer, let steps = scripts[callback],
      callback.point != .body || hasObjects(thread)
    {
      interpret(steps, lane: lane, callback: callback, thread: thread)
    }
    return Entry(run)
  }

  /// Waits until all objects are made; false if the program is over first, or they never would be.
  ///
  /// A task may begin while its operation is being made. What it calls is there only afterwards,
  /// and on the thread that makes it nobody can wait for that: such a task makes no calls.
  private func hasObjects(_ thread: UInt64) -> Bool {
    if isPrepared.load(ordering: .sequentiallyConsistent) { return true }
    guard thread != maker.load(ordering: .relaxed) else { return false }
    return board.wait { isPrepared.load(ordering: .sequentiallyConsistent) }
  }

  func leave(_ entry: Entry) {
    guard let callback = entry.callback else { return }
    if program.settings.longWork, callback.point == .body {
      board.work {
        LongWork.goOn(isPatient: program.settings.lingering) { !board.isClosed }
      }
    }
    let lane = LaneCode(callback)
    if isFree(lane, .end), !board.isClosed { recorder.leave(lane, thread: oq_thread_id()) }
    pins?.pass(lane, .end)
    board.leave(callback)
    board.signal()
    if points != nil {
      PointKeeper.goBack(
        to: oq_point_place(lane: entry.place.lane, span: entry.place.span), from: lane,
        run: pointRun)
    }
  }

  // MARK: Scripts

  /// Runs a client's script on its lane's thread.
  func runClient(_ script: Program.Script, thread: UInt64) {
    let lane = LaneCode(script.lane)
    recorder.thread(lane, thread: thread)
    interpret(script.steps, lane: lane, callback: nil, thread: thread)
    if isFree(lane, .end) { pins?.pass(lane, .end) }
    board.laneEnded()
  }

  private func interpret(
    _ steps: [Step], lane: LaneCode, callback: Callback?, thread: UInt64
  ) {
    guard let session = session.withLock(\.self) else { return }
    var jitter = Jitter(seed: program.settings.jitter, lane: lane)
    let journal = journal(lane, steps: steps.count, thread: thread)
    // After the end of the program its log belongs to the next one.
    defer { if !board.isClosed { journal?.write() } }
    for (index, step) in steps.enumerated() {
      guard !board.isClosed else { return }
      jitter.pause()
      if case .command(let command) = step, let journal {
        journal.note(step: index, perform(command, session, lane, index))
        continue
      }
      // The lane is about to meet other threads.
      journal?.write()
      switch step {
      case .command(let command):
        guard isFree(lane, .call(index)) else { return }
        recorder.call(lane, step: index, thread: thread)
        pins?.pass(lane, .call(index))
        let outcome = perform(command, session, lane, index)
        guard isFree(lane, .returned(index)) else { return }
        recorder.returned(lane, step: index, thread: thread, outcome)
        pins?.pass(lane, .returned(index))
        continue
      case .hold:
        guard let callback, board.wait(until: { board.isOpen(callback) }) else { return }
      case .open(let gate):
        // Recorded first: whoever leaves the gate does so after the record.
        guard record(lane, step: index, thread: thread) else { return }
        board.open(gate)
        continue
      case .until(.began(let callback)):
        guard board.wait(until: { board.hasBegun(callback) }) else { return }
      case .until(.ended(let callback)):
        guard board.wait(until: { board.hasEnded(callback) }) else { return }
      case .until(.reads(let command, let value)):
        let hasValue = ProgramRun.$isPolling.withValue(true) {
          poll(command, for: value, lane: lane, step: index, thread: thread)
        }
        guard hasValue,
          isFree(lane, .step(index))
        else { return }
        pins?.pass(lane, .step(index))
        continue
      case .meet(let number):
        guard board.meet(number) else { return }
      case .drop(let handle):
        guard record(lane, step: index, thread: thread) else { return }
        session.drop(handle)
        churns.withLock { $0.follow() }
        continue
      }
      guard record(lane, step: index, thread: thread) else { return }
    }
  }

  private func perform(
    _ command: Command, _ session: any Session, _ lane: LaneCode, _ step: Int
  ) -> Outcome {
    let place = points.map { _ in PointKeeper.enter(lane, .call(step), run: pointRun) }
    let outcome = session.perform(command)
    if let place { _ = oq_points_enter(place) }
    if outcome == .unsupported { noteUnsupported(command) }
    return outcome
  }

  /// Records a harness step once it is its turn; false if the program is over first.
  private func record(_ lane: LaneCode, step: Int, thread: UInt64) -> Bool {
    guard isFree(lane, .step(step)) else { return false }
    recorder.step(lane, step: step, thread: thread)
    pins?.pass(lane, .step(step))
    return true
  }

  /// Waits for the turn of a point where an order is followed; false if the program is over first.
  private func isFree(_ lane: LaneCode, _ moment: Pins.Moment) -> Bool {
    pins?.arrive(lane, moment) ?? true
  }

  /// Reads an accessor until it gives a value; false if the program is over first.
  ///
  /// Only the read that ends the step is recorded, and the last ones around a quiescence: the
  /// others would fill the log. Pauses grow from nothing to a millisecond.
  ///
  /// The call of a read that does not return is recorded by the driver. If it returns after all,
  /// what it gave may be older than that record: another read, which lies behind the record, gives
  /// the answer.
  private func poll(
    _ command: Command, for value: Outcome.Value, lane: LaneCode, step: Int, thread: UInt64
  ) -> Bool {
    guard let session = session.withLock(\.self) else { return false }
    func recordedRead() -> Outcome {
      recorder.call(lane, step: step, thread: thread)
      board.beginRead(lane, step: step, thread: thread, isRecorded: true)
      let outcome = session.perform(command)
      _ = board.endRead(lane)
      recorder.returned(lane, step: step, thread: thread, outcome)
      return outcome
    }
    board.beginPolling()
    defer { board.endPolling() }
    var pause = 0
    while !board.isClosed {
      if board.isPausing {
        if recordedRead() == .returned(value) { return true }
        guard board.holdStill() else { return false }
        continue
      }
      board.beginRead(lane, step: step, thread: thread, isRecorded: false)
      let outcome = session.perform(command)
      if board.endRead(lane) {
        let late = session.perform(command)
        recorder.returned(lane, step: step, thread: thread, late)
        if late == .returned(value) { return true }
        continue
      }
      if outcome == .returned(value) {
        if recordedRead() == .returned(value) { return true }
      } else if outcome == .unsupported {
        noteUnsupported(command)
        return false
      }
      if pause > 0 { board.wait(microseconds: pause, until: { board.isPausing }) }
      pause = min(1000, pause * 2 + 1)
    }
    return false
  }
}

extension Program {
  /// Whether a main queue is among its queues, which only the first thread of a process that was
  /// started can run.
  package var needsMainLoop: Bool { queues.contains(where: \.isMain) }
}
