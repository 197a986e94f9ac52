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

  /// Threads that scan beside each job: a scan mostly waits, until lanes and threads are at rest.
  private static let scanningThreads = 2
  /// Longest time for a trial with a class.
  private static let longestTrial = Duration.seconds(4)

  let request: Request
  private let makeExecutor: () throws -> any Executor
  let control: ControlSubject?
  private let folder: FindingsFolder?
  private let histories: FindingsFolder?
  private let stops: StopRequests?
  private let listener: Listener
  let judge: Judge

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
    makeExecutor = {
      let made = try executor()
      if request.jobs > 1 { made.allowCompanions() }
      return made
    }
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
    let opened = ContinuousClock.now
    let executors = try made { try (0..<request.jobs).map { _ in try holding(makeExecutor()) } }
    defer { for executor in executors { executor.shutDown() } }
    let calibration = try made { try executors[0].calibrate() }
    for executor in executors { executor.calibration = calibration }
    let trials = try made { try makeTrials(calibration) }
    defer { trials?.shutDown() }
    let indices = request.indices()
    let interactions = Noticed()
    let crew = makeCrew(besides: executors[0], calibration)
    defer { crew?.shutDown() }
    let foresight = foresight(trials, crew)
    let campaign = Campaign(
      judge: judge, indices: indices, failsFast: request.failsFast && foresight == nil,
      observe: observer,
      keep: keeper, isComposed: request.isComposed,
      notice: { interactions.note($0, $1) }, charges: Inquiry.charging(trials),
      suspect: Inquiry.noting(foresight),
      program: request.program)
    listener.begins(campaign)
    let begun = ContinuousClock.now
    let frame = control == nil ? nil : request.budget.map { TimeFrame($0, from: opened) }
    let found = { @Sendable in foresight?.charged ?? campaign.progress.findings }
    let watch = Watch(
      budget: request.budget, stops: stops,
      isEnough: { frame?.isEnough($0, findings: found()) ?? false }
    ) { campaign.stop() }
    var sorting = Sorting(
      request, judge, crew ?? executors[0], folder: folder, listener: listener, control: trials,
      deadline: frame?.end
        ?? (crew == nil ? nil : request.budget).map {
          begun + TimeFrame.work(after: $0)
        },
      seen: { campaign.progress.findings },
      isStopped: { isStopped })
    let run = Run(
      campaign: campaign, indices: indices, executors: executors, interactions: interactions,
      watch: watch, isBeside: hasRounds && crew != nil, foresight: foresight
    ) {
      watch.hasTime && frame?.mayWait(findings: campaign.progress.findings) ?? true
        && !(foresight?.isEnough ?? false)
    }
    let result = try self.run(run, &sorting)
    let reach = ModelReach(executors)
    let holds = counts(executors)
    let seconds = (ContinuousClock.now - begun) / .seconds(1)
    watch.cancel()
    let wasStopped = isStopped
    var sorted = try sorted(sorting, result)
    if let trials, request.treatment == .confirmed {
      try settle(&sorted, by: trials, crew ?? executors[0], frame, foresight)
    }
    try end(result, sorted)
    var report = Report(
      request, result, sorted,
      isComplete: !wasStopped && (indices.isExhausted || request.budget != nil),
      bodies: calibration?.bodies, reach: reach,
      timings: request.includesTimings
        ? Report.Timings(
          seconds: seconds, programsPerSecond: Double(result.programs) / max(seconds, 1e-9)) : nil,
      control: trials?.control, holds: holds)
    report.interactions = Report.Interactions(interactions.count, of: request)
    if let doubt = result.doubt { listener.doubts(doubt, report.outcome) }
    let faults = result.contradictions.map { one in
      "program \(one.index), \(one.contradiction.violation.message): \(one.contradiction.description)"
    }
    return (report, faults)
  }

  /// Sorts what the campaign came to, and uses the time that is left.
  private func sorted(
    _ sorting: Sorting, _ result: Campaign.Result
  ) throws(Fault) -> Report.Sorted {
    var sorting = sorting
    try sorting.add(result)
    try sorting.seek()
    try sorting.strengthen()
    return sorting.sorted(result)
  }

  private func end(_ result: Campaign.Result, _ sorted: Report.Sorted) throws(Fault) {
    listener.ends()
    if let fault = result.fault { throw .suite(fault) }
    try made { try folder?.keepPoints(of: sorted.findings) }
  }

  /// Keeps of what was found what the control does not show.
  private func settle(
    _ sorted: inout Report.Sorted, by trials: ControlTrials, _ executor: any Executor,
    _ frame: TimeFrame?, _ foresight: Foresight?
  ) throws(Fault) {
    // What the class is charged with already needs no more time.
    let isCharged = (foresight?.charged ?? 0) > 0
    let end = frame.map { isCharged ? $0.end : $0.end + TimeFrame.overtime }
    let verdict = try made {
      try trials.verdict(on: sorted.findings, executor) {
        end.map { ContinuousClock.now < $0 } ?? true
      }
    }
    for finding in sorted.findings
    where !(verdict.charged + verdict.doubtful).contains(where: { $0.file == finding.file }) {
      folder?.remove(finding)
    }
    (sorted.findings, sorted.doubtful) = (verdict.charged, verdict.doubtful)
    sorted.unsorted += verdict.open.count
  }

  /// What asks the control; nil where there is none.
  private func makeTrials(_ calibration: Calibration?) throws -> ControlTrials? {
    guard let control else { return nil }
    let executor = try control.executor()
    executor.calibration = calibration
    return ControlTrials(control.name, judge, seed: request.generator.seed, executor, stops)
  }

  /// What runs the trials of findings where the subject allows for others beside an executor.
  private func makeCrew(besides executor: any Executor, _ calibration: Calibration?) -> Crew? {
    guard executor.mayHaveCompanions else { return nil }
    let crew = Crew(makeExecutor)
    crew.calibration = calibration
    // Where everything has to fit into a budget, a class that spins must not take all of it.
    if control != nil, request.budget != nil { crew.patience = Inquiry.longestTrial }
    return crew
  }

  /// What is worked on before it is confirmed; nil where there is no control, or nobody to do it.
  private func foresight(_ trials: ControlTrials?, _ crew: Crew?) -> Foresight? {
    guard let trials, let crew, request.treatment == .confirmed, let budget = request.budget else {
      return nil
    }
    return Foresight(judge, trials, crew, for: budget, failsFast: request.failsFast)
  }

  private static func noting(
    _ foresight: Foresight?
  ) -> (@Sendable (Execution, UInt64) -> Void)? {
    guard let foresight else { return nil }
    return { foresight.note($0, $1) }
  }

  private static func charging(_ trials: ControlTrials?) -> Campaign.Charging? {
    guard let trials else { return nil }
    return { try trials.charges(of: $0, $1, $2) }
  }

  /// What became of holds, by executors; none where nothing was to be held.
  private func counts(_ executors: [any Executor]) -> [HoldCount] {
    executors.compactMap { ($0 as? HoldingExecutor)?.count }.filter {
      request.holds != nil || $0.kept != nil
    }
  }

  private func holding(_ executor: any Executor) throws -> any Executor {
    let kept = request.kept
    guard var share = request.holds ?? (kept.isEmpty ? nil : HoldingExecutor.Share.unscanned) else {
      return executor
    }
    share.mayLag = request.budget != nil
    share.fruitful = folder?.fruitfulPoints ?? FruitfulPoints()
    let isBeside = share.scans && executor.mayHaveCompanions && !request.failsFast
    let others = try (0..<(isBeside ? Inquiry.scanningThreads : 0)).map { _ in try makeExecutor() }
    return HoldingExecutor(
      executor, judge: judge, share: share, keeping: kept, scanningOn: others)
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
  func made<Value>(_ body: () throws -> Value) throws(Fault) -> Value {
    do { return try body() } catch { throw .suite("\(error)") }
  }
}

extension Report.Interactions {
  /// What was reached of what can be; nil after too few programs to say, and where none are
  /// composed.
  ///
  /// A part of a campaign tells which cells it has reached, after few programs, too.
  init?(_ count: InteractionCount, of request: Inquiry.Request) {
    let (contract, isPart) = (request.selection.contract, request.part != nil)
    let vocabulary = request.generator.vocabulary
    guard isPart || count.programs >= Report.Interactions.fewest else { return nil }
    let reach =
      contract.composition.map { count.reach(of: $0(vocabulary)) }
      ?? count.reach(of: contract.grids(vocabulary))
    guard !reach.isEmpty else { return nil }
    self.init(
      programs: count.programs,
      verbs: reach.map { row in
        var one = Report.Interactions.Row(
          verb: row.verb.entry.name,
          pairs: .init(reached: row.pairs.reached, feasible: row.pairs.feasible),
          triples: .init(reached: row.triples.reached, feasible: row.triples.feasible))
        if isPart { one.cells = .init(pairs: row.pairCells, triples: row.tripleCells) }
        return one
      })
  }
}
