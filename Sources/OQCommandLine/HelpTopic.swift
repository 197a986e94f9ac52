/// What help is asked for.
package enum HelpTopic: Hashable, Sendable {
  /// All commands.
  case program
  /// One command.
  case command(CommandName)

  init(_ arguments: Arguments) throws(UsageError) {
    self = try arguments.given(CommandTable.commandName).map(HelpTopic.command) ?? .program
  }
}
