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

/// `oqcheck compare A B`: runs the same programs on two subjects and says where they differ.
struct CompareCommand {
  let options: CompareOptions
  let console: Console
  let targets: (first: Target, second: Target)
  /// The rules that are judged on each subject.
  let selections: (first: Selection, second: Selection)
  let generator: Generator
  let vocabulary: Vocabulary
  let jobs: Int
  let seed: UInt64
  let stops: StopRequests?

  /// How many workers to use; what engines say of parts is not asked.
  private static func jobs(_ options: CompareOptions) throws(Failure) -> Int {
    let names = ["OQCHECK_JOBS", "SLURM_CPUS_PER_TASK"]
    let variables = ProcessInfo.processInfo.environment.filter { names.contains($0.key) }
    do {
      return try Placement(shard: nil, jobs: options.jobs, variables: variables).jobs
    } catch {
      throw Failure(error.exitStatus, error.description, hint: error.hint)
    }
  }

  static func run(_ options: CompareOptions, _ console: Console) throws(Failure) -> ExitStatus {
    try CompareCommand(options, console).run()
  }

  /// Settles everything that can be wrong with the command line before the first program runs.
  private init(_ options: CompareOptions, _ console: Console) throws(Failure) {
    self.options = options
    self.console = console
    let (first, second) = (
      try Target.find(options.first, added: console.added),
      try Target.find(options.second, added: console.added)
    )
    targets = (first, second)
    for target in [first, second] where target.isDispatch {
      throw Failure(
        .usage,
        "\(target.description.name) is a dispatch library: only queues of operations are compared",
        hint: nil)
    }
    do {
      selections = (
        try Selection(
          patterns: options.rules, subject: first.description, profile: options.profile,
          beyond: first.beyond),
        try Selection(
          patterns: options.rules, subject: second.description, profile: options.profile,
          beyond: second.beyond)
      )
    } catch {
      throw Failure(.usage, error.description, hint: "See 'oqcheck rules'.")
    }
    let others = Set(second.aims(selections.second))
    let rules = first.aims(selections.first).filter(others.contains)
    vocabulary =
      try Vocabularies.read(options.vocabulary, command: "compare")
      ?? first.vocabulary(sharedWith: second, rules, options.profile)
    jobs = try CompareCommand.jobs(options)
    for report in options.reports { try Files.checkWritable(report.path) }
    seed = options.seed.resolved(console)
    generator = Generator(seed: seed, vocabulary: vocabulary, rules: rules)
    for reference in [options.first, options.second] {
      try FindingsFolder(
        path: options.findings, subject: reference.description, profile: options.profile
      ).check()
    }
    stops = try? StopRequests.watch()
  }

  private func run() throws(Failure) -> ExitStatus {
    let first = try report(
      options.first, targets.first, selections.first, programs: options.programs,
      budget: options.budget)
    // Whatever the first one took: the second runs the same programs.
    let second = try report(
      options.second, targets.second, selections.second, programs: first.programs, budget: nil)
    let comparison = SubjectComparison(first, second)
    for (report, reference) in [(first, options.first), (second, options.second)] {
      try keep(report, reference, comparison.blames)
    }
    let style = ReportStyle(console.output, variables: ProcessInfo.processInfo.environment)
    console.write(ComparisonText(comparison, style: style, isQuiet: options.isQuiet).text)
    for request in options.reports {
      let text: String
      do {
        text = try JSONComparison(comparison).text()
      } catch {
        throw Failure(.fault, "the comparison cannot be encoded: \(error)")
      }
      try Files.write(text, to: request.path)
    }
    return status(of: comparison)
  }

  private func status(of comparison: SubjectComparison) -> ExitStatus {
    var statuses: [ExitStatus] = [comparison.blames.isEmpty ? .conformant : .violated]
    for report in [comparison.first, comparison.second] {
      if report.outcome == .unusable { statuses.append(.subjectUnusable) }
      if report.programs == 0 || !report.isComplete { statuses.append(.inconclusive) }
    }
    return ExitStatus.combine(statuses)
  }

  /// Runs programs on one subject; what is found is not tried again.
  private func report(
    _ reference: SubjectReference, _ target: Target, _ selection: Selection, programs: Int?,
    budget: Duration?
  ) throws(Failure) -> Report {
    let judge = Judge(
      checkers: selection.checkers, profile: options.profile,
      model: Judge.model(profile: options.profile))
    let indices = Indices(programs: programs)
    let generator = generator
    let campaign = Campaign(
      judge: judge, indices: indices, observe: Judge.outcomes(profile: options.profile)
    ) { generator.program(at: $0) }
    var executors: [any Executor] = []
    defer { for executor in executors { executor.shutDown() } }
    for _ in 0..<jobs {
      executors.append(
        try target.executor(inProcess: false, profile: options.profile, seed: seed))
    }
    let calibration: Calibration?
    do {
      calibration = try executors[0].calibrate()
    } catch {
      throw Failure(.fault, "\(error)")
    }
    for executor in executors { executor.calibration = calibration }
    let progress = ProgressPrinter(console, limit: programs, budget: budget)
    if !options.isQuiet { progress.follow(campaign) }
    let watch = Watch(budget: budget, stops: stops) { campaign.stop() }
    let result = campaign.run(on: executors) { watch.hasTime }
    watch.cancel()
    progress.finish()
    if let fault = result.fault { throw Failure(.fault, fault) }
    let wasInterrupted = (stops?.current ?? StopRequest.none) != StopRequest.none
    let request = Report.Request(
      toolVersion: Tool.version, subject: target.description, selection: selection,
      vocabulary: vocabulary.words, profile: options.profile, seed: seed, minimum: 1)
    let findings = result.candidates.map { candidate in
      var finding = Finding(candidate, seed: seed)
      finding.file = ReproFile.name(of: finding.rule, in: candidate.program)
      return finding
    }
    return Report(
      request, result, findings: findings,
      isComplete: !wasInterrupted && (indices.isExhausted || budget != nil),
      bodies: calibration?.bodies)
  }

  /// Writes the findings that one subject shows and the other does not.
  private func keep(
    _ report: Report, _ reference: SubjectReference, _ blames: [Finding.Blame]
  ) throws(Failure) {
    let folder = FindingsFolder(
      path: options.findings, subject: reference.description, profile: options.profile)
    for finding in report.findings where blames.contains(finding.rule) { try folder.write(finding) }
  }
}
