/// The words that select a command.
package enum CommandName: String, CaseIterable, Sendable {
  /// Judges a subject.
  case run
  /// Prints programs.
  case generate
  /// Runs one program again.
  case replay
  /// Makes a failing program smaller.
  case shrink
  /// Judges a recorded history.
  case check
  /// Visits every state of a program on the model.
  case explore
  /// Answers questions about programs.
  case ask
  /// Runs every small program on a subject.
  case enumerate
  /// Lists rules.
  case rules
  /// Tells all about one rule, freedom, contested point, transition or word.
  case explain
  /// Lists the bundled subjects.
  case subjects
  /// Measures which broken queues the rules detect.
  case mutants
  /// Sets two subjects side by side.
  case compare
  /// Joins the reports of parts of a campaign.
  case report
  /// Measures the suite itself.
  case bench
  /// Examines an adapter.
  case doctor
  /// Offers a subject over the wire.
  case serve
  /// Checks the suite itself.
  case selftest
  /// Brings a file of expectations up to date.
  case expect
  /// Prints what completes command lines in a shell.
  case completion
  /// Explains the program or a command.
  case help
}
