import OQAdapters
import OQDriver
import OQHistory
import OQWire

/// Runs programs on an adapter that speaks the wire protocol, in processes of its own.
///
/// Used by one thread at a time.
package final class WireExecutor: LastingExecutor {
  /// How adapters are started and treated.
  package struct Options: Sendable {
    /// The program and its arguments.
    package var words: [String]
    /// The name of the harness, with its version.
    package var harness: String
    /// Starts the guards of its processes; shared by all copies of this value.
    package var guards = Guards()
    /// Variables of its environment beside those of this process.
    package var variables: [String: String] = [:]
    /// Shows the points of the process; nil for none.
    package var preload: PreloadLibrary?
    /// Events that one program may record.
    package var capacity = 1 << 20
    /// Programs after which a process is replaced.
    package var programsPerProcess = 1000
    /// Programs of a process that are remembered, should it die.
    package var remembered = 200
    /// How long the driver tries.
    package var patience = AdapterDriver.Patience()

    /// Describes adapters.
    package init(_ words: [String], harness: String) {
      self.words = words
      self.harness = harness
    }

    /// Starts an adapter and waits for its answer to `hello`.
    ///
    /// - Parameter transcript: is told every line, and whether the harness sent it.
    /// - Returns: what drives it.
    /// - Throws: `AdapterFault`.
    package func start(
      transcript: ((Bool, String) -> Void)? = nil
    ) throws(AdapterFault) -> AdapterDriver {
      let process = try AdapterProcess(
        words, harness: harness, variables: variables, preload: preload,
        guards: guards, transcript: transcript)
      let driver = AdapterDriver(process, capacity: capacity, patience: patience)
      try driver.greet()
      return driver
    }
  }

  /// Processes that were started so far.
  package private(set) var processes = 0
  /// Programs that became quiescent, and those of them that were confirmed or moved later.
  package private(set) var counts = (quiescent: 0, stalled: 0, late: 0, deaths: 0)
  /// See ``Executor/calibration``.
  package var calibration: Calibration?

  /// The processes of adapters that run, for those who look for what is left.
  package var identifiers: [Int32] {
    suspects.identifiers + (current.map { [$0.process.identifier] } ?? [])
  }

  /// Whether somebody has asked for several processes; see ``Executor/mayHaveCompanions``.
  package private(set) var mayHaveCompanions = false

  var hasProcess: Bool { current != nil }

  private let options: Options
  private var current: AdapterDriver?
  private var programs = 0
  private var last: Execution?
  private var earlier: [Program] = []
  private let suspects = WireSuspects()
  var settled: [Execution] = []

  /// Makes an executor; nothing is started yet.
  ///
  /// - Parameter options: how adapters are started and treated.
  package init(_ options: Options) { self.options = options }

  deinit { shutDown() }

  /// See ``Executor/shutDown()``.
  package func shutDown() {
    suspects.abandon()
    retire()
  }

  /// See ``Executor/execute(_:)``.
  package func execute(_ program: Program) throws -> Execution { run(program, nil, isQuick: false) }

  /// See ``Executor/execute(_:index:)``.
  package func execute(_ program: Program, index: UInt64) throws -> Execution {
    run(program, index, isQuick: false)
  }

  /// See ``Executor/executeQuickly(_:following:)``.
  package func executeQuickly(_ program: Program, following pins: Pins?) throws -> Execution {
    run(program, nil, isQuick: true, TrialMode(following: pins))
  }

  /// See ``Executor/execute(_:index:following:)``.
  package func execute(
    _ program: Program, index: UInt64, following pins: Pins
  ) throws -> Execution {
    var execution = run(program, index, isQuick: false, TrialMode(following: pins))
    execution.pins = pins
    return execution
  }

  /// See ``Executor/executeQuickly(_:_:)``.
  package func executeQuickly(_ program: Program, _ mode: TrialMode) throws -> Execution {
    run(program, nil, isQuick: true, mode)
  }

  /// See ``Executor/settle(while:)``: suspects, and deaths after the end of a program.
  package func settle(while mayWait: () -> Bool) throws -> [Execution] {
    lookForStray()
    suspects.settle(while: mayWait)
    return try collect()
  }

  /// See ``Executor/executeInOrder(_:following:)``; the process is replaced before and after.
  package func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) throws -> (last: Execution, ran: Int) {
    try runInOrder(programs, following: pins)
  }

  // MARK: Running

  private func run(
    _ program: Program, _ index: UInt64?, isQuick: Bool, _ mode: TrialMode = TrialMode()
  ) -> Execution {
    switch begin(program, index, isQuick: isQuick, mode) {
    case .unusable(let execution): execution
    case .begun(let running):
      take(running.conclude(calibration) { measured() })
    }
  }

  private enum Beginning {
    case begun(WireRunning)
    /// No process answers.
    case unusable(Execution)
  }

  /// Finds a process for a program.
  private func begin(
    _ program: Program, _ index: UInt64?, isQuick: Bool, _ mode: TrialMode
  ) -> Beginning {
    lookForStray()
    do throws(AdapterFault) {
      let driver = try currentOrFresh()
      programs += 1
      return .begun(
        WireRunning(
          program: program, index: index, mode: mode, isQuick: isQuick, earlier: earlier,
          driver: driver))
    } catch {
      return .unusable(
        Execution(program, History(of: program, events: []), unusable: error.description))
    }
  }

  /// Takes in what has come of a program; its process runs the next one if it can.
  private func take(_ conclusion: WireRunning.Conclusion) -> Execution {
    count(conclusion)
    if case .completed = conclusion.end, programs < options.programsPerProcess {
      remember(conclusion.execution)
    } else {
      retire()
    }
    return conclusion.execution
  }

  private func count(_ conclusion: WireRunning.Conclusion) {
    counts.quiescent += conclusion.isQuiescent ? 1 : 0
    counts.late += conclusion.isLate ? 1 : 0
    switch conclusion.end {
    case .died: counts.deaths += 1
    case .stalled: counts.stalled += 1
    case .undecided, .completed, .unprepared, .quiescent, .overflowed, .faulty: break
    }
  }

  // MARK: Several processes

  /// See ``Executor/allowCompanions()``.
  package func allowCompanions() { mayHaveCompanions = true }

  /// See ``Executor/submit(_:index:while:)``: a program that takes its time keeps its process, and
  /// the next one has another.
  package func submit(
    _ program: Program, index: UInt64, while mayWait: () -> Bool
  ) throws -> [Execution] {
    guard mayHaveCompanions else { return [try execute(program, index: index)] }
    guard suspects.makeRoom(while: mayWait) else { return try collect() }
    switch begin(program, index, isQuick: false, TrialMode()) {
    case .unusable(let execution): return [execution]
    case .begun(let running):
      if let conclusion = suspects.run(running, measured()) {
        return [take(conclusion)] + (try collect())
      }
      forget()
      return try collect()
    }
  }

  /// See ``Executor/collect()``.
  package func collect() throws -> [Execution] {
    for conclusion in suspects.answered() {
      count(conclusion)
      settled.append(conclusion.execution)
    }
    defer { settled = [] }
    return settled
  }

  private func currentOrFresh() throws(AdapterFault) -> AdapterDriver {
    if let current { return current }
    let driver = try options.start()
    processes += 1
    current = driver
    return driver
  }

  private func remember(_ execution: Execution) {
    last = execution
    if earlier.count >= options.remembered { earlier.removeFirst() }
    earlier.append(execution.program)
  }

  /// Takes note of a process that died though no program ran: the last one that did has a sequel.
  private func lookForStray() {
    guard let current else { return }
    current.process.pump(within: 0)
    guard case .died(let status) = current.process.condition else { return }
    if let last {
      var sequel = last.sequel(Crash(status))
      sequel.output = current.process.lastOutput
      settled.append(sequel)
    }
    retire()
  }

  func retire() {
    current?.process.end()
    forget()
  }

  /// Leaves the process to whoever has it.
  private func forget() {
    current = nil
    programs = 0
    last = nil
    earlier = []
  }

  // MARK: Calibration

  /// See ``Executor/calibrate()``: how many bodies begin while none returns, in processes of their
  /// own.
  ///
  /// What an adapter has done once it can do. Whether it does so each time is a question for rules,
  /// so one that does less is asked again.
  package func calibrate() throws -> Calibration? { measured() }

  /// The calibration, which is measured where nobody has yet.
  private func measured() -> Calibration {
    if let calibration { return calibration }
    let best = Calibration(bestOf: WireExecutor.trials, measure)
    calibration = best
    return best
  }

  /// How often an adapter is measured that begins fewer bodies than it is asked for.
  private static let trials = 5

  private func measure() -> Calibration {
    guard let driver = try? options.start() else { return .unknown }
    let one = WireExecutor.twoBodies(queues: 1).map { driver.bodies(in: $0) } ?? 0
    let two =
      one > 0 && driver.process.condition == .alive && driver.isFree
      ? WireExecutor.twoBodies(queues: 2).map { driver.bodies(in: $0) } ?? 0 : 1
    driver.process.end()
    return Calibration(oneQueue: one, twoQueues: two, delay: driver.longestCanary)
  }

  private static func twoBodies(queues: Int) -> Program? {
    try? Program(
      parsing: """
        oqprogram 1
        queue p
        queue q
        op a
          in a: hold
        op b
          in b: hold
        client 1
          add p a
          add \(queues == 1 ? "p" : "q") b
          until begin a
          until begin b
          open a
          open b
          until end a
          until end b

        """)
  }
}

extension AdapterDriver {
  /// Whether another program can be run: the last one has completed.
  var isFree: Bool { process.conversation.run?.phase == .completed }

  /// Bodies of a program with two of them that begin while none returns.
  fileprivate func bodies(in program: Program) -> Int {
    switch execute(program) {
    case .completed: 2
    case .quiescent: 1
    case .unprepared, .stalled, .undecided, .overflowed, .died, .faulty: 0
    }
  }
}
