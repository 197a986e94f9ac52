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

/// `oqcheck compare A B`: runs the same programs on two subjects and says where they differ.
struct CompareCommand {
  let options: CompareOptions
  let console: Console
  let subjects: (first: JudgedSubject, second: JudgedSubject)
  /// The rules that are judged on each subject.
  let selections: (first: Selection, second: Selection)
  let generator: Generator
  let jobs: Int
  let seed: UInt64
  let stops: StopRequests?

  /// How many workers to use; what engines say of parts is not asked.
  private static func jobs(
    _ options: CompareOptions, _ console: Console
  ) throws(Failure) -> Int {
    let names = ["OQCHECK_JOBS", "SLURM_CPUS_PER_TASK"]
    let variables = console.variables.filter { names.contains($0.key) }
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
    let first = try JudgedSubject.find(options.first, in: console.toolbox)
    let second = try JudgedSubject.find(options.second, in: console.toolbox)
    guard first.contract.name == second.contract.name else {
      throw Failure(
        .usage,
        "\(first.description.name) and \(second.description.name) cannot be compared: they are held "
          + "to different contracts, of \(first.contract.name) and of \(second.contract.name)",
        hint: "Compare two subjects of one kind; 'oqcheck subjects' lists them.")
    }
    subjects = (first, second)
    selections = (
      try first.rules(options.rules, options.profile),
      try second.rules(options.rules, options.profile)
    )
    let others = Set(second.aims(selections.second))
    let rules = first.aims(selections.first).filter(others.contains)
    let vocabulary =
      try Vocabularies.read(options.vocabulary, command: "compare")
      ?? first.vocabulary(rules, options.profile)
      .intersection(second.vocabulary(rules, options.profile))
    jobs = try CompareCommand.jobs(options, console)
    try ReportWriter(requests: options.reports, console: console).check()
    seed = options.seed.resolved(console)
    generator = Generator(
      seed: seed, vocabulary: vocabulary, rules: rules, repertoire: first.contract.repertoire)
    for reference in [options.first, options.second] {
      try FindingsFolder(
        path: options.findings, subject: reference.description, profile: options.profile
      ).checkWritable()
    }
    stops = try? StopRequests.watch()
  }

  private func run() throws(Failure) -> ExitStatus {
    let first = try report(
      subjects.first, selections.first, programs: options.programs,
      budget: options.budget)
    // Whatever the first one took: the second runs the same programs.
    let second = try report(
      subjects.second, selections.second, programs: first.programs, budget: nil)
    let comparison = SubjectComparison(first, second)
    for (report, reference) in [(first, options.first), (second, options.second)] {
      try keep(report, reference, comparison.blames)
    }
    let writer = ReportWriter(
      requests: options.reports, console: console,
      detail: options.isQuiet ? .quiet : .screen)
    try writer.write(comparison) { $0.comparison }
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
    _ subject: JudgedSubject, _ selection: Selection, programs: Int?, budget: Duration?
  ) throws(Failure) -> Report {
    var request = Inquiry.Request(
      toolVersion: Tool.version, subject: subject.description, selection: selection,
      generator: generator)
    request.programs = programs
    request.budget = budget
    request.jobs = jobs
    request.treatment = .raw
    let (profile, seed) = (options.profile, seed)
    let control = subject.control.map { control in
      Inquiry.ControlSubject(control.description.name) {
        try control.executor(profile: profile, seed: seed)
      }
    }
    let progress = ProgressPrinter(console, limit: programs, budget: budget)
    let inquiry = Inquiry(
      request, executor: { try subject.executor(profile: profile, seed: seed) }, control: control,
      stops: stops, listener: progress.listener(isQuiet: options.isQuiet))
    return try Failure.map { () throws(Inquiry.Fault) in try inquiry.run().report }
  }

  /// Writes the findings that one subject shows and the other does not.
  private func keep(
    _ report: Report, _ reference: SubjectReference, _ blames: [Finding.Blame]
  ) throws(Failure) {
    let folder = FindingsFolder(
      path: options.findings, subject: reference.description, profile: options.profile)
    for finding in report.findings where blames.contains(finding.blame) {
      try Failure.map { () throws(UnwritablePlace) in try folder.write(finding) }
    }
  }
}
