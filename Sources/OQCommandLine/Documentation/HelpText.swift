import OQText

/// Help texts, derived from the table.
package enum HelpText {
  /// The help on a topic.
  ///
  /// - Parameters:
  ///   - topic: The program or a command.
  ///   - width: Columns of a line.
  ///   - palette: How titles are painted.
  /// - Returns: Lines, each ended by a line break.
  /// - Complexity: O(*n*) in the length of the text.
  package static func text(
    _ topic: HelpTopic, width: Int = Terminal.standardWidth, palette: Palette = .plain
  ) -> String {
    let writer = Writer(width: width, palette: palette)
    let lines =
      switch topic {
      case .program: writer.program()
      case .command(let name): writer.command(CommandTable.row(name))
      case .manual: ManualPage.lines
      }
    return lines.map { $0 + "\n" }.joined()
  }

  /// What somebody can do who has given no command.
  static var firstSteps: String {
    let steps = [
      ("run reference --programs 500", "see what a correct queue gets: status 0 or 2"),
      ("run foundation", "judge Foundation's queues for 30 seconds"),
      ("explain DEP-9", "read a rule"),
      ("replay .oqcheck/FILE.oqrepro", "run a finding again"),
      ("doctor 'exec:PROGRAM'", "connect a queue in any language"),
      ("help", "list all commands"),
    ]
    let rows = steps.map { [TextTable.Cell("\(CommandTable.programName) \($0.0)"), .init($0.1)] }
    let lines = TextTable([.init(), .init()], rows: rows).lines(width: nil, indent: 2)
    return (["First steps:"] + lines).joined(separator: "\n")
  }

  /// The parts of the synopsis of a command, none of which should be broken.
  static func synopsis(_ syntax: CommandSyntax) -> [String] {
    let exclusive = syntax.exclusions.first ?? []
    var parts = [CommandTable.programName, syntax.name.rawValue]
    parts += syntax.positionals.map(\.usage)
    var isAlternativeDone = false
    for option in syntax.options {
      if exclusive.contains(option.name) {
        if isAlternativeDone { continue }
        isAlternativeDone = true
        let alternatives = exclusive.compactMap { syntax.option($0) }
        parts.append("[" + alternatives.map(usage).joined(separator: " | ") + "]")
      } else {
        parts.append("[\(option.usage)]" + (option.isRepeatable ? "..." : ""))
      }
    }
    return parts
  }

  private static func usage(_ option: OptionSyntax) -> String {
    option.usage + (option.isRepeatable ? "..." : "")
  }

  /// What is said about an option: its help, then its default.
  static func sentences(_ option: OptionSyntax) -> String {
    [option.help, option.isRepeatable ? "Repeatable." : nil, option.defaultSentence]
      .compactMap(\.self).joined(separator: " ")
  }
}

private struct Writer {
  let width: Int
  let palette: Palette

  func program() -> [String] {
    let name = CommandTable.programName
    var lines = [CommandTable.programSummary, ""]
    lines += section("Usage", ["  \(name) COMMAND [ARGUMENT...] [OPTION...]"])
    lines += section(
      "Commands", table(CommandTable.rows.map { ($0.name.rawValue, $0.summary) }))
    lines += section(
      "Options", table([(helpUsage, helpSentence), ("--version", "Print the version.")]))
    lines += section(
      "Exit status", table(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }))
    return lines + ["'\(name) help COMMAND' explains a command."]
  }

  func command(_ syntax: CommandSyntax) -> [String] {
    var lines = TextWrapping.lines(syntax.summary, width: width) + [""]
    let synopsis = HelpText.synopsis(syntax)
    let head = synopsis.prefix(2).joined(separator: " ")
    lines += section(
      "Usage",
      TextWrapping.lines(
        words: [head] + synopsis.dropFirst(2), width: width, indent: 2, hanging: 3 + head.count))
    if !syntax.positionals.isEmpty {
      lines += section("Arguments", table(syntax.positionals.map { ($0.name, $0.help) }))
    }
    let options = syntax.options.map { ($0.usage, HelpText.sentences($0)) }
    lines += section("Options", table(options + [(helpUsage, helpSentence)]))
    if !syntax.discussion.isEmpty {
      lines += TextWrapping.lines(syntax.discussion, width: width) + [""]
    }
    lines += section("Examples", CommandTable.examples(of: syntax.name).flatMap(example))
    return Array(lines.dropLast())
  }

  private var helpUsage: String { "-h, --\(CommandTable.helpOption)" }
  private let helpSentence = "Print help."

  init(width: Int, palette: Palette) {
    self.width = width
    self.palette = palette
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    [palette.paint("\(title):", .bold)] + lines + [""]
  }

  /// The lines of an example; a shell reads those of its command as one.
  private func example(_ example: CommandExample) -> [String] {
    let lines = TextWrapping.lines(words: example.typed, width: width - 2, indent: 2, hanging: 6)
    return lines.dropLast().map { $0 + " \\" } + lines.suffix(1) + ["    # \(example.meaning)"]
  }

  private func table(_ rows: [(String, String)]) -> [String] {
    let cells = rows.map { [TextTable.Cell($0.0), TextTable.Cell($0.1)] }
    return TextTable([.init(), .init()], rows: cells).lines(width: width, indent: 2)
  }
}
