/// What `explain` is asked to do.
package struct ExplainOptions: Hashable, Sendable {
  /// What is to be explained, not yet looked up.
  package enum Topic: Hashable, Sendable {
    /// A rule, a pattern of rules, a freedom or a contested point.
    case entry(String)
    /// A transition of the model by name, or all of them.
    case transition(String?)
  }

  /// What is to be explained.
  package let topic: Topic

  init(_ arguments: Arguments) throws(UsageError) {
    let word = try arguments.value(CommandTable.topic)
    let name = try arguments.given(CommandTable.transition)
    if word == "transition" {
      topic = .transition(name)
    } else if let name {
      throw arguments.error(.unexpectedArgument(name))
    } else {
      topic = .entry(word)
    }
  }
}
