import OQAdapters
import OQDriver
import OQHistory
import OQReport

/// A program on a process of an adapter.
///
/// Used by one thread at a time.
struct WireRunning {
  /// What has come of it.
  struct Conclusion: Sendable {
    /// How it ended.
    let end: AdapterDriver.End
    /// Its history, and what else it showed.
    let execution: Execution
    /// Whether it has rested.
    let isQuiescent: Bool
    /// Whether something moved after that.
    let isLate: Bool
  }

  let program: Program
  let index: UInt64?
  let mode: TrialMode
  let isQuick: Bool
  /// Programs that the process ran before.
  let earlier: [Program]
  let driver: AdapterDriver

  /// How long a trial may take: one that neither ends nor rests by then proves nothing, and there
  /// are many of them.
  private static let longestTrial = Duration.seconds(5)

  /// Runs it until its end is certain, or, where it is a trial, for as long as a trial may take.
  ///
  /// - Parameters:
  ///   - known: what the subject can do on this machine; nil where that was not measured.
  ///   - measure: measures it, for a program that rests: what is owed depends on it, whoever asks.
  /// - Returns: what has come of it; its process is gone where it can run nothing more.
  func conclude(_ known: Calibration?, measure: () -> Calibration) -> Conclusion {
    if isQuick {
      let step = Duration.seconds(3 * (driver.description?.stepBound ?? 0))
      let end = ContinuousClock.now + max(WireRunning.longestTrial, step)
      driver.isWanted = { ContinuousClock.now < end }
      driver.isEnough = mode.isEnough
    }
    defer {
      if isQuick { driver.isWanted = { true } }
      driver.isEnough = nil
    }
    var end = driver.execute(program, following: mode.pins, points: mode.points)
    let points = driver.pointReport
    let isQuiescent = end == .quiescent
    var calibration = known ?? .unknown
    if isQuiescent {
      calibration = measure()
      end = isQuick ? .stalled : confirm(calibration, isQuick: false)
    }
    if end == .completed, driver.wasWoken, mode.mayRunUnaided {
      // A canary may have set it going: once more, without any.
      end = driver.execute(program, isUnaided: true, following: mode.pins)
      if end == .quiescent {
        calibration = measure()
        end = confirm(calibration, isQuick: isQuick)
      }
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
    return Conclusion(
      end: end, execution: execution, isQuiescent: isQuiescent, isLate: driver.late > 0)
  }

  /// Waits until a quiescence is final; where a run is quick, for the shortest time that what was
  /// measured allows.
  private func confirm(_ calibration: Calibration, isQuick: Bool) -> AdapterDriver.End {
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
