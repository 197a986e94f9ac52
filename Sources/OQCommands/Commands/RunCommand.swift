import Foundation
import OQAdapters
import OQCheckers
import OQCommandLine
import OQDriver
import OQHistory
import OQPrograms
import OQReports
import OQRunner
import OQSpecification
import OQSubjects

/// `oqcheck run SUBJECT`: judges a subject by many programs.
package struct RunCommand {
  let options: RunOptions
  let console: Console
  let target: Target
  let selection: Selection
  let vocabulary: Vocabulary
  let expectations: Expectations
  let corpus: [Program]
  let placement: Placement
  let folder: FindingsFolder
  let seed: UInt64

  /// Longest time, in seconds, that confirming and shrinking one finding, and all of them, may
  /// take.
  private static let patience = (one: 16.0, all: 80.0)
  /// Part of the time for one finding that is left for counting how often it shows.
  private static let counting = 4.0

  static func run(_ options: RunOptions, _ console: Console) throws(Failure) -> ExitStatus {
    try RunCommand(options, console, variables: ProcessInfo.processInfo.environment).run()
  }

  /// Judges a subject without a report on the streams, without regard to signals, and whatever part
  /// of the work the environment gives to this process: for tests, whose engine shards and ends
  /// them itself.
  ///
  /// - Parameters:
  ///   - options: what is asked for.
  ///   - console: the subjects that are added; findings that are worked on are told to nobody if
  ///     the options are quiet.
  /// - Returns: the report, and faults of the suite that the campaign brought to light.
  /// - Throws: why nothing could be judged.
  package static func judge(
    _ options: RunOptions, _ console: Console
  ) throws(Failure) -> (report: Report, faults: [String]) {
    try RunCommand(options, console, variables: [:]).judge(stops: nil)
  }

  /// Settles everything that can be wrong with the command line before the first program runs.
  private init(
    _ options: RunOptions, _ console: Console, variables: [String: String]
  ) throws(Failure) {
    self.options = options
    self.console = console
    if options.isInProcess { HarnessThreads.addExisting() }
    let found = try Target.find(options.subject, added: console.added)
    target = options.isInProcess ? found.inProcess : found
    do {
      selection = try target.selection(options.rules, options.profile, options.version)
    } catch {
      throw Failure(.usage, error.description, hint: "See 'oqcheck rules'.")
    }
    vocabulary =
      try Vocabularies.read(options.vocabulary, command: "run")
      ?? target.vocabulary(selection)
    expectations =
      try options.expectations.map { path throws(Failure) in
        try Expectations(path: path)
      } ?? .none
    corpus = try options.corpus.map { path throws(Failure) in try Corpus.read(path) } ?? []
    do {
      placement = try Placement(
        shard: options.shard, jobs: options.jobs, variables: variables)
    } catch {
      throw Failure(error.exitStatus, error.description, hint: error.hint)
    }
    if target.operationClass != nil, placement.shard != nil {
      throw Failure(.usage, "classes of operations are not judged in shards", hint: nil)
    }
    for report in options.reports { try Files.checkWritable(report.path) }
    folder = FindingsFolder(
      path: options.findings, subject: options.subject.description, profile: options.profile)
    try folder.check()
    seed = options.seed.resolved(console)
    for note in placement.notes { console.warn("oqcheck: \(note)") }
  }

  private func run() throws(Failure) -> ExitStatus {
    let (report, faults) = try judge(stops: try? StopRequests.watch())
    try Renderers.write(report, options, folder, corpus: corpus.count, console)
    if case .random = options.seed { console.warn("seed \(seed)") }
    for fault in faults { console.warn("oqcheck: \(fault)") }
    return faults.isEmpty ? status(of: report) : .combine([status(of: report), .fault])
  }

  /// Runs the campaign; a fault of the suite that it brings to light comes with the report.
  private func judge(
    stops: StopRequests?
  ) throws(Failure) -> (report: Report, faults: [String]) {
    let judge = target.judge(selection)
    let (campaign, indices) = campaign(judge)
    var executors: [any Executor] = []
    defer { for executor in executors { executor.shutDown() } }
    for _ in 0..<placement.jobs {
      executors.append(
        try target.executor(
          inProcess: options.isInProcess, profile: options.profile, seed: seed))
    }
    let calibration = try calibrate(executors)
    let progress = ProgressPrinter(console, limit: options.programs, budget: options.budget)
    if !options.isQuiet { progress.follow(campaign) }
    let watch = Watch(budget: options.budget, stops: stops) { campaign.stop() }
    let result = campaign.run(on: executors) { watch.hasTime }
    let reach = ModelReach(executors)
    let seconds = progress.elapsed / .seconds(1)
    watch.cancel()
    let wasInterrupted = (stops?.current ?? StopRequest.none) != StopRequest.none
    let trials = try target.operationClass.map { subject throws(Failure) in
      try ControlTrials(
        subject.control, judge, isInProcess: options.isInProcess, profile: options.profile,
        seed: seed, calibration: calibration)
    }
    defer { trials?.shutDown() }
    try trials?.run(
      chosen: options.only, programs: result.programs, corpus: corpus.count, stops, program)
    var findings = try findings(
      result.candidates.filter { !(trials?.shows($0.accusation.blame) ?? false) }, judge,
      executors[0], stops)
    findings = try trials?.acquit(findings, stops) ?? findings
    progress.finish()
    if let fault = result.fault { throw Failure(.fault, fault) }
    var request = Report.Request(
      toolVersion: Tool.version, subject: target.description, selection: selection,
      vocabulary: vocabulary.words, profile: options.profile, seed: seed,
      minimum: options.minimumExercised, part: part)
    request.isOfChosen = !options.only.isEmpty
    let isComplete = !wasInterrupted && (indices.isExhausted || options.budget != nil)
    let report = Report(
      request, result, findings: findings, isComplete: isComplete, bodies: calibration?.bodies,
      reach: reach,
      timings: options.includesTimings
        ? Report.Timings(
          seconds: seconds, programsPerSecond: Double(result.programs) / max(seconds, 1e-9)) : nil,
      control: trials?.control)
    // What nobody asked for is left out of a quiet run, but not the reason why it decides nothing.
    if let doubt = result.doubt, !options.isQuiet || report.outcome == .inconclusive {
      tell(doubt)
    }
    let faults = result.contradictions.map { one in
      "program \(one.index), \(one.contradiction.violation.message): \(one.contradiction.description)"
    }
    return (report, faults)
  }

  /// Says of a program that could not be decided why, as far as that is known.
  private func tell(_ doubt: Campaign.Doubt) {
    let text = MissText.explanation(doubt.reason, output: doubt.output)
    guard !text.isEmpty else { return }
    console.warn("oqcheck: program \(doubt.index) is undecided; \(text)")
  }

  /// Which part of a campaign this is; programs that are chosen one by one are a whole.
  private var part: (index: Int, count: Int, limit: Int?)? {
    guard let shard = placement.shard, options.only.isEmpty else { return nil }
    return (shard.index, shard.count, options.programs)
  }

  /// Measures the subject once, and tells every executor.
  private func calibrate(_ executors: [any Executor]) throws(Failure) -> Calibration? {
    do {
      let calibration = try executors[0].calibrate()
      for executor in executors { executor.calibration = calibration }
      return calibration
    } catch {
      throw Failure(.fault, "\(error)")
    }
  }

  private func campaign(_ judge: Judge) -> (Campaign, Indices) {
    let shard = placement.shard.map { (part: $0.index, count: $0.count) } ?? (0, 1)
    let indices = Indices(
      chosen: options.only.isEmpty ? nil : options.only, programs: options.programs,
      shard: shard, extra: part.map { $0.index == 0 } ?? true ? corpus.count : 0)
    let campaign = Campaign(
      judge: judge, indices: indices, failsFast: options.failsFast,
      observe: target.observer(options.profile), program: program)
    return (campaign, indices)
  }

  /// The program with an index; those of the corpus count from the end.
  private var program: @Sendable (UInt64) -> Program {
    let corpus = corpus
    let generated = target.programs(
      seed: seed, vocabulary: vocabulary, selection, isSelective: !options.rules.isEmpty)
    return { index in
      let fromEnd = UInt64.max - index
      return fromEnd < corpus.count ? corpus[Int(fromEnd)] : generated(index)
    }
  }

  /// Confirms and shrinks the candidates; each is in its file before the work on it begins.
  private func findings(
    _ candidates: [Campaign.Candidate], _ judge: Judge, _ executor: any Executor,
    _ stops: StopRequests?
  ) throws(Failure) -> [Finding] {
    let start = ContinuousClock.now
    let status = StatusLine(console)
    defer { if !options.isQuiet { status.clear() } }
    var findings: [Finding] = []
    for (position, candidate) in candidates.enumerated() {
      let begun = ContinuousClock.now
      let workshop = Workshop(
        judge: judge, executor: executor, seed: seed,
        capabilities: target.description.capabilities,
        mayShrink: {
          ContinuousClock.now - begun < .seconds(RunCommand.patience.one - RunCommand.counting)
        }
      ) {
        (stops?.current ?? StopRequest.none) == StopRequest.none
          && ContinuousClock.now - begun < .seconds(RunCommand.patience.one)
          && ContinuousClock.now - start < .seconds(RunCommand.patience.all)
      }
      let blame = candidate.accusation.blame
      let file = ReproFile.name(of: blame, in: candidate.program)
      var raw = Finding(candidate, seed: seed)
      raw.file = file
      raw.choices = choices(of: raw)
      try folder.write(raw)
      if !options.isQuiet {
        status.show {
          "confirming and shrinking \(blame), \(position + 1) of \(candidates.count)"
        }
      }
      do {
        var finding = try workshop.finding(of: candidate)
        finding.file = file
        finding.choices = choices(of: finding)
        try folder.write(finding)
        findings.append(finding)
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure(.fault, "\(error)")
      }
    }
    return findings
  }

  /// The choices from which the generator makes a finding's program, if it makes this one.
  private func choices(of finding: Finding) -> ChoiceSequence? {
    guard target.operationClass == nil, !target.isDispatch,
      UInt64.max - finding.index >= UInt64(corpus.count)
    else { return nil }
    let generated = generator.generate(at: finding.index)
    return generated.program == finding.program ? generated.choices : nil
  }

  private var generator: Generator {
    target.generator(seed: seed, vocabulary: vocabulary, selection)
  }

  private func status(of report: Report) -> ExitStatus {
    var statuses: [ExitStatus] = []
    switch report.outcome {
    case .conformant: statuses.append(.conformant)
    case .inconclusive: statuses.append(.inconclusive)
    case .unusable: statuses.append(.subjectUnusable)
    case .violated:
      statuses.append(expectations.coverViolations(of: report) ? .conformant : .violated)
    }
    let stale = expectations.stale(in: report)
    for rule in stale {
      console.warn("oqcheck: \(rule) is expected to be violated, and is not: take it off the list")
    }
    if !stale.isEmpty { statuses.append(.staleExpectation) }
    return ExitStatus.combine(statuses)
  }
}
