import OQText

/// The reference of the command line in Markdown, derived from the table.
package enum CommandReference {
  /// The whole reference: one title, a section for each command, the exit statuses.
  ///
  /// - Returns: Markdown (CommonMark with tables), ended by a line break.
  /// - Complexity: O(*n*) in the length of the text.
  package static func markdown() -> String {
    var lines = [
      "# Command line", "", CommandTable.programSummary, "",
      "Options are written `--option value` or `--option=value`; `--` ends them.", "",
    ]
    for row in CommandTable.rows {
      lines += section(row)
    }
    lines += ["## Exit status", ""]
    lines += table(
      ["Status", "Meaning"], ExitStatus.allCases.map { ["\($0.rawValue)", $0.meaning] })
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ row: CommandSyntax) -> [String] {
    var lines = ["## `\(CommandTable.programName) \(row.name.rawValue)`", "", row.summary, ""]
    lines += [
      "```",
      TextWrapping.lines(
        words: HelpText.synopsis(row), width: Terminal.standardWidth, indent: 0, hanging: 2
      ).joined(separator: "\n"), "```", "",
    ]
    if !row.discussion.isEmpty { lines += [escaped(row.discussion), ""] }
    if !row.positionals.isEmpty {
      lines += table(
        ["Argument", "Meaning"], row.positionals.map { ["`\($0.name)`", escaped($0.help)] })
      lines.append("")
    }
    if !row.options.isEmpty {
      lines += table(
        ["Option", "Meaning"],
        row.options.map { ["`\(inTable($0.usage))`", escaped(HelpText.sentences($0))] })
      lines.append("")
    }
    let examples = CommandTable.examples(of: row.name)
    return lines + ["```"] + examples.map { "\($0.line)  # \($0.meaning)" } + ["```", ""]
  }

  private static func table(_ titles: [String], _ rows: [[String]]) -> [String] {
    let head = [titles, titles.map { _ in "---" }]
    return (head + rows).map { "| " + $0.joined(separator: " | ") + " |" }
  }

  /// Text in which nothing is taken for markup.
  private static func escaped(_ text: String) -> String {
    let special: Set<Character> = ["*", "_", "`", "<", "[", "|", "\\"]
    return text.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// Code in a cell: only the bar needs an escape there.
  private static func inTable(_ code: String) -> String {
    code.map { $0 == "|" ? "\\|" : "\($0)" }.joined()
  }
}
