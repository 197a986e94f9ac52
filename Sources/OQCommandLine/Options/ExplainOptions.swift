/// What `explain` is asked to do.
package struct ExplainOptions: Hashable, Sendable {
  /// A rule, freedom, contested point or transition, not yet looked up.
  package let topic: String

  init(_ arguments: Arguments) throws(UsageError) {
    topic = try arguments.value(CommandTable.topic)
  }
}
