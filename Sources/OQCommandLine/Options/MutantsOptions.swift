/// What `mutants` is asked to do.
package struct MutantsOptions: Hashable, Sendable {
  /// What is done with the mutants.
  package enum Mode: Hashable, Sendable {
    /// Each is hunted, and a table says what became of it.
    case hunt
    /// The killers of a directory are brought up to date.
    case keep(String)
    /// Every killer of a directory is run on every mutant.
    case matrix(String)
  }

  /// A mutant, a rule or an area, not yet looked up; `nil` for all mutants.
  package let pattern: String?
  /// What is done with them.
  package let mode: Mode
  /// The seeds to run every mutant with, without duplicates; not empty.
  package let seeds: [UInt64]
  /// The longest hunt of one mutant with one seed.
  package let budget: Duration
  /// The reports to write; their paths differ.
  package let reports: [ReportRequest]

  init(_ arguments: Arguments) throws(UsageError) {
    pattern = try arguments.given(CommandTable.mutantPattern)
    if let folder = try arguments.given(CommandTable.keptKillers) {
      mode = .keep(folder)
    } else if let folder = try arguments.given(CommandTable.killMatrix) {
      mode = .matrix(folder)
    } else {
      mode = .hunt
    }
    seeds = try arguments.value(CommandTable.seeds)
    budget = try arguments.value(CommandTable.huntBudget)
    reports = try arguments.reports(CommandTable.mutantReports)
  }
}
