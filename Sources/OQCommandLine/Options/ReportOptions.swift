/// What `report` is asked to do.
package struct ReportOptions: Hashable, Sendable {
  /// What is done with reports.
  package enum Action: String, CaseIterable, Sendable {
    /// The reports of the parts of one campaign become that of the whole.
    case merge
    /// One report is written in other formats.
    case convert
    /// The findings of one report are run again.
    case verify
  }

  /// What is done.
  package let action: Action
  /// The paths of the reports; not empty, and one to convert or verify.
  package let files: [String]
  /// The reports to write; their paths differ.
  package let reports: [ReportRequest]
  /// The path of an earlier report; `nil` for none.
  package let since: String?
  /// The path of a file of expectations; `nil` for none.
  package let expectations: String?
  /// The directory of the failure files, as commands name it; `nil` to name the files alone.
  package let findings: String?
  /// Whether parts of a campaign may be missing.
  package let isPartial: Bool
  /// Whether people are shown every rule and finding.
  package let showsTable: Bool

  /// What to run findings on; `nil` for the subject that the report names.
  package let subject: SubjectReference?
  /// Whether a program that the report names may be run.
  package let isTrusted: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    action = try arguments.value(CommandTable.reportAction)
    subject = try arguments.given(CommandTable.otherSubject)
    isTrusted = arguments.has(CommandTable.trust)
    since = try arguments.given(CommandTable.since)
    expectations = try arguments.given(CommandTable.expectations)
    findings = try arguments.given(CommandTable.shownFindings)
    isPartial = arguments.has(CommandTable.partial)
    showsTable = arguments.has(CommandTable.table)
    let words = try arguments.values(CommandTable.reportFiles)
    switch action {
    case .merge:
      files = words
      reports = try arguments.reports(CommandTable.shownReports)
    case .convert, .verify:
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
