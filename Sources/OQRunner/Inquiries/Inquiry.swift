import OQAdapters
import OQDriver
import OQFacts
import OQHistory
import OQJudging
import OQModel
import OQPrograms
import OQReport
import OQSpecification
import Synchronization

/// A whole campaign on one subject: calibration, programs, control, findings, report.
///
/// A request is a value. Effects come in from outside: what runs programs, what stops the run, what
/// keeps a finding, who is told how far it is.
package struct Inquiry {
  /// Why there is no report.
  package enum Fault: Error, Sendable, Hashable, CustomStringConvertible {
    /// A fault of the suite or of the machine.
    case suite(String)
    /// A finding could not be written.
    case unwritable(UnwritablePlace)

    /// What is wrong.
    package var description: String {
      switch self {
      case .suite(let message): message
      case .unwritable(let place): place.description
      }
    }
  }

  /// A correct subject that runs the same programs.
  package struct ControlSubject {
    /// Its name.
    let name: String
    /// Makes what runs programs on it.
    let executor: () throws -> any Executor

    /// Names a control.
    package init(_ name: String, executor: @escaping () throws -> any Executor) {
      self.name = name
      self.executor = executor
    }
  }

  /// Longest time, in seconds, that confirming and shrinking one finding, and all of them, may
  /// take.
  private static let patience = (one: 16.0, all: 80.0)
  /// Part of the time for one finding that is left for counting how often it shows.
  private static let counting = 4.0

  private let request: Request
  private let makeExecutor: () throws -> any Executor
  private let control: ControlSubject?
  private let folder: FindingsFolder?
  private let histories: FindingsFolder?
  private let stops: StopRequests?
  private let listener: Listener
  private let judge: Judge

  /// Prepares a campaign.
  ///
  /// - Parameters:
  ///   - request: what is asked for.
  ///   - executor: makes what runs programs on the subject; each is shut down at the end.
  ///   - control: a correct subject that runs the same programs; nil for none.
  ///   - folder: where findings are written; nil writes none.
  ///   - histories: where the history of every program is written; nil writes none.
  ///   - stops: requests to end.
  ///   - listener: is told how far it is.
  package init(
    _ request: Request, executor: @escaping () throws -> any Executor,
    control: ControlSubject? = nil, folder: FindingsFolder? = nil,
    histories: FindingsFolder? = nil, stops: StopRequests? = nil, listener: Listener = Listener()
  ) {
    self.request = request
    makeExecutor = executor
    self.control = control
    self.folder = folder
    self.histories = histories
    self.stops = stops
    self.listener = listener
    judge = Judge(request.selection)
  }

  /// Runs the campaign.
  ///
  /// - Returns: the report, and faults of the suite that the campaign brought to light.
  /// - Throws: why there is no report.
  package func run() throws(Fault) -> (report: Report, faults: [String]) {
    let executors = try made { try (0..<request.jobs).map { _ in try holding(makeExecutor()) } }
    defer { for executor in executors { executor.shutDown() } }
    let calibration = try made { try executors[0].calibrate() }
    for executor in executors { executor.calibration = calibration }
    let indices = request.indices()
    let interactions = Noticed()
    let campaign = Campaign(
      judge: judge, indices: indices, failsFast: request.failsFast, observe: observer,
      keep: keeper, program: request.program { interactions.note($0) })
    listener.begins(campaign)
    let begun = ContinuousClock.now
    let watch = Watch(budget: request.budget, stops: stops) { campaign.stop() }
    let result = campaign.run(on: executors) { watch.hasTime }
    let reach = ModelReach(executors)
    let holds = executors.compactMap { ($0 as? HoldingExecutor)?.count }
    let seconds = (ContinuousClock.now - begun) / .seconds(1)
    watch.cancel()
    let wasStopped = isStopped
    let trials = try control.map { control throws(Fault) in
      let executor = try made { try control.executor() }
      executor.calibration = calibration
      return ControlTrials(control.name, judge, seed: request.generator.seed, executor, stops)
    }
    defer { trials?.shutDown() }
    try trials?.run(request, programs: result.programs)
    var findings = try findings(of: result, executors[0], trials)
    findings = try trials?.acquit(findings) ?? findings
    listener.ends()
    if let fault = result.fault { throw .suite(fault) }
    var report = Report(
      request, result, findings: findings,
      isComplete: !wasStopped && (indices.isExhausted || request.budget != nil),
      bodies: calibration?.bodies, reach: reach,
      timings: request.includesTimings
        ? Report.Timings(
          seconds: seconds, programsPerSecond: Double(result.programs) / max(seconds, 1e-9)) : nil,
      control: trials?.control, holds: holds)
    report.interactions = interactions.reach(
      of: request.selection.contract.composition?(request.generator.vocabulary))
    if let doubt = result.doubt { listener.doubts(doubt, report.outcome) }
    let faults = result.contradictions.map { one in
      "program \(one.index), \(one.contradiction.violation.message): \(one.contradiction.description)"
    }
    return (report, faults)
  }

  private func holding(_ executor: any Executor) -> any Executor {
    guard let share = request.holds else { return executor }
    return HoldingExecutor(executor, judge: judge, share: share)
  }

  private var isStopped: Bool { (stops?.current ?? StopRequest.none) != StopRequest.none }

  /// Says what a history tells of the freedoms; nil where no census is taken.
  private var observer: (@Sendable (History) -> OutcomeReading)? {
    guard request.takesCensus, request.selection.contract.model != nil else { return nil }
    return Judge.outcomes(profile: request.selection.profile)
  }

  /// Keeps the history of every program; nil where nobody asks.
  private var keeper: (@Sendable (History, UInt64) throws -> Void)? {
    guard let histories else { return nil }
    return { history, index in
      try histories.write(history.text, to: "\(index).oqhistory")
    }
  }

  /// Does something that fails only by a fault of the suite or of the machine.
  private func made<Value>(_ body: () throws -> Value) throws(Fault) -> Value {
    do { return try body() } catch { throw .suite("\(error)") }
  }

  /// Confirms and shrinks what was found; each finding is in its file before the work on it begins.
  private func findings(
    of result: Campaign.Result, _ executor: any Executor, _ trials: ControlTrials?
  ) throws(Fault) -> [Finding] {
    let sightings = result.sightings.filter { !(trials?.shows($0.violation.blame) ?? false) }
    let start = ContinuousClock.now
    var findings: [Finding] = []
    for (position, sighting) in sightings.enumerated() {
      var raw = Finding(sighting, seed: request.generator.seed)
      raw.file = ReproFile.name(of: raw.rule, in: sighting.program)
      raw.choices = request.choices(of: raw)
      guard request.treatment == .confirmed else {
        findings.append(raw)
        continue
      }
      try keep(raw)
      listener.confirms(raw.rule, position + 1, sightings.count)
      var finding = try made { try workshop(executor, since: start).finding(of: sighting) }
      finding.file = raw.file
      finding.choices = request.choices(of: finding)
      try keep(finding)
      findings.append(finding)
    }
    return findings
  }

  private func keep(_ finding: Finding) throws(Fault) {
    do throws(UnwritablePlace) { try folder?.write(finding) } catch { throw .unwritable(error) }
  }

  /// What makes one finding of a sighting, as long as there is time.
  private func workshop(
    _ executor: any Executor, since start: ContinuousClock.Instant
  ) -> Workshop {
    let begun = ContinuousClock.now
    return Workshop(
      judge: judge, executor: executor, seed: request.generator.seed,
      capabilities: request.subject.capabilities,
      mayShrink: {
        ContinuousClock.now - begun < .seconds(Inquiry.patience.one - Inquiry.counting)
      }
    ) {
      !isStopped && ContinuousClock.now - begun < .seconds(Inquiry.patience.one)
        && ContinuousClock.now - start < .seconds(Inquiry.patience.all)
    }
  }
}

/// What the programs of a campaign reach, as they are made by several threads.
private final class Noticed: Sendable {
  private let count = Mutex(InteractionCount())

  func note(_ reached: Reached?) {
    if reached != nil { count.withLock { $0.note(reached) } }
  }

  /// What was reached of what can be; nil after too few programs to say.
  func reach(of composition: Composition?) -> Report.Interactions? {
    count.withLock { count in
      guard let composition, count.programs >= Report.Interactions.fewest else { return nil }
      return Report.Interactions(
        programs: count.programs,
        verbs: count.reach(of: composition).map { row in
          Report.Interactions.Row(
            verb: row.verb.entry.name,
            pairs: .init(reached: row.pairs.reached, feasible: row.pairs.feasible),
            triples: .init(reached: row.triples.reached, feasible: row.triples.feasible))
        })
    }
  }
}
