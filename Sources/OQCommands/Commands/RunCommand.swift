import OQAdapters
import OQCommandLine
import OQContracts
import OQDriver
import OQHistory
import OQPrograms
import OQReport
import OQReports
import OQRunner
import OQSpecification
import OQText

/// `oqcheck run SUBJECT`: judges a subject by many programs.
package struct RunCommand {
  let options: RunOptions
  let console: Console
  let subject: JudgedSubject
  /// Whether lanes may be held.
  let mayHold: Bool
  let request: Inquiry.Request
  let expectations: ExpectedStatus
  let earlier: Report?
  let folder: FindingsFolder
  let histories: FindingsFolder?

  static func run(_ options: RunOptions, _ console: Console) throws(Failure) -> ExitStatus {
    try RunCommand(options, console, variables: console.variables).run()
  }

  /// Settles everything that can be wrong with the command line before the first program runs.
  private init(
    _ options: RunOptions, _ console: Console, variables: [String: String]
  ) throws(Failure) {
    self.options = options
    self.console = console
    if options.isInProcess { HarnessThreads.addExisting() }
    let found = try JudgedSubject.find(options.subject, in: console.toolbox)
    let shown = options.preloads ? try found.showingPoints() : found
    subject = (options.isInProcess ? shown.inProcess : shown).within(options.budget)
    let selection = try subject.rules(options.rules, options.profile, options.version)
    let vocabulary = try Vocabularies.read(options.vocabulary, command: "run")
    expectations = try ExpectedStatus(options.expectations)
    earlier = try options.since.map { path throws(Failure) in try Files.report(path) }
    let corpus =
      try options.corpus.map { path throws(Failure) in try Files.regressions(in: path) } ?? []
    let placement: Placement
    do {
      placement = try Placement(
        shard: options.shard, jobs: options.jobs, variables: variables,
        standard: subject.standardJobs)
    } catch {
      throw Failure(error.exitStatus, error.description, hint: error.hint)
    }
    if let file = placement.statusFile { try Files.write("", to: file) }
    try ReportWriter(requests: options.reports, console: console).check()
    folder = FindingsFolder(
      path: options.findings, subject: options.subject.description, profile: options.profile)
    try folder.checkWritable()
    histories = options.keptHistories.map { [folder] path in
      FindingsFolder(path: path, subject: folder.subject, profile: folder.profile)
    }
    try histories?.checkWritable(option: "--keep-histories")
    let seed = options.seed.resolved(console)
    for note in placement.notes { console.warn("oqcheck: \(note)") }
    var request = Inquiry.Request(
      toolVersion: Tool.version, subject: subject.description, selection: selection,
      generator: subject.generator(seed: seed, selection, vocabulary: vocabulary))
    request.corpus = corpus
    request.chosen = options.only
    request.programs = options.programs
    request.budget = options.budget
    // Programs that are chosen one by one are a whole.
    request.part = options.only.isEmpty ? placement.shard.map { ($0.index, $0.count) } : nil
    request.expected = expectations.valid(for: subject.description.version)
    request.jobs = placement.jobs
    request.failsFast = options.failsFast
    // The points of a class are not those of its control, which has to be scanned for each finding:
    // that is done where it was asked for.
    mayHold = subject.control == nil || options.isHoldGiven
    if options.holds != .off, !options.isInProcess, !subject.isModel, mayHold {
      request.holds = HoldingExecutor.Share()
      if case .scan(let one) = options.holds { request.holds?.one = one }
      request.holds?.scans = options.holds != .random
    }
    request.minimum = options.minimumExercised
    request.takesCensus = !subject.isModel
    request.includesTimings = options.includesTimings
    self.request = request
  }

  private func run() throws(Failure) -> ExitStatus {
    let stream = try ReportStream(options.reports, console)
    stream?.write {
      try JSONLinesFormat.beginning(
        of: options.subject.description, profile: options.profile, seed: request.generator.seed)
    }
    var (report, faults) = try inquire(stream)
    report.command = options.command(corpus: request.corpus.count)
    report.since = earlier.map { report.changes(since: $0) }
    expectations.note(in: &report)
    let writer = ReportWriter(
      requests: options.reports, console: console, detail: options.detail, folder: folder.path)
    try writer.write(report, to: stream) { $0.report }
    if case .random = options.seed { console.warn("seed \(request.generator.seed)") }
    for fault in faults { console.warn("oqcheck: \(fault)") }
    let status = expectations.status(of: report, console)
    return faults.isEmpty ? status : .combine([status, .fault])
  }

  private func inquire(
    _ stream: ReportStream?
  ) throws(Failure) -> (report: Report, faults: [String]) {
    let (options, request) = (options, request)
    let (profile, seed) = (options.profile, request.generator.seed)
    let control = subject.control.map { control in
      Inquiry.ControlSubject(control.description.name) {
        try control.executor(inProcess: options.isInProcess, profile: profile, seed: seed)
      }
    }
    let progress = ProgressPrinter(console, limit: options.programs, budget: options.budget)
    var listener = progress.listener(isQuiet: options.isQuiet)
    listener.finds = { finding in stream?.write { try JSONLinesFormat.found(finding) } }
    let stops = try? StopRequests.watch { if !options.isQuiet { progress.stop() } }
    let inquiry = Inquiry(
      request,
      executor: { [subject] in
        try subject.executor(
          inProcess: options.isInProcess, profile: profile, seed: seed,
          isHeldAtRandom: options.holds == .random && mayHold)
      }, control: control, folder: folder, histories: histories, stops: stops,
      listener: listener)
    return try Failure.map { () throws(Inquiry.Fault) in try inquiry.run() }
  }
}
