/// What `check` is asked to do.
package struct CheckOptions: Hashable, Sendable {
  /// The path of a recorded history.
  package let history: String

  init(_ arguments: Arguments) throws(UsageError) {
    history = try arguments.value(CommandTable.history)
  }
}
