import OQDriver
import OQHistory

/// Runs programs and gives their histories: in this process, in a worker, or in the model.
package protocol Executor: AnyObject {
  /// Runs one program to its end.
  ///
  /// - Parameter program: a program without faults.
  /// - Returns: its history, and what else the run showed.
  /// - Throws: a fault of the suite or of the machine; never for what a subject does.
  func execute(_ program: Program) throws -> Execution

  /// Runs the program with an index; executors that draw, draw from the index.
  ///
  /// - Parameters:
  ///   - program: a program without faults.
  ///   - index: its index in the campaign.
  /// - Returns: its history, and what else the run showed.
  /// - Throws: a fault of the suite or of the machine; never for what a subject does.
  func execute(_ program: Program, index: UInt64) throws -> Execution

  /// The same as ``execute(_:index:)``, with lanes held and an order of harness points.
  ///
  /// - Parameters:
  ///   - program: a program without faults.
  ///   - index: its index in the campaign.
  ///   - pins: what is held, and an order of harness points.
  /// - Returns: its history with ``Execution/pins``, and what else the run showed.
  /// - Throws: a fault of the suite or of the machine; never for what a subject does.
  func execute(_ program: Program, index: UInt64, following pins: Pins) throws -> Execution

  /// Runs the program with an index, or begins to.
  ///
  /// A program that takes its time goes on while the next ones run.
  ///
  /// - Parameters:
  ///   - program: a program without faults.
  ///   - index: its index in the campaign.
  ///   - mayWait: asked again and again whether there is time to wait for room where too many
  ///     others take theirs; without it the program does not run.
  /// - Returns: what has come to an end since the last time, with the index it was given; the rest
  ///   comes from ``settle(while:)``.
  /// - Throws: a fault of the suite or of the machine; never for what a subject does.
  func submit(
    _ program: Program, index: UInt64, while mayWait: () -> Bool
  ) throws -> [Execution]

  /// Runs one program to its end, taking a quiescence for final at once.
  ///
  /// For shrinking: many runs, each with strong but not final evidence. What it leads to is
  /// confirmed once by ``execute(_:)``.
  ///
  /// - Parameters:
  ///   - program: a program without faults.
  ///   - pins: an order of harness points to follow as far as the subject permits.
  /// - Returns: its history, never pending.
  /// - Throws: a fault of the suite or of the machine.
  func executeQuickly(_ program: Program, following pins: Pins?) throws -> Execution

  /// The same as ``executeQuickly(_:following:)``, in one of several ways.
  ///
  /// - Parameters:
  ///   - program: a program without faults.
  ///   - mode: how it runs.
  /// - Returns: its history, with ``Execution/points`` where the executor sees points.
  /// - Throws: a fault of the suite or of the machine.
  func executeQuickly(_ program: Program, _ mode: TrialMode) throws -> Execution

  /// Runs programs one after another in one process, which has run nothing before.
  ///
  /// Ends with the first program in which the process dies, or after whose end it does; quiescences
  /// are taken for final at once.
  ///
  /// - Parameters:
  ///   - programs: at least one program without faults.
  ///   - pins: an order of harness points for the last of them to follow.
  /// - Returns: the last program that ran, as ``executeQuickly(_:following:)`` gives it, and how
  ///   many ran.
  /// - Throws: a fault of the suite or of the machine.
  func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) throws -> (last: Execution, ran: Int)

  /// Gives programs that were set aside and whose answer has come, without waiting for any.
  ///
  /// - Returns: executions with the tags they were set aside with.
  /// - Throws: a fault of the suite or of the machine.
  func collect() throws -> [Execution]

  /// Gives what programs have shown that were set aside by ``submit(_:index:)`` since the last
  /// time: what they show is not final, and they are still to come back.
  ///
  /// - Returns: pending executions with the tags they were set aside with.
  func suspected() -> [Execution]

  /// Waits for programs whose quiescence is not confirmed yet, and gives them with the answer.
  ///
  /// - Parameter mayWait: asked again and again whether there is time to wait for more.
  /// - Returns: executions with the tags they were set aside with; empty where nothing is pending.
  /// - Throws: a fault of the suite or of the machine.
  func settle(while mayWait: () -> Bool) throws -> [Execution]

  /// What the subject can do on this machine; stated in the evidence of every quiescence.
  ///
  /// Set where another executor of the same subject has measured it.
  var calibration: Calibration? { get set }

  /// Measures what the subject can do on this machine, unless that is known.
  ///
  /// An executor that was never asked measures before it concludes anything from a quiescence.
  ///
  /// - Returns: the measurements; those of ``Calibration/unknown`` if the subject did not survive
  ///   them; nil where there is nothing to measure.
  /// - Throws: a fault of the suite or of the machine.
  func calibrate() throws -> Calibration?

  /// Whether others like it may run programs at the same time, without being asked for: its subject
  /// has a process that belongs to nobody else.
  var mayHaveCompanions: Bool { get }

  /// Takes note that somebody has asked for several processes of the subject at a time, before
  /// anything runs.
  func allowCompanions()

  /// How many trials it runs at once; see ``together(_:)``.
  var breadth: Int { get }

  /// Does several pieces of work at once, each with an executor of its own.
  ///
  /// - Parameter work: at most ``breadth`` pieces; called on several threads.
  /// - Returns: what came of them, in their order.
  /// - Throws: what the first of them threw.
  func together<Answer: Sendable>(
    _ work: [@Sendable (any Executor) throws -> Answer]
  ) throws -> [Answer]

  /// Executors of the same subject for several threads, each of which runs trials of its own.
  ///
  /// They are shut down with this one.
  ///
  /// - Parameter count: how many threads there are, at least one.
  /// - Returns: one for each thread, or this one alone where the subject allows for no others.
  /// - Throws: a fault of the machine.
  func divided(into count: Int) throws -> [any Executor]

  /// Longest time for a run by ``executeQuickly(_:_:)`` that is given none; nil for as long as
  /// something moves.
  var patience: Duration? { get set }

  /// Ends everything that the executor started.
  func shutDown()
}

extension Executor {
  /// The same as ``execute(_:)``, for executors that do not draw.
  package func execute(_ program: Program, index: UInt64) throws -> Execution {
    try execute(program)
  }
  /// The same as ``submit(_:index:while:)``, and waits for room as long as it takes.
  package func submit(_ program: Program, index: UInt64) throws -> [Execution] {
    try submit(program, index: index, while: { true })
  }
  /// Runs it to its end.
  package func submit(
    _ program: Program, index: UInt64, while mayWait: () -> Bool
  ) throws -> [Execution] {
    var execution = try execute(program, index: index)
    execution.index = execution.index ?? index
    return [execution]
  }
  /// The same as ``execute(_:)``, for executors that know neither quiescence nor threads.
  package func executeQuickly(_ program: Program, following pins: Pins?) throws -> Execution {
    try execute(program)
  }
  /// The same as ``execute(_:index:)``, for executors that hold nothing.
  package func execute(
    _ program: Program, index: UInt64, following pins: Pins
  ) throws -> Execution {
    try execute(program, index: index)
  }
  /// The same as ``executeQuickly(_:following:)``, for executors that know of one way only.
  package func executeQuickly(_ program: Program, _ mode: TrialMode) throws -> Execution {
    try executeQuickly(program, following: mode.pins)
  }
  /// The same as ``executeQuickly(_:following:)`` without an order to follow.
  package func executeQuickly(_ program: Program) throws -> Execution {
    try executeQuickly(program, following: nil)
  }
  /// One after another, for executors without processes of their own.
  package func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) throws -> (last: Execution, ran: Int) {
    guard let program = programs.last else {
      preconditionFailure("a sequence has at least one program")
    }
    for program in programs.dropLast() { _ = try executeQuickly(program) }
    return (try executeQuickly(program, following: pins), programs.count)
  }
  /// Nothing is ever pending.
  package func collect() throws -> [Execution] { [] }
  /// Nothing is ever set aside.
  package func suspected() -> [Execution] { [] }
  /// Nothing is ever pending.
  package func settle(while mayWait: () -> Bool) throws -> [Execution] { [] }
  /// Waits for all of them, however long it takes.
  package func settle() throws -> [Execution] { try settle { true } }
  /// There is nothing to measure.
  package var calibration: Calibration? {
    get { nil }
    set {}
  }
  /// There is nothing to measure.
  package func calibrate() throws -> Calibration? { nil }
  /// There is one of its kind unless somebody asks for more.
  package var mayHaveCompanions: Bool { false }
  /// It is known already.
  package func allowCompanions() {}
  /// Nothing is ever given up.
  package var patience: Duration? {
    get { nil }
    set {}
  }
  /// One after the other.
  package var breadth: Int { 1 }
  /// One after the other.
  package func together<Answer: Sendable>(
    _ work: [@Sendable (any Executor) throws -> Answer]
  ) throws -> [Answer] {
    try work.map { try $0(self) }
  }
  /// One thread is all there is.
  package func divided(into count: Int) throws -> [any Executor] { [self] }
  /// Nothing was started.
  package func shutDown() {}
}

/// One run of one program.
package struct Execution: Sendable {
  /// The program that ran.
  package let program: Program
  /// Its history.
  package let history: History
  /// Whether the run is set aside as a suspect: it ended in a quiescence that is neither confirmed
  /// nor refuted yet, and comes back from ``Executor/settle(while:)``.
  package let isPending: Bool
  /// Why the subject cannot be judged at all, where it cannot.
  package let unusable: String?
  /// The program's index, where the executor was told and the execution comes back later.
  package var index: UInt64?
  /// Whether neither an end nor a quiescence of the program could be established: what it shows is
  /// judged, what it does not show proves nothing.
  package var isUndecided = false
  /// The history with every call and task where the subject has told that it was; nil for a subject
  /// that tells nothing of itself.
  package var exact: History?
  /// Whether this is an addition to an execution that was given before: the process died after the
  /// program's last event, and nothing else ran meanwhile.
  package var isAfterthought = false
  /// Programs that the same process ran before this one, the last of them in their order; empty
  /// where every program has the same process.
  package var earlier: [Program] = []
  /// Why the run is undecided, where more is known of that.
  package var doubt: String?
  /// The last lines that the process wrote, where it died or could run nothing more: not the same
  /// every time.
  package var output = ""
  /// What the run has shown of the points of the subject; nil where nobody asked, where they cannot
  /// be seen, and where the process has died.
  package var points: PointReport?
  /// What was held, and the order of harness points that was followed; nil for a run that was left
  /// to itself.
  package var pins: Pins?

  /// Puts an execution together.
  ///
  /// - Parameters:
  ///   - program: the program that ran.
  ///   - history: its history.
  ///   - isPending: whether its quiescence is still to be confirmed.
  ///   - unusable: why the subject cannot be judged at all.
  package init(
    _ program: Program, _ history: History, isPending: Bool = false, unusable: String? = nil
  ) {
    self.program = program
    self.history = history
    self.isPending = isPending
    self.unusable = unusable
  }
}
