import OQCommandLine

/// Splits a command line at blanks and reads it.
func parse(_ line: String) throws(UsageError) -> Invocation {
  try Invocation.parse(line.split(separator: " ").map { String($0) })
}

/// The text of the error of a command line; `nil` if it has none.
func errorText(_ words: [String]) -> String? {
  do throws(UsageError) {
    _ = try Invocation.parse(words)
    return nil
  } catch {
    return error.description
  }
}

/// Words that stand for the required arguments of a command.
func requiredWords(_ syntax: CommandSyntax) -> [String] {
  let closed = ["BENCHMARK": "differential"]
  return syntax.positionals.filter { !$0.isOptional }
    .map { closed[$0.name] ?? $0.words.first ?? "x" }
}

/// The help of a command without its examples, which `HelpExampleTests` shows.
func help(_ name: CommandName) -> String {
  let text = HelpText.text(.command(name))
  return text.split(separator: "\nExamples:\n", maxSplits: 1).first.map(String.init) ?? text
}
