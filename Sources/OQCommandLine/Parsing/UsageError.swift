import OQText

/// A command line, or an environment, that does not say what to do.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  ///
  /// Names of options come without hyphens where nothing else is said.
  package enum Reason: Hashable, Sendable {
    /// There is no word at all.
    case missingCommand
    /// The first word is no command.
    case unknownCommand(String, suggestion: String?)
    /// No such option, written as it was typed, with its hyphens.
    case unknownOption(String, suggestion: String?)
    /// An option of a command stands before the command.
    case misplacedOption(String)
    /// An option that takes a value is followed by none.
    case missingValue(option: String, expected: String)
    /// A flag has a value.
    case unexpectedValue(option: String, value: String)
    /// An option that may be given once is given again.
    case repeatedOption(String)
    /// A value cannot be read; `place` is an option with hyphens, or the name of an argument.
    case invalidValue(String, place: String, expected: String, suggestion: String?)
    /// A required argument is not there.
    case missingArgument(String)
    /// There are more arguments than the command takes.
    case unexpectedArgument(String)
    /// Two options exclude each other.
    case exclusiveOptions(String, String)
    /// An option that an `exec:` subject cannot have, since it is a process of its own.
    case notInProcess(option: String)
    /// A program of `--only` is not among the first programs that `--programs` takes.
    case indexOutside(UInt64, programs: Int)
    /// Two reports have the same path.
    case sharedReportPath(String)
    /// An environment variable cannot be read.
    case invalidVariable(name: String, value: String, expected: String)
    /// An environment variable is useless without another one.
    case missingVariable(name: String, requiredBy: String)
    /// The environment describes two different shards.
    case conflictingShards(String, String)
  }

  /// What is wrong.
  package let reason: Reason
  /// The command whose help says how it is done; `nil` for that of the program.
  package let command: CommandName?

  /// An error of usage.
  ///
  /// - Parameters:
  ///   - reason: What is wrong.
  ///   - command: The command that was being read, if it was known.
  package init(_ reason: Reason, command: CommandName? = nil) {
    self.reason = reason
    self.command = command
  }

  /// The status that belongs to every error of usage.
  package var exitStatus: ExitStatus { .usage }

  /// Where to read on, or what to do first where nothing was asked for.
  package var hint: String {
    if case .missingCommand = reason { return HelpText.firstSteps }
    let words = [CommandTable.programName, command?.rawValue, "--help"].compactMap(\.self)
    return "See '\(words.joined(separator: " "))'."
  }

  /// One line without a full stop, for the terminal.
  package var description: String {
    switch reason {
    case .missingCommand: "no command given"
    case .unknownCommand(let word, let suggestion):
      "unknown command \(quoted(word))" + didYouMean(suggestion.map(quoted))
    case .unknownOption(let word, let suggestion):
      "unknown option \(word.printable)" + didYouMean(suggestion.map { "--\($0)" })
    case .misplacedOption(let name): "option --\(name) belongs after the command"
    case .missingValue(let option, let expected):
      "option --\(option) needs a value: \(expected)"
    case .unexpectedValue(let option, let value):
      "option --\(option) takes no value, but \(quoted(value)) was given"
    case .repeatedOption(let name): "option --\(name) is given more than once"
    case .invalidValue(let value, let place, let expected, let suggestion):
      "invalid value \(quoted(value)) for \(place): expected \(expected)"
        + didYouMean(suggestion.map(quoted))
    case .missingArgument(let name): "missing argument \(name)"
    case .unexpectedArgument(let word): "unexpected argument \(quoted(word))"
    case .exclusiveOptions(let first, let second):
      "options --\(first) and --\(second) cannot be used together"
    case .notInProcess(let option):
      "option --\(option) does not apply to an exec: subject, which is a process of its own"
    case .indexOutside(let index, let programs):
      "--only \(index) lies outside --programs \(programs), whose last index is \(programs - 1)"
    case .sharedReportPath(let path): "two reports would be written to \(quoted(path))"
    case .invalidVariable(let name, let value, let expected):
      "invalid value \(quoted(value)) of the environment variable \(name): expected \(expected)"
    case .missingVariable(let name, let other):
      "the environment variable \(other) is set without \(name); set it or use --shard I/N"
    case .conflictingShards(let first, let second):
      "the environment gives two shards, \(first) and \(second); choose one with --shard I/N"
    }
  }
}

private func quoted(_ text: String) -> String { "'\(text.printable)'" }

private func didYouMean(_ suggestion: String?) -> String {
  suggestion.map { "; did you mean \($0)?" } ?? ""
}
