/// What `rules` is asked to do.
package struct RulesOptions: Hashable, Sendable {
  /// The rules to list, not yet compared with the catalogue; `nil` for all.
  package let pattern: String?

  init(_ arguments: Arguments) throws(UsageError) {
    pattern = try arguments.given(CommandTable.pattern)
  }
}
