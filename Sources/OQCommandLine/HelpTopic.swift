/// What help is asked for.
package enum HelpTopic: Hashable, Sendable {
  /// All commands.
  case program
  /// One command.
  case command(CommandName)
  /// Everything, as a manual page.
  case manual

  init(_ arguments: Arguments) throws(UsageError) {
    if arguments.has(CommandTable.manual) {
      self = .manual
      return
    }
    self = try arguments.given(CommandTable.commandName).map(HelpTopic.command) ?? .program
  }
}
