import OQDriver
import OQHistory
import OQJudging
import OQReport

/// Runs the programs of a subject on its control: what shows there, too, is not the subject's
/// doing.
final class ControlTrials {
  private let name: String
  private let judge: Judge
  private let seed: UInt64
  private let executor: any Executor
  private let stops: StopRequests?
  private var programs = 0
  private var findings: [Finding] = []

  /// Attempts of a program that the subject has failed.
  private static let attempts = Workshop.attempts

  /// Trials of a control.
  ///
  /// - Parameters:
  ///   - name: the name of the control.
  ///   - judge: judges the subject.
  ///   - seed: the seed of the campaign.
  ///   - executor: runs programs on the control.
  ///   - stops: requests to end.
  init(
    _ name: String, _ judge: Judge, seed: UInt64, _ executor: any Executor, _ stops: StopRequests?
  ) {
    self.name = name
    self.judge = judge
    self.seed = seed
    self.executor = executor
    self.stops = stops
  }

  /// What the control has shown so far.
  var control: Report.Control {
    Report.Control(name: name, programs: programs, findings: findings)
  }

  /// Whether the control has shown what is blamed.
  func shows(_ blame: Finding.Blame) -> Bool { control.shows(blame) }

  /// Ends what was started.
  func shutDown() { executor.shutDown() }

  /// Runs the programs that the subject has run.
  ///
  /// - Parameters:
  ///   - request: what was asked of the subject.
  ///   - programs: how many programs ran, those of the corpus included.
  /// - Throws: a fault of the suite or of the machine.
  func run(_ request: Inquiry.Request, programs: Int) throws(Inquiry.Fault) {
    let indices = request.indices(atMost: max(0, programs - request.corpus.count))
    let campaign = Campaign(judge: judge, indices: indices, program: request.program)
    let watch = Watch(budget: nil, stops: stops) { campaign.stop() }
    let result = campaign.run(on: [executor]) { watch.hasTime }
    watch.cancel()
    if let fault = result.fault { throw .suite(fault) }
    if let unusable = result.unusable { throw .suite("\(name): \(unusable)") }
    self.programs = result.programs
    findings = result.sightings.map { Finding($0, seed: seed) }
  }

  /// Runs the smallest programs that the subject has failed.
  ///
  /// A program that was made smaller is another program: what it shows may not be the subject's
  /// doing although nothing that it ran before was.
  ///
  /// - Parameter accused: what the subject was found to break.
  /// - Returns: those that the control never showed.
  /// - Throws: a fault of the suite or of the machine.
  func acquit(_ accused: [Finding]) throws(Inquiry.Fault) -> [Finding] {
    var charged: [Finding] = []
    for finding in accused {
      let trial = Trial(finding)
      var reproduction: Reproduction?
      var runs = 0
      while reproduction == nil, runs < ControlTrials.attempts,
        (stops?.current ?? StopRequest.none) == StopRequest.none
      {
        runs += 1
        do {
          reproduction = try trial.run(on: executor, judge: judge, for: finding.rule)
        } catch {
          throw .suite("\(error)")
        }
      }
      guard let reproduction else {
        charged.append(finding)
        continue
      }
      var shown = finding
      shown.show(reproduction)
      findings.append(shown)
    }
    return charged
  }
}
