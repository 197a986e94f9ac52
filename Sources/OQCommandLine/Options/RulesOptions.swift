import OQSpecification

/// What `rules` is asked to do.
package struct RulesOptions: Hashable, Sendable {
  /// The rules to list, not yet compared with the catalogue; `nil` for all.
  package let pattern: String?
  /// The reading of the contract that must enforce them; `nil` for all rules, enforced or not.
  package let profile: Profile?
  /// The version of the specification, not yet compared with those that exist.
  package let version: SpecificationVersion
  /// The reports to write; their paths differ.
  package let reports: [ReportRequest]

  init(_ arguments: Arguments) throws(UsageError) {
    pattern = try arguments.given(CommandTable.pattern)
    profile = try arguments.given(CommandTable.listedProfile)
    version = try arguments.value(CommandTable.version)
    reports = try arguments.reports(CommandTable.ruleReports)
  }
}
