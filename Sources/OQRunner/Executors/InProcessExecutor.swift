import OQAdapters
import OQDriver
import OQHistory

/// Runs programs in this process: for debuggers and sanitizers, and inside a worker.
package final class InProcessExecutor: Executor {
  private let driver: Driver
  private let subject: any Subject
  private let observer: (any QuiescenceObserver)?

  /// See ``Executor/calibration``.
  package var calibration: Calibration?

  /// Makes an executor.
  ///
  /// - Parameters:
  ///   - subject: what is driven.
  ///   - capacity: events that one program may record.
  ///   - observer: how quiescence is established; nil never finds it.
  /// - Throws: `SystemError` when memory for the log cannot be had.
  package init(
    subject: any Subject, capacity: Int = 1 << 20, observer: (any QuiescenceObserver)? = nil
  ) throws {
    self.subject = subject
    self.observer = observer
    driver = Driver(
      subject: subject, log: try MappedLog.inProcess(capacity: capacity), observer: observer)
  }

  /// The step bound, in seconds, of subjects that declare none.
  package static let defaultStepBound = 10.0

  /// Seconds for which nothing must move without a canary where a run is only tried again: what
  /// it shows has been confirmed before, and a canary has the last word.
  static let quickBound = 0.5

  /// The time, in seconds, for which nothing must move before a quiescence is final.
  ///
  /// - Parameters:
  ///   - declared: the step bound that the implementer declares; nil takes the default.
  ///   - calibration: what was measured: the bound is never less than three times the longest
  ///     delay.
  /// - Returns: seconds.
  static func bound(_ declared: Double?, _ calibration: Calibration) -> Double {
    max(declared ?? defaultStepBound, 3e-6 * Double(calibration.delay))
  }

  /// See ``Executor/execute(_:)``.
  package func execute(_ program: Program) throws -> Execution {
    let calibration = try calibrate() ?? .unknown
    return try run(
      program, bound: InProcessExecutor.bound(subject.description.stepBound, calibration))
  }

  /// See ``Executor/calibrate()``: measured before the first program, since a quiescent process
  /// cannot be measured any more.
  package func calibrate() throws -> Calibration? {
    if calibration == nil { calibration = observer?.calibrate() }
    return calibration
  }

  /// See ``Executor/executeQuickly(_:following:)``.
  package func executeQuickly(_ program: Program, following pins: Pins?) throws -> Execution {
    try run(program, following: pins, bound: 0)
  }

  private func run(
    _ program: Program, following pins: Pins? = nil, bound: Double
  ) throws -> Execution {
    guard driver.isReusable else { throw InProcessFault.leftBehind }
    let bodies = (try calibrate() ?? .unknown).bodies
    var end = driver.execute(program, following: pins)
    if end == .completed, driver.wasWoken, driver.isReusable {
      // A canary may have set it going: once more, without any.
      end = driver.execute(program, isUnaided: true)
    }
    switch end {
    case .completed, .unprepared: break
    case .quiescent:
      _ = driver.confirmStall(bound: bound)
      driver.close()
    case .undecided: driver.close()
    }
    var execution = Execution(
      program, driver.history(of: program).measured(bodies: bodies),
      unusable: driver.adapterLied ? "the adapter does not support a verb that it declares" : nil)
    execution.isUndecided = end == .undecided
    return execution
  }
}

/// Why no further program can run in this process.
package enum InProcessFault: Error, CustomStringConvertible {
  /// A lane or a callback of an earlier program is stuck inside the subject.
  case leftBehind

  /// What happened, and what to do.
  package var description: String {
    """
    a thread of an earlier program is stuck inside the subject; \
    run without --in-process, so that a fresh process can go on
    """
  }
}
