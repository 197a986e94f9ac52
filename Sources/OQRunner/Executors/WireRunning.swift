import OQAdapters
import OQDriver
import OQHistory
import OQReport

/// A program that a process of an adapter has run until it ended or rested for the first time.
///
/// Used by one thread at a time.
struct WireRunning {
  /// What has come of it.
  struct Conclusion: Sendable {
    /// How it ended.
    let end: AdapterDriver.End
    /// Its history, and what else it showed.
    let execution: Execution
    /// Whether something moved after it had rested.
    let isLate: Bool
  }

  let program: Program
  let index: UInt64?
  let mode: TrialMode
  let isQuick: Bool
  /// Programs that the process ran before.
  let earlier: [Program]
  let driver: AdapterDriver
  /// How it ended, or that it rests.
  let end: AdapterDriver.End
  let points: PointReport?
  /// What the subject can do on this machine.
  var calibration = Calibration.unknown

  /// Whether its end is not certain: it rests, or a canary may have set it going.
  var isOpen: Bool { end == .quiescent || mayBeWoken(end) }

  /// Waits until its end is certain.
  ///
  /// - Returns: what has come of it; its process is gone where it can run nothing more.
  func conclude() -> Conclusion {
    var end = end
    if end == .quiescent { end = isQuick ? .stalled : confirm(isQuick: false) }
    if mayBeWoken(end) {
      // Once more, without any canary.
      end = driver.execute(program, isUnaided: true, following: mode.pins)
      if end == .quiescent { end = confirm(isQuick: isQuick) }
    }
    // A lane that may be lost is no witness against the implementation.
    let doubt = end == .stalled || end == .undecided ? driver.doubt : nil
    if doubt != nil { end = .undecided }
    let history = driver.history(end).measured(bodies: calibration.bodies)
    var output = ""
    if end.isLast {
      // Everything that it has written is there once it is gone.
      driver.process.end()
      output = driver.process.lastOutput
    }
    var unusable: String?
    if case .faulty(let fault) = end {
      unusable = AdapterFault.faulty(fault, output: output).description
    }
    var execution = Execution(program, history, unusable: unusable)
    execution.output = output
    execution.isUndecided = end == .undecided
    execution.doubt = doubt
    execution.index = index
    execution.earlier = earlier
    execution.points = points
    return Conclusion(end: end, execution: execution, isLate: driver.late > 0)
  }

  private func mayBeWoken(_ end: AdapterDriver.End) -> Bool {
    end == .completed && driver.wasWoken && mode.mayRunUnaided
  }

  /// Waits until a quiescence is final; where a run is quick, for the shortest time that what was
  /// measured allows.
  private func confirm(isQuick: Bool) -> AdapterDriver.End {
    let declared = driver.description?.stepBound
    let bound = InProcessExecutor.bound(
      isQuick ? min(InProcessExecutor.quickBound, declared ?? .infinity) : declared, calibration)
    return driver.confirm(bound: bound, isDeclared: declared != nil)
  }
}

extension AdapterDriver.End {
  /// Whether the process runs nothing more after it.
  fileprivate var isLast: Bool {
    switch self {
    case .died, .stalled, .undecided, .faulty: true
    case .completed, .unprepared, .quiescent, .overflowed: false
    }
  }
}
