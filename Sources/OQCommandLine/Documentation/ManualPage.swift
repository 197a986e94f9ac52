/// The manual page of the program, in the macros of `man` (roff), derived from the table.
enum ManualPage {
  /// The page, for `man -l -` or a directory of section 1.
  static var lines: [String] {
    let name = CommandTable.programName
    var lines = [
      ".TH \(name.uppercased()) 1", ".SH NAME",
      "\(name) \\- \(escaped(summary))", ".SH SYNOPSIS",
      ".B \(name)", "COMMAND [ARGUMENT...] [OPTION...]", ".SH DESCRIPTION",
      "Options are written \\fB\\-\\-option\\fR \\fIvalue\\fR or \\fB\\-\\-option=\\fIvalue\\fR;"
        + " \\fB\\-\\-\\fR ends them.",
      ".SH COMMANDS",
    ]
    for row in CommandTable.rows { lines += section(row) }
    lines += [".SH EXIT STATUS"]
    for status in ExitStatus.allCases {
      lines += [".TP", "\\fB\(status.rawValue)\\fR", escaped(status.meaning)]
    }
    return lines
  }

  private static var summary: String {
    let text = CommandTable.programSummary
    return text.prefix(1).lowercased() + text.dropFirst().prefix { $0 != "." }
  }

  private static func section(_ row: CommandSyntax) -> [String] {
    let synopsis = HelpText.synopsis(row).map(escaped).joined(separator: " ")
    var lines = [".SS \(row.name.rawValue)", "\\fB\(synopsis)\\fR", ".PP", escaped(row.summary)]
    for paragraph in row.discussion.split(separator: "\n") where !paragraph.isEmpty {
      lines += [".PP", escaped(String(paragraph))]
    }
    for positional in row.positionals {
      lines += [".TP", "\\fI\(escaped(positional.name))\\fR", escaped(positional.help)]
    }
    for option in row.options {
      lines += [".TP", "\\fB\(escaped(option.usage))\\fR", escaped(HelpText.sentences(option))]
    }
    for example in CommandTable.examples(of: row.name) {
      lines += [".TP", "\\fB\(escaped(example.line))\\fR", escaped(example.meaning)]
    }
    return lines
  }

  /// Text in which nothing is a request or an escape.
  private static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .split(separator: "\n", omittingEmptySubsequences: true).joined(separator: " ")
    // A line that begins with one of these is a request.
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
