/// What `mutants` is asked to do.
package struct MutantsOptions: Hashable, Sendable {
  /// A mutant, a rule or an area, not yet looked up; `nil` for all mutants.
  package let pattern: String?
  /// The seeds to run every mutant with, without duplicates; not empty.
  package let seeds: [UInt64]
  /// The reports to write; their paths differ.
  package let reports: [ReportRequest]

  init(_ arguments: Arguments) throws(UsageError) {
    pattern = try arguments.given(CommandTable.mutantPattern)
    seeds = try arguments.value(CommandTable.seeds)
    reports = try arguments.reports(CommandTable.mutantReports)
  }
}
