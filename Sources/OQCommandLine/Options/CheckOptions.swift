import OQSpecification

/// What `check` is asked to do.
package struct CheckOptions: Hashable, Sendable {
  /// Whether the paths are those of directories of vectors.
  package let areVectors: Bool
  /// The paths of recorded histories, of findings, and of directories of them; at least one.
  package let histories: [String]
  /// The patterns of the rules to judge, not yet compared with the catalogue; empty for all.
  package let rules: [String]
  /// The reading of the contract.
  package let profile: Profile
  /// The version of the specification, not yet compared with those that exist.
  package let version: SpecificationVersion

  init(_ arguments: Arguments) throws(UsageError) {
    areVectors = arguments.has(CommandTable.vectors)
    histories = try arguments.values(CommandTable.recordedHistories)
    rules = try arguments.values(CommandTable.rulePatterns).flatMap { $0 }
    profile = try arguments.value(CommandTable.profile)
    version = try arguments.value(CommandTable.version)
  }
}
