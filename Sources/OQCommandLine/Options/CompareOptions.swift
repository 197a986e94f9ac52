import OQSpecification
import OQText

/// What `compare` is asked to do.
package struct CompareOptions: Hashable, Sendable {
  /// The first subject.
  package let first: SubjectReference
  /// The second subject.
  package let second: SubjectReference
  /// The seed of the programs.
  package let seed: SeedChoice
  /// How many programs at most; `nil` for no limit.
  package let programs: Int?
  /// How long on the first subject; `nil` for no limit.
  package let budget: Duration?
  /// The patterns of the rules to judge, not yet compared with the catalogue; empty for all.
  package let rules: [String]
  /// The reading of the contract.
  package let profile: Profile
  /// How many workers at a time; `nil` to look at the environment, see ``Placement``.
  package let jobs: Int?
  /// The verbs and kinds that programs may use; `nil` to derive them.
  package let vocabulary: [String]?
  /// The directory that findings are written to.
  package let findings: String
  /// The reports to write; their paths differ.
  package let reports: [ReportRequest]
  /// Whether only differences are printed.
  package let isQuiet: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    first = try arguments.value(CommandTable.firstSubject)
    second = try arguments.value(CommandTable.secondSubject)
    seed = try arguments.value(CommandTable.seed)
    budget = try arguments.given(CommandTable.comparingBudget)
    programs =
      budget == nil
      ? try arguments.value(CommandTable.comparedPrograms)
      : try arguments.given(CommandTable.comparedPrograms)
    rules = try arguments.values(CommandTable.rulePatterns).flatMap { $0 }
    profile = try arguments.value(CommandTable.profile)
    jobs = try arguments.given(CommandTable.jobs)
    vocabulary = try arguments.given(CommandTable.commonVocabulary)
    findings = try arguments.value(CommandTable.differences)
    reports = try arguments.reports(CommandTable.comparisonReports)
    isQuiet = arguments.has(CommandTable.quiet)
  }
}
