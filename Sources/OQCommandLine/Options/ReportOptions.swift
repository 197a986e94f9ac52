/// What `report` is asked to do.
package struct ReportOptions: Hashable, Sendable {
  /// What is done with reports.
  package enum Action: String, CaseIterable, Sendable {
    /// The reports of the parts of one campaign become that of the whole.
    case merge
  }

  /// What is done.
  package let action: Action
  /// The paths of the reports; not empty.
  package let files: [String]
  /// The reports to write; their paths differ.
  package let reports: [ReportRequest]

  init(_ arguments: Arguments) throws(UsageError) {
    action = try arguments.value(CommandTable.reportAction)
    files = try arguments.values(CommandTable.reportFiles)
    reports = try arguments.reports(CommandTable.mergedReports)
  }
}
