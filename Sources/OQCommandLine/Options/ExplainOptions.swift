/// What `explain` is asked to do.
package struct ExplainOptions: Hashable, Sendable {
  /// What is to be explained, not yet looked up.
  package enum Topic: Hashable, Sendable {
    /// A rule, a pattern of rules, a freedom or a contested point.
    case entry(String)
    /// A transition of the model by name, or all of them.
    case transition(String?)
    /// A cell: the names of a verb and of facts, at least one.
    case cell([String])
  }

  /// What is to be explained.
  package let topic: Topic

  init(_ arguments: Arguments) throws(UsageError) {
    let word = try arguments.value(CommandTable.topic)
    let names = try arguments.values(CommandTable.details)
    if word == "cell", !names.isEmpty {
      topic = .cell(names)
      return
    }
    let most = word == "transition" ? 1 : 0
    if let surplus = names.dropFirst(most).first {
      throw arguments.error(.unexpectedArgument(surplus))
    }
    topic = most == 1 ? .transition(names.first) : .entry(word)
  }
}
