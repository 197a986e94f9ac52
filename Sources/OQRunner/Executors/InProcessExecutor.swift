import OQAdapters
import OQDriver
import OQHistory

/// Runs programs in this process: for debuggers and sanitizers, and inside a worker.
package final class InProcessExecutor: Executor {
  private let driver: Driver
  private let subject: any Subject

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
    driver = Driver(
      subject: subject, log: try MappedLog.inProcess(capacity: capacity), observer: observer)
  }

  /// The step bound, in seconds, of subjects that declare none.
  package static let defaultStepBound = 10.0

  /// See ``Executor/execute(_:)``.
  package func execute(_ program: Program) throws -> Execution {
    try run(
      program, bound: subject.description.stepBound ?? InProcessExecutor.defaultStepBound)
  }

  /// See ``Executor/executeQuickly(_:)``.
  package func executeQuickly(_ program: Program) throws -> Execution {
    try run(program, bound: 0)
  }

  private func run(_ program: Program, bound: Double) throws -> Execution {
    guard driver.isReusable else { throw InProcessFault.leftBehind }
    let end = driver.execute(program)
    switch end {
    case .completed, .unprepared: break
    case .quiescent:
      _ = driver.confirmStall(bound: bound)
      driver.close()
    case .undecided: driver.close()
    }
    return Execution(
      program, driver.history(of: program),
      unusable: driver.adapterLied ? "the adapter does not support a verb that it declares" : nil)
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
