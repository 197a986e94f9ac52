/// What `report` is asked to do.
package struct ReportOptions: Hashable, Sendable {
  /// What is done with reports.
  package enum Action: String, CaseIterable, Sendable {
    /// The reports of the parts of one campaign become that of the whole.
    case merge
    /// One report is written in other formats.
    case convert
  }

  /// What is done.
  package let action: Action
  /// The paths of the reports; not empty, and one to convert.
  package let files: [String]
  /// The reports to write; their paths differ.
  package let reports: [ReportRequest]
  /// Whether people are shown every rule and finding.
  package let showsTable: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    action = try arguments.value(CommandTable.reportAction)
    showsTable = arguments.has(CommandTable.table)
    let words = try arguments.values(CommandTable.reportFiles)
    switch action {
    case .merge:
      files = words
      reports = try arguments.reports(CommandTable.shownReports)
    case .convert:
      files = Array(words.prefix(1))
      var named: [ReportRequest] = []
      for word in words.dropFirst() {
        let kind = CommandTable.shownReports.kind
        named.append(try arguments.read(word, kind, place: kind.placeholder))
      }
      reports = try arguments.reports(CommandTable.shownReports, and: named)
    }
  }
}
