import OQAdapters
import OQCommandLine
import OQDriver
import OQHistory
import OQRunner
import OQSpecification
import OQSubjects

/// Runs the programs of a class of operations with a correct class on the same host: what shows
/// there, too, is the host's.
final class ControlTrials {
  private let subject: ClassSubject
  private let judge: Judge
  private let seed: UInt64
  private let executor: any Executor
  private var programs = 0
  private var findings: [Finding] = []

  /// Attempts of a program that the class under test has failed.
  private static let attempts = Workshop.attempts

  /// Starts what the control needs.
  ///
  /// - Parameters:
  ///   - subject: the control.
  ///   - judge: judges the class under test.
  ///   - isInProcess: whether programs run in this process.
  ///   - profile: the reading of the contract.
  ///   - seed: the seed of the campaign.
  ///   - calibration: what was measured of the host.
  /// - Throws: a fault of the machine.
  init(
    _ subject: ClassSubject, _ judge: Judge, isInProcess: Bool, profile: Profile, seed: UInt64,
    calibration: Calibration?
  ) throws(Failure) {
    self.subject = subject
    self.judge = judge
    self.seed = seed
    executor = try Target.driven(subject).executor(
      inProcess: isInProcess, profile: profile, seed: seed)
    executor.calibration = calibration
  }

  /// What the control has shown so far.
  var control: Report.Control {
    Report.Control(name: subject.description.name, programs: programs, findings: findings)
  }

  /// Whether the control has shown what is blamed.
  func shows(_ blame: Finding.Blame) -> Bool { control.shows(blame) }

  /// Ends what was started.
  func shutDown() { executor.shutDown() }

  /// Runs the programs that the class under test has run.
  ///
  /// - Parameters:
  ///   - chosen: the indices that were chosen; empty takes the first ones.
  ///   - programs: how many ran.
  ///   - corpus: how many of them are of the corpus.
  ///   - stops: requests to end.
  ///   - program: the program with an index.
  /// - Throws: a fault of the suite or of the machine.
  func run(
    chosen: [UInt64], programs: Int, corpus: Int, _ stops: StopRequests?,
    _ program: @escaping @Sendable (UInt64) -> Program
  ) throws(Failure) {
    let indices = Indices(
      chosen: chosen.isEmpty ? nil : chosen, programs: max(0, programs - corpus), extra: corpus)
    let campaign = Campaign(judge: judge, indices: indices, program: program)
    let watch = Watch(budget: nil, stops: stops) { campaign.stop() }
    let result = campaign.run(on: [executor]) { watch.hasTime }
    watch.cancel()
    if let fault = result.fault { throw Failure(.fault, fault) }
    if let unusable = result.unusable {
      throw Failure(.fault, "\(subject.description.name): \(unusable)")
    }
    self.programs = result.programs
    findings = result.candidates.map { Finding($0, seed: seed) }
  }

  /// Runs the smallest programs that the class under test has failed.
  ///
  /// A program that was made smaller is another program: what it shows may be the host's although
  /// nothing that the class ran before was.
  ///
  /// - Parameters:
  ///   - accused: what the class under test was found to break.
  ///   - stops: requests to end.
  /// - Returns: those that the control never showed.
  /// - Throws: a fault of the suite or of the machine.
  func acquit(_ accused: [Finding], _ stops: StopRequests?) throws(Failure) -> [Finding] {
    var charged: [Finding] = []
    for finding in accused {
      let trial = Trial(finding)
      var proof: Proof?
      var runs = 0
      while proof == nil, runs < ControlTrials.attempts,
        (stops?.current ?? StopRequest.none) == StopRequest.none
      {
        runs += 1
        do {
          proof = try trial.run(on: executor, judge: judge, for: finding.rule)
        } catch {
          throw Failure(.fault, "\(error)")
        }
      }
      guard let proof else {
        charged.append(finding)
        continue
      }
      var shown = finding
      shown.show(proof)
      findings.append(shown)
    }
    return charged
  }
}
