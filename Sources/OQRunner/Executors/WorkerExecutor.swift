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
    package var suspects = 32
    /// Whether the subject tells moments, so that executions have their exact history.
    package var tellsMoments = false
    /// Programs of a worker that are remembered, should it die.
    package var remembered = 64

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

  /// The processes that run a program or keep a suspect, in no particular order.
  package var identifiers: [Int32] {
    (suspects.map(\.worker) + lines.compactMap(\.current)).map(\.identifier)
  }

  var hasProcess: Bool { lines.contains { $0.current != nil } }

  private let options: Options
  private let forked: WorkerLine
  /// Made for the first program with a main queue.
  private var started: WorkerLine?
  /// Whether programs run in workers that are started, whatever their queues are.
  private var isSequenceStarted = false
  private var suspects: [Suspect] = []
  var settled: [Execution] = []

  private struct Suspect {
    let program: Program
    let index: UInt64?
    let earlier: [Program]
    let worker: WorkerProcess
    let line: WorkerLine
    /// Whether it runs the program once more, and nothing is added beside it.
    var isUnaided = false
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

  private func execute(_ program: Program, numbered index: UInt64?) throws -> Execution {
    while suspects.count >= max(1, options.suspects) {
      if !collectSuspects(within: 100) { continue }
    }
    return try run(program, index, isQuick: false)
  }

  /// See ``Executor/executeQuickly(_:following:)``; the worker of a quiescent program is replaced.
  package func executeQuickly(_ program: Program, following pins: Pins?) throws -> Execution {
    try run(program, nil, following: pins, isQuick: true)
  }

  /// See ``Executor/settle(while:)``.
  package func settle(while mayWait: () -> Bool) throws -> [Execution] {
    for line in lines {
      if let answer = line.current?.receive(within: 0) { noteStray(answer, line) }
    }
    while !suspects.isEmpty, mayWait() { collectSuspects(within: 100) }
    defer { settled = [] }
    return settled
  }

  /// See ``Executor/shutDown()``.
  package func shutDown() {
    for suspect in suspects { suspect.line.dispose(of: suspect.worker) }
    suspects = []
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

  private func run(
    _ program: Program, _ index: UInt64?, following pins: Pins? = nil, isQuick: Bool
  ) throws -> Execution {
    let order = pins?.text(in: program).split(separator: "\n") ?? []
    let request = WorkerRequest.run(program, pins: order)
    let line = line(of: program)
    while true {
      let worker: WorkerProcess
      do {
        worker = try freshOrCurrent(line)
      } catch let fault as WorkerFault where fault.isOfSubject {
        return Execution(program, History(of: program, events: []), unusable: fault.description)
      }
      let marked = worker.log.next
      var answer = worker.send(request) ? worker.receive() : worker.receive(within: -1)
      // Every program records something and begins its own epoch: nothing of this one has happened.
      if case .died = answer, marked.position > 0, worker.log.next.epoch == marked.epoch {
        noteStray(answer, line)
        continue
      }
      counts.programs += 1
      let before = line.earlier
      if isQuick, answer?.mayBeWoken ?? false {
        answer = unaided(program, on: worker, bound: try quickBound())
      }
      var execution = try conclude(
        program, worker, line, answer ?? .silent, index, isQuick: isQuick)
      execution.index = index
      execution.earlier = before
      line.remember(execution)
      return execution
    }
  }

  private func conclude(
    _ program: Program, _ worker: WorkerProcess, _ line: WorkerLine,
    _ answer: WorkerProcess.Answer, _ index: UInt64?, isQuick: Bool
  ) throws -> Execution {
    switch answer {
    case .reply(.ended(let ending)) where ending.end == .quiescent:
      counts.quiescent += 1
      let earlier = line.earlier
      line.forget()
      let calibration = try calibrate() ?? .unknown
      if isQuick {
        var execution = Execution(program, history(of: program, in: worker).stalled)
        execution.exact = exactHistory(of: program, in: worker)?.stalled
        line.dispose(of: worker)
        return execution
      }
      _ = worker.send(
        .confirm(bound: InProcessExecutor.bound(options.stepBound, calibration)))
      suspects.append(
        Suspect(program: program, index: index, earlier: earlier, worker: worker, line: line))
      return Execution(program, history(of: program, in: worker), isPending: true)
    case _ where !isQuick && answer.mayBeWoken:
      let earlier = line.earlier
      line.forget()
      _ = try calibrate()
      let pending = history(of: program, in: worker)
      _ = worker.send(.runUnaided(program))
      suspects.append(
        Suspect(
          program: program, index: index, earlier: earlier, worker: worker, line: line,
          isUnaided: true))
      return Execution(program, pending, isPending: true)
    case .reply(.ended(let ending)):
      let execution = execution(program, worker, answer)
      if !ending.isReusable || worker.programs >= options.programsPerWorker { line.retire() }
      return execution
    case .reply(.refused): throw WorkerFault.refused
    case .reply: throw WorkerFault.notUnderstood
    case .died, .silent:
      defer { line.retire() }
      return execution(program, worker, answer)
    }
  }

  /// Runs a program once more, with nothing added beside it; waits no longer than for a bound.
  private func unaided(
    _ program: Program, on worker: WorkerProcess, bound: Double
  ) -> WorkerProcess.Answer? {
    let answer = worker.send(.runUnaided(program)) ? worker.receive() : worker.receive(within: -1)
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
  private func noteStray(_ answer: WorkerProcess.Answer?, _ line: WorkerLine) {
    defer { line.retire() }
    guard case .died(let status) = answer, let last = line.last else { return }
    counts.strays += 1
    var execution = last.sequel(Crash(status))
    execution.output = line.current?.lastOutput ?? ""
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
  /// - Returns: whether any has.
  @discardableResult
  private func collectSuspects(within milliseconds: Int32) -> Bool {
    var hasNews = false
    var wait = milliseconds
    for (position, suspect) in suspects.enumerated().reversed() {
      guard let answer = suspect.worker.receive(within: wait) else { continue }
      wait = 0
      if goOn(answer, position) { continue }
      hasNews = true
      suspects.remove(at: position)
      var execution = execution(suspect.program, suspect.worker, answer)
      execution.index = suspect.index
      execution.earlier = suspect.earlier
      settled.append(execution)
      suspect.line.dispose(of: suspect.worker)
    }
    return hasNews
  }

  /// Has a suspect do what follows from its answer, where that is not the end: whether it has.
  private func goOn(_ answer: WorkerProcess.Answer, _ position: Int) -> Bool {
    let suspect = suspects[position]
    guard case .reply(.ended(let ending)) = answer else { return false }
    if ending.end == .quiescent {
      let bound = InProcessExecutor.bound(options.stepBound, calibration ?? .unknown)
      return suspect.worker.send(.confirm(bound: bound))
    }
    guard answer.mayBeWoken, !suspect.isUnaided else { return false }
    suspects[position].isUnaided = true
    return suspect.worker.send(.runUnaided(suspect.program))
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

  private func freshOrCurrent(_ line: WorkerLine) throws -> WorkerProcess {
    if let current = line.current { return current }
    counts.workers += 1
    return try line.renew()
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

extension History {
  /// The history of a run after whose last event the process died.
  func crashed(_ crash: Crash) -> History {
    let before = events.filter { $0.kind != .ended }
    return History(
      of: declarations,
      events: before + [Event((events.last?.ticket ?? 0) + 1, nil, .crashed(crash))])
  }

  /// The history with its quiescence confirmed.
  fileprivate var stalled: History {
    History(
      of: declarations, events: events + [Event((events.last?.ticket ?? 0) + 1, nil, .stalled)])
  }
}
