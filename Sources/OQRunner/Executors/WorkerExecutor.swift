import OQDriver
import OQHistory

/// Runs programs in worker processes, so that a subject may trap, crash, hang or leave threads
/// behind and the campaign goes on.
///
/// Workers are forked. Programs with a main queue run in workers that are started, since only these
/// have a first thread that every library takes for one.
///
/// Used by one thread at a time.
// Safety: one executor belongs to one thread of a campaign; what it hands to other threads is
// guarded there.
package final class WorkerExecutor: LastingExecutor, @unchecked Sendable {
  /// What happened to programs and workers so far.
  package struct Counts: Sendable, Hashable {
    /// Programs that came to an answer of some kind.
    package var programs = 0
    /// Workers that programs were sent to.
    package var workers = 0
    /// Programs in which the worker died.
    package var deaths = 0
    /// Workers that died between two programs.
    package var strays = 0
    /// Programs that overran the log.
    package var overflows = 0
    /// Programs for which neither end nor quiescence could be established.
    package var undecided = 0
    /// Those of them in which the worker did not answer at all.
    package var silent = 0
    /// Programs that became quiescent.
    package var quiescent = 0
    /// Those of them that were confirmed.
    package var stalled = 0
    /// Those of them in which something moved later.
    package var late = 0

    /// Nothing has happened.
    package init() {}
  }

  /// How an executor treats its workers.
  package struct Options: Sendable {
    /// How workers are started.
    package var worker: WorkerOptions
    /// The step bound in seconds; nil takes ``InProcessExecutor/defaultStepBound``.
    package var stepBound: Double?
    /// Programs after which a worker is replaced.
    package var programsPerWorker = 1000
    /// Suspects at once; a further one waits for the first of them.
    ///
    /// A suspect sleeps for the step bound and costs next to nothing meanwhile; with too few of
    /// them a subject with a fault that shows often is tried at the pace of its step bounds.
    package var suspects = 128
    /// Programs at once that take their time, beside the one that runs.
    ///
    /// They sleep, mostly: a program that gets nowhere is looked at again and again until it is
    /// certain that nothing moves.
    package var flights = 48
    /// Whether the subject tells moments, so that executions have their exact history.
    package var tellsMoments = false
    /// Programs of a worker that are remembered, should it die.
    package var remembered = 200
    /// A seed, by which points are drawn at which lanes are held in every other program that has an
    /// index; nil for none.
    package var heldAtRandom: UInt64?

    /// Describes an executor.
    ///
    /// - Parameters:
    ///   - worker: how workers are started.
    ///   - stepBound: the longest time, in seconds, that the subject allows one step to take.
    package init(_ worker: WorkerOptions, stepBound: Double? = nil) {
      self.worker = worker
      self.stepBound = stepBound
    }
  }

  /// What happened so far.
  package private(set) var counts = Counts()
  /// See ``Executor/calibration``.
  package var calibration: Calibration?
  /// See ``Executor/patience``.
  package var patience: Duration?

  /// The processes that run a program or keep a suspect, in no particular order.
  package var identifiers: [Int32] {
    (suspects.map(\.worker) + flights.map(\.worker) + lines.flatMap(\.idle))
      .map(\.process.identifier)
  }

  /// Every worker is a process that belongs to this executor.
  package var mayHaveCompanions: Bool { true }
  var hasProcess: Bool { lines.contains { !$0.idle.isEmpty } }

  /// How it treats its workers.
  package let options: Options
  private let forked: WorkerLine
  /// Made for the first program with a main queue.
  private var started: WorkerLine?
  /// Whether programs run in workers that are started, whatever their queues are.
  private var isSequenceStarted = false
  private var suspects: [Suspect] = []
  /// Programs that go on while others run.
  private var flights: [Flight] = []
  var settled: [Execution] = []
  /// What was set aside since somebody asked.
  private var setAside: [Execution] = []

  private struct Suspect {
    let program: Program
    let index: UInt64?
    let earlier: [Program]
    let pins: Pins?
    let worker: LineWorker
    /// Whether it runs the program once more, and nothing is added beside it.
    var isUnaided = false
  }

  /// A program that a worker has and has not answered.
  private struct Flight {
    let program: Program
    let index: UInt64?
    let mode: TrialMode
    var worker: LineWorker
    /// Where the log stood before.
    var marked: LogTicket
    var calm: WorkerProcess.Calm
    /// Whether the worker was gone when it was to take the program.
    var isLost = false
  }

  /// Makes an executor; the first worker starts in the background.
  ///
  /// - Parameter options: how it treats its workers.
  package init(_ options: Options) {
    self.options = options
    forked = WorkerLine(options.worker, .forked, remembered: options.remembered)
  }

  deinit { shutDown() }

  /// See ``Executor/execute(_:)``.
  package func execute(_ program: Program) throws -> Execution {
    try execute(program, numbered: nil)
  }

  /// See ``Executor/execute(_:index:)``.
  package func execute(_ program: Program, index: UInt64) throws -> Execution {
    try execute(program, numbered: index)
  }

  /// See ``Executor/execute(_:index:following:)``.
  package func execute(
    _ program: Program, index: UInt64, following pins: Pins
  ) throws -> Execution {
    try execute(program, numbered: index, following: pins)
  }

  private func execute(
    _ program: Program, numbered index: UInt64?, following pins: Pins? = nil
  ) throws -> Execution {
    makeRoomForSuspect()
    let points = pins == nil ? mode(index) : .off
    return try run(program, index, TrialMode(following: pins, points: points), isQuick: false)
  }

  /// What becomes of the points of a program with an index: a swarm setting, like delays.
  private func mode(_ index: UInt64?) -> PointMode {
    guard let seed = options.heldAtRandom, let index, index % 2 == 0 else { return .off }
    return .random(seed ^ index &* 0x9E37_79B9_7F4A_7C15)
  }

  /// See ``Executor/submit(_:index:while:)``.
  package func submit(
    _ program: Program, index: UInt64, while mayWait: () -> Bool
  ) throws -> [Execution] {
    var ended = try land(within: 0)
    makeRoomForSuspect(while: mayWait)
    while flights.count >= options.flights, mayWait() { ended += try land(within: 100) }
    // Where nobody waits for room, nothing more begins.
    guard flights.count < options.flights, suspects.count < mostSuspects else {
      setAside += ended.filter(\.isPending)
      return ended.filter { !$0.isPending }
    }
    switch try begin(program, index, TrialMode(points: mode(index))) {
    case .unusable(let execution): ended.append(execution)
    case .begun(let flight):
      if let answer = flight.worker.process.receive(within: WorkerExecutor.moment) {
        ended.append(try conclude(flight, answer, isQuick: false) ?? rerun(flight))
      } else {
        flights.append(flight)
      }
    }
    if !suspects.isEmpty { collectSuspects(within: 0) }
    defer { settled = [] }
    setAside += ended.filter(\.isPending)
    return ended.filter { !$0.isPending } + settled
  }

  /// See ``Executor/suspected()``.
  package func suspected() -> [Execution] {
    defer { setAside = [] }
    return setAside
  }

  /// Milliseconds for which nothing else is begun while a program runs: most need less.
  private static let moment: Int32 = 1

  private var mostSuspects: Int { max(1, options.suspects) }

  private func makeRoomForSuspect(while mayWait: () -> Bool = { true }) {
    while suspects.count >= mostSuspects, mayWait() { collectSuspects(within: 100) }
  }

  /// See ``Executor/executeQuickly(_:following:)``; the worker of a quiescent program is replaced.
  package func executeQuickly(_ program: Program, following pins: Pins?) throws -> Execution {
    try run(program, nil, TrialMode(following: pins), isQuick: true)
  }

  /// See ``Executor/executeQuickly(_:_:)``.
  package func executeQuickly(_ program: Program, _ mode: TrialMode) throws -> Execution {
    try run(program, nil, mode, isQuick: true)
  }

  /// See ``Executor/collect()``.
  package func collect() throws -> [Execution] {
    if !suspects.isEmpty { collectSuspects(within: 0) }
    defer { settled = [] }
    return settled
  }

  /// See ``Executor/settle(while:)``.
  package func settle(while mayWait: () -> Bool) throws -> [Execution] {
    // Programs that still run are no suspects: they end by themselves.
    while !flights.isEmpty, mayWait() { settled += try land(within: 100).filter { !$0.isPending } }
    try giveUp()
    for line in lines {
      for worker in line.idle {
        if let answer = worker.process.receive(within: 0) { noteStray(answer, worker) }
      }
    }
    while !suspects.isEmpty, mayWait() { collectSuspects(within: 100) }
    defer { settled = [] }
    return settled
  }

  /// Gives up programs that nobody waits for any more, and of which nothing has moved for as long
  /// as a step may take: they still run, and are undecided.
  private func giveUp() throws {
    let step = InProcessExecutor.bound(options.stepBound, calibration ?? .unknown)
    for position in flights.indices.reversed()
    where flights[position].worker.process.isSilent(
      &flights[position].calm, for: Int(step * 1000))
    {
      let flight = flights.remove(at: position)
      guard var execution = try conclude(flight, .silent, isQuick: false) else { continue }
      execution.doubt = "it still ran when time was over, and had done nothing for \(Int(step)) s"
      settled.append(execution)
    }
  }

  /// See ``Executor/shutDown()``.
  package func shutDown() {
    for worker in suspects.map(\.worker) + flights.map(\.worker) { worker.dispose() }
    suspects = []
    flights = []
    for line in lines { line.shutDown() }
  }

  /// See ``Executor/calibrate()``: measured in a worker of its own.
  package func calibrate() throws -> Calibration? {
    if let calibration { return calibration }
    let worker: WorkerProcess
    do {
      worker = try forked.take()
    } catch let fault as WorkerFault where fault.isOfSubject {
      return .unknown
    }
    defer { forked.dispose(of: worker) }
    var measured = Calibration.unknown
    if worker.send(.calibrate), case .reply(.calibrated(let reply)) = worker.receive() {
      measured = reply
    }
    calibration = measured
    return measured
  }

  // MARK: Running

  private enum Beginning {
    case begun(Flight)
    /// The subject did not survive the start of a worker.
    case unusable(Execution)
  }

  private func run(
    _ program: Program, _ index: UInt64?, _ mode: TrialMode, isQuick: Bool
  ) throws -> Execution {
    while true {
      switch try begin(program, index, mode) {
      case .unusable(let execution): return execution
      case .begun(let flight):
        let answer =
          flight.isLost
          ? flight.worker.process.receive(within: -1)
          : flight.worker.process.receive(atMost: mode.patience ?? (isQuick ? patience : nil))
        if let execution = try conclude(flight, answer ?? .silent, isQuick: isQuick) {
          return execution
        }
      }
    }
  }

  /// Runs a program again whose worker was gone before it began.
  private func rerun(_ flight: Flight) throws -> Execution {
    try run(flight.program, flight.index, TrialMode(following: flight.mode.pins), isQuick: false)
  }

  /// Sends a program to a worker.
  private func begin(
    _ program: Program, _ index: UInt64?, _ mode: TrialMode
  ) throws -> Beginning {
    let order = mode.pins?.text(in: program).split(separator: "\n") ?? []
    let line = line(of: program)
    let worker: LineWorker
    do {
      if line.idle.isEmpty { counts.workers += 1 }
      worker = try line.worker()
    } catch let fault as WorkerFault where fault.isOfSubject {
      return .unusable(
        Execution(program, History(of: program, events: []), unusable: fault.description))
    }
    var flight = Flight(
      program: program, index: index, mode: mode, worker: worker, marked: worker.process.log.next,
      calm: worker.process.calm)
    flight.isLost = !worker.process.send(
      WorkerRequest.run(program, pins: order, points: mode.points))
    return .begun(flight)
  }

  /// Takes in programs that have taken their time and are over.
  ///
  /// - Parameter milliseconds: how long to wait for the first of them.
  /// - Returns: what they ended with, suspects included.
  /// - Throws: a fault of the suite or of the machine.
  private func land(within milliseconds: Int32) throws -> [Execution] {
    guard !flights.isEmpty else { return [] }
    let mayHave = WorkerProcess.await(flights.map(\.worker.process), within: milliseconds)
    var ended: [Execution] = []
    for position in flights.indices.reversed() {
      var answer = mayHave[position] ? flights[position].worker.process.receive(within: 0) : nil
      if answer == nil, flights[position].worker.process.isSilent(&flights[position].calm) {
        answer = .silent
      }
      guard let answer else { continue }
      let flight = flights.remove(at: position)
      ended.append(try conclude(flight, answer, isQuick: false) ?? rerun(flight))
    }
    return ended.reversed()
  }

  /// What an answer says of a program; nil where the worker was gone before it began.
  private func conclude(
    _ flight: Flight, _ answer: WorkerProcess.Answer, isQuick: Bool
  ) throws -> Execution? {
    let worker = flight.worker
    // Every program records something and begins its own epoch: nothing of this one has happened.
    if case .died = answer, flight.marked.position > 0,
      worker.process.log.next.epoch == flight.marked.epoch
    {
      noteStray(answer, worker)
      return nil
    }
    counts.programs += 1
    let earlier = worker.earlier
    var answer = answer
    if isQuick, flight.mode.pins == nil, flight.mode.mayRunUnaided, answer.mayBeWoken {
      answer =
        unaided(
          flight.program, on: worker.process, bound: try quickBound(),
          atMost: flight.mode.patience) ?? .silent
    }
    var execution = try conclude(flight, worker, answer, isQuick: isQuick)
    execution.index = flight.index
    execution.pins = flight.mode.pins
    if case .reply(.ended(let ending)) = answer, !ending.points.isEmpty {
      execution.points = PointReport(
        lines: ending.points.map { Substring($0) }, in: flight.program)
    }
    execution.earlier = earlier
    worker.remember(execution)
    return execution
  }

  private func conclude(
    _ flight: Flight, _ worker: LineWorker, _ answer: WorkerProcess.Answer, isQuick: Bool
  ) throws -> Execution {
    let program = flight.program
    let process = worker.process
    switch answer {
    case .reply(.ended(let ending)) where ending.end == .quiescent:
      counts.quiescent += 1
      let calibration = try calibrate() ?? .unknown
      if isQuick {
        var execution = Execution(program, history(of: program, in: process).stalled)
        execution.exact = exactHistory(of: program, in: process)?.stalled
        worker.dispose()
        return execution
      }
      _ = process.send(
        .confirm(bound: InProcessExecutor.bound(options.stepBound, calibration)))
      suspects.append(
        Suspect(
          program: program, index: flight.index, earlier: worker.earlier, pins: flight.mode.pins,
          worker: worker))
      return Execution(program, history(of: program, in: process), isPending: true)
    case _ where !isQuick && flight.mode.pins == nil && answer.mayBeWoken:
      _ = try calibrate()
      let pending = history(of: program, in: process)
      _ = process.send(.runUnaided(program))
      suspects.append(
        Suspect(
          program: program, index: flight.index, earlier: worker.earlier, pins: nil,
          worker: worker, isUnaided: true))
      return Execution(program, pending, isPending: true)
    case .reply(.ended(let ending)):
      let execution = execution(program, process, answer)
      if ending.isReusable, process.programs < options.programsPerWorker {
        worker.line.giveBack(worker)
      } else {
        worker.dispose()
      }
      return execution
    case .reply(.refused): throw WorkerFault.refused
    case .reply: throw WorkerFault.notUnderstood
    case .died, .silent:
      defer { worker.dispose() }
      return execution(program, process, answer)
    }
  }

  /// Runs a program once more, with nothing added beside it; waits no longer than for a bound.
  private func unaided(
    _ program: Program, on worker: WorkerProcess, bound: Double, atMost most: Duration?
  ) -> WorkerProcess.Answer? {
    let answer =
      worker.send(.runUnaided(program))
      ? worker.receive(atMost: most) : worker.receive(within: -1)
    guard case .reply(.ended(let ending)) = answer, ending.end == .quiescent else { return answer }
    return worker.send(.confirm(bound: bound)) ? worker.receive() : worker.receive(within: -1)
  }

  private func quickBound() throws -> Double {
    InProcessExecutor.bound(
      min(InProcessExecutor.quickBound, options.stepBound ?? .infinity),
      try calibrate() ?? .unknown)
  }

  /// The execution that a final answer stands for.
  private func execution(
    _ program: Program, _ worker: WorkerProcess, _ answer: WorkerProcess.Answer
  ) -> Execution {
    var death: Crash?
    var unusable: String?
    let undecidedBefore = counts.undecided
    var output = ""
    switch answer {
    case .reply(.ended(let ending)):
      counts.late += ending.late > 0 ? 1 : 0
      counts.stalled += ending.end == .stalled ? 1 : 0
      if ending.end == .undecided { counts.undecided += 1 }
      if ending.adapterLied { unusable = "the adapter does not support a verb that it declares" }
      // What is still moving must not move while it is read.
      if ending.end == .undecided { stop(worker) }
    case .reply: break
    case .died(let status):
      counts.deaths += 1
      death = Crash(status)
      output = worker.lastOutput
    case .silent:
      counts.undecided += 1
      counts.silent += 1
      stop(worker)
    }
    if worker.log.overflowed { counts.overflows += 1 }
    let history = history(of: program, in: worker, death: death)
    var execution = Execution(program, history, unusable: unusable)
    execution.exact = exactHistory(of: program, in: worker, death: death)
    execution.isUndecided = counts.undecided > undecidedBefore
    execution.output = output
    return execution
  }

  private func history(
    of program: Program, in worker: WorkerProcess, death: Crash? = nil, isExact: Bool = false
  ) -> History {
    HistoryDecoder.history(of: program, in: worker.log, death: death, isExact: isExact)
      .measured(bodies: (calibration ?? .unknown).bodies)
  }

  private func exactHistory(
    of program: Program, in worker: WorkerProcess, death: Crash? = nil
  ) -> History? {
    guard options.tellsMoments else { return nil }
    return history(of: program, in: worker, death: death, isExact: true)
  }

  private func stop(_ worker: WorkerProcess) {
    worker.end()
    worker.wait()
  }

  /// Takes note of a worker that died though no program ran: the last one that did has a sequel.
  private func noteStray(_ answer: WorkerProcess.Answer?, _ worker: LineWorker) {
    defer { worker.dispose() }
    guard case .died(let status) = answer, let last = worker.last else { return }
    counts.strays += 1
    var execution = last.sequel(Crash(status))
    execution.output = worker.process.lastOutput
    settled.append(execution)
  }

  // MARK: Sequences

  /// See ``Executor/executeInOrder(_:following:)``; the worker is replaced before and after.
  package func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) throws -> (last: Execution, ran: Int) {
    // All in one process, of the kind that any of them needs.
    isSequenceStarted = programs.contains(where: \.needsMainLoop)
    defer { isSequenceStarted = false }
    return try runInOrder(programs, following: pins)
  }

  // MARK: Suspects

  /// Takes in what suspects have answered.
  ///
  /// - Parameter milliseconds: how long to wait for the first answer.
  private func collectSuspects(within milliseconds: Int32) {
    let mayHave = WorkerProcess.await(suspects.map(\.worker.process), within: milliseconds)
    for position in suspects.indices.reversed() where mayHave[position] {
      let worker = suspects[position].worker
      guard let answer = worker.process.receive(within: 0) else { continue }
      if goOn(answer, position) { continue }
      let suspect = suspects.remove(at: position)
      var execution = execution(suspect.program, worker.process, answer)
      execution.index = suspect.index
      execution.earlier = suspect.earlier
      execution.pins = suspect.pins
      settled.append(execution)
      worker.dispose()
    }
  }

  /// Has a suspect do what follows from its answer, where that is not the end: whether it has.
  private func goOn(_ answer: WorkerProcess.Answer, _ position: Int) -> Bool {
    let suspect = suspects[position]
    guard case .reply(.ended(let ending)) = answer else { return false }
    if ending.end == .quiescent {
      let bound = InProcessExecutor.bound(options.stepBound, calibration ?? .unknown)
      return suspect.worker.process.send(.confirm(bound: bound))
    }
    guard answer.mayBeWoken, suspect.pins == nil, !suspect.isUnaided else { return false }
    suspects[position].isUnaided = true
    return suspect.worker.process.send(.runUnaided(suspect.program))
  }

  // MARK: Workers

  private var lines: [WorkerLine] { [forked] + (started.map { [$0] } ?? []) }

  /// The workers that a program needs.
  private func line(of program: Program) -> WorkerLine {
    guard isSequenceStarted || program.needsMainLoop else { return forked }
    let line = started ?? WorkerLine(options.worker, .started, remembered: options.remembered)
    started = line
    return line
  }

  func retire() {
    for line in lines { line.retire() }
  }
}

extension WorkerProcess.Answer {
  /// Whether the program came to its end after something had moved while canaries were out, so that
  /// it has to be run without them.
  fileprivate var mayBeWoken: Bool {
    guard case .reply(.ended(let ending)) = self else { return false }
    return ending.end == .completed && ending.wasWoken && ending.isReusable
  }
}
