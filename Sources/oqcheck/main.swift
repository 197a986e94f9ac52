// Entry point of the command.
