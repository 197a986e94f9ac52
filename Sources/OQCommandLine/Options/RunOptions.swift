import OQReports
import OQSpecification
import OQText

/// What `run` is asked to do.
package struct RunOptions: Hashable, Sendable {
  /// The minimum of decided cases with `--strict`.
  package static let strictMinimum = 20

  /// What to judge.
  package let subject: SubjectReference
  /// The seed of the programs.
  package let seed: SeedChoice
  /// How many programs at most; `nil` for no limit.
  ///
  /// Together with `budget`, whichever ends first.
  package let programs: Int?
  /// How long at most; `nil` for no limit.
  package let budget: Duration?
  /// The indices of the programs to run, in the order given; empty for all.
  package let only: [UInt64]
  /// The patterns of the rules to judge, not yet compared with the catalogue; empty for all.
  package let rules: [String]
  /// The reading of the contract.
  package let profile: Profile
  /// The version of the specification, not yet compared with those that exist.
  package let version: SpecificationVersion
  /// How often a rule must have been decided to count as satisfied; at least 1.
  package let minimumExercised: Int
  /// Whether `--strict` was given.
  package let isStrict: Bool
  /// How many workers at a time; `nil` to look at the environment, see ``Placement``.
  package let jobs: Int?
  /// Which part of the programs; `nil` to look at the environment, see ``Placement``.
  package let shard: Shard?
  /// The verbs and kinds that programs may use; `nil` to derive them.
  package let vocabulary: [String]?
  /// The file of expectations.
  package let expectations: String?
  /// The directory that findings are written to.
  package let findings: String
  /// The directory that the histories of all programs are written to; `nil` for none.
  package let keptHistories: String?
  /// The directory of programs that run first.
  package let corpus: String?
  /// The reports to write; their paths differ.
  package let reports: [ReportRequest]
  /// The path of an earlier report; `nil` for none.
  package let since: String?
  /// Whether reports hold clock, host and path values.
  package let includesTimings: Bool
  /// Whether the subject is driven in this process.
  package let isInProcess: Bool
  /// Whether the first violation ends the run.
  package let failsFast: Bool
  /// Which programs are run with lanes held at points of the subject.
  package let holds: HoldChoice
  /// Whether the command line says so: of classes lanes are held only then.
  package let isHoldGiven: Bool
  /// Whether a library shows the points of an adapter's process.
  package let preloads: Bool
  /// How much is printed.
  package let detail: ReportDetail

  /// Whether only findings and the outcome are printed.
  package var isQuiet: Bool { detail == .quiet }

  init(_ arguments: Arguments) throws(UsageError) {
    subject = try arguments.subject(CommandTable.subject)
    seed = try arguments.value(CommandTable.seed)
    programs = try arguments.given(CommandTable.programs)
    only = try arguments.values(CommandTable.only).flatMap(\.self)
    // A reproduction of chosen programs, or of a number of them, must not depend on speed.
    let isBounded = programs != nil || !only.isEmpty
    budget =
      isBounded
      ? try arguments.given(CommandTable.budget) : try arguments.value(CommandTable.budget)
    rules = try arguments.values(CommandTable.rulePatterns).flatMap { $0 }
    profile = try arguments.value(CommandTable.profile)
    version = try arguments.value(CommandTable.version)
    isStrict = arguments.has(CommandTable.strict)
    let minimum = try arguments.value(CommandTable.minimum)
    minimumExercised =
      isStrict && !arguments.has(CommandTable.minimum) ? Self.strictMinimum : minimum
    jobs = try arguments.given(CommandTable.jobs)
    shard = try arguments.given(CommandTable.shard)
    vocabulary = try arguments.given(CommandTable.vocabulary)
    expectations = try arguments.given(CommandTable.expectations)
    findings = try arguments.value(CommandTable.findings)
    keptHistories = try arguments.given(CommandTable.keptHistories)
    corpus = try arguments.given(CommandTable.corpus)
    reports = try arguments.reports(CommandTable.reports)
    since = try arguments.given(CommandTable.since)
    includesTimings = arguments.has(CommandTable.timings)
    isInProcess = arguments.has(CommandTable.inProcess)
    failsFast = arguments.has(CommandTable.failFast)
    holds = try arguments.value(CommandTable.holds)
    isHoldGiven = arguments.has(CommandTable.holds)
    preloads = arguments.has(CommandTable.preload)
    detail =
      if arguments.has(CommandTable.quiet) {
        .quiet
      } else {
        arguments.has(CommandTable.table) ? .whole : .screen
      }
    if isInProcess, case .exec = subject {
      throw arguments.error(.notInProcess(option: CommandTable.inProcess.syntax.name))
    }
    if let programs, let index = only.first(where: { $0 >= UInt64(programs) }) {
      throw arguments.error(.indexOutside(index, programs: programs))
    }
  }
}

extension Arguments {
  /// The reports to write, no two of them to one path.
  ///
  /// - Parameters:
  ///   - option: The option that asks for them.
  ///   - others: Further reports that are asked for.
  /// - Returns: The others first, then those of the option.
  /// - Throws: What is wrong with a value, or a path that two reports share.
  func reports(
    _ option: Option<ReportRequest>, and others: [ReportRequest] = []
  ) throws(UsageError) -> [ReportRequest] {
    let reports = others + (try values(option))
    for (place, report) in reports.enumerated()
    where reports[..<place].contains(where: { $0.path == report.path }) {
      throw error(.sharedReportPath(report.path))
    }
    return reports
  }
}
