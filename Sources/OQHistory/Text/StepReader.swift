/// Reads commands, callbacks and values in the words of one program.
package struct StepReader: Sendable {
  private let program: Program

  /// A reader that knows a program's names.
  ///
  /// - Parameter program: the program whose declarations give the names.
  package init(_ program: Program) { self.program = program }

  /// The callback that a word names, such as `x.completion`.
  ///
  /// - Parameter word: one word.
  /// - Returns: nil where it names none.
  package func callback(_ word: some StringProtocol) -> Callback? {
    parser.callback(Substring(word))
  }

  /// The command that a text is, such as `add q x`.
  ///
  /// - Parameter text: the words of a command, without a comment.
  /// - Returns: nil where it is none.
  package func command(_ text: some StringProtocol) -> Command? {
    var words = Words(Substring(text), line: 1)
    guard let first = try? words.next("a command"),
      let command = try? parser.command(first, &words), words.isAtEnd
    else { return nil }
    return command
  }

  /// The value that a text is, for the result of a verb.
  ///
  /// - Parameters:
  ///   - text: one word, such as `true` or `a,b`.
  ///   - verb: a read.
  /// - Returns: nil where the verb cannot return it.
  package func value(_ text: some StringProtocol, of verb: Verb) -> Outcome.Value? {
    var words = Words(Substring(text), line: 1)
    guard verb.isRead, let value = try? parser.value(&words, verb.entry.result), words.isAtEnd
    else { return nil }
    return value
  }

  private var parser: StepParser { StepParser(naming: Naming(program)) }
}
