import OQText

/// What completes command lines in a shell, derived from the table.
package enum CompletionScript: String, CaseIterable, Sendable {
  /// Bash, 4 or later.
  case bash
  /// The Z shell.
  case zsh
  /// Fish.
  case fish

  /// The script, ending in a newline.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var text: String {
    let lines =
      switch self {
      case .bash: CompletionScript.bashLines
      case .zsh: CompletionScript.zshLines
      case .fish: CompletionScript.fishLines
      }
    return lines.map { $0 + "\n" }.joined()
  }

  private static let name = CommandTable.programName
  /// Options of the program, which stand in the place of a command.
  private static let programOptions = ["--\(CommandTable.helpOption)", "--version"]

  /// What stands in the place of a value.
  private enum Value {
    case words([String])
    case files
    case folders
    case nothing

    init(_ words: [String], placeholder: String?) {
      switch placeholder {
      case _ where !words.isEmpty: self = .words(words)
      case "SUBJECT", "A", "B":
        self = .words([
          "foundation", "reference", "model", "dispatch", "mutant:", "class:", "exec:",
        ])
      case "FILE", "PATH", "HISTORY": self = .files
      case "DIR": self = .folders
      default: self = .nothing
      }
    }
  }

  private static func value(_ option: OptionSyntax) -> Value {
    Value(option.words, placeholder: option.placeholder)
  }

  private static func value(_ positional: PositionalSyntax?) -> Value {
    positional.map { Value($0.words, placeholder: $0.name) } ?? .nothing
  }

  /// The words of a command that begin with hyphens.
  private static func options(_ row: CommandSyntax) -> [String] {
    row.options.map { "--\($0.name)" } + ["--\(CommandTable.helpOption)"]
  }

  /// The names of all commands.
  private static let commands = CommandTable.rows.map(\.name.rawValue)

  private static func argument(_ row: CommandSyntax) -> Value {
    value(row.positionals.first)
  }

  // MARK: Bash

  private static var bashLines: [String] {
    func reply(_ value: Value) -> String {
      switch value {
      case .words(let words):
        "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
      case .files: "COMPREPLY=($(compgen -f -- \"$current\"))"
      case .folders: "COMPREPLY=($(compgen -d -- \"$current\"))"
      case .nothing: "COMPREPLY=()"
      }
    }
    var lines = [
      "_\(name)() {", "  local current=${COMP_WORDS[COMP_CWORD]} COMP_WORDBREAKS=$' \\t\\n'",
      "  if ((COMP_CWORD == 1)); then",
      "    " + reply(.words(commands + programOptions)), "    return", "  fi",
      "  case \"${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD - 1]}\" in",
    ]
    for row in CommandTable.rows {
      for option in row.options where option.placeholder != nil {
        let place = "'\(row.name.rawValue) --\(option.name)'"
        lines.append("  \(place)) \(reply(value(option))); return ;;")
      }
    }
    lines += ["  esac", "  case \"${COMP_WORDS[1]}\" in"]
    for row in CommandTable.rows {
      lines += [
        "  \(row.name.rawValue))",
        "    if [[ $current == -* ]]; then \(reply(.words(options(row))))",
        "    else \(reply(argument(row))); fi ;;",
      ]
    }
    // A word that ends in a colon or an equals sign goes on.
    return lines + [
      "  esac", "  [[ ${COMPREPLY[0]-} == *[=:] ]] && compopt -o nospace 2>/dev/null", "  return 0",
      "}", "complete -F _\(name) \(name)",
    ]
  }

  // MARK: Zsh

  private static var zshLines: [String] {
    func quoted(_ text: String) -> String {
      "'" + text.replacing("'", with: "'\\''") + "'"
    }
    /// A text in which no sign of a specification counts.
    func plain(_ text: String) -> String {
      text.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
        .replacing("[", with: "\\[").replacing("]", with: "\\]")
    }
    func action(_ value: Value) -> String {
      switch value {
      case .words(let words): "(" + words.map(plain).joined(separator: " ") + ")"
      case .files: "_files"
      case .folders: "_files -/"
      case .nothing: ""
      }
    }
    var lines = ["#compdef \(name)", "_\(name)() {", "  local -a commands", "  commands=("]
    lines += CommandTable.rows.map {
      "    " + quoted("\($0.name.rawValue):\(plain($0.summary))")
    }
    lines += [
      "  )", "  if ((CURRENT == 2)); then", "    _describe command commands", "    return",
      "  fi", "  local command=$words[2]", "  shift words", "  ((CURRENT--))",
      "  case $command in",
    ]
    for row in CommandTable.rows {
      var parts = row.options.map { option in
        let mark = option.isRepeatable ? "*" : ""
        let argument = option.placeholder.map { ":\(plain($0)):\(action(value(option)))" } ?? ""
        return "\(mark)--\(option.name)[\(plain(option.help.firstSentence))]\(argument)"
      }
      parts += row.positionals.enumerated().map { place, positional in
        let mark = positional.isRepeatable ? "*" : "\(place + 1)"
        let value = place == 0 ? argument(row) : value(positional)
        return "\(mark):\(plain(positional.name)):\(action(value))"
      }
      let words = parts.map(quoted).joined(separator: " ")
      lines.append("  \(row.name.rawValue)) _arguments \(words) ;;")
    }
    return lines + [
      "  esac", "}", "if [[ $funcstack[1] == _\(name) ]]; then _\(name) \"$@\"",
      "else compdef _\(name) \(name); fi",
    ]
  }

  // MARK: Fish

  private static var fishLines: [String] {
    func quoted(_ text: String) -> String {
      "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
    func source(_ value: Value) -> String {
      switch value {
      case .words(let words): " -x -a \(quoted(words.joined(separator: " ")))"
      case .files: " -r -F"
      case .folders: " -x -a '(__fish_complete_directories)'"
      case .nothing: " -x"
      }
    }
    var lines = ["complete -c \(name) -f"]
    for row in CommandTable.rows {
      lines.append(
        "complete -c \(name) -n __fish_use_subcommand -a \(row.name.rawValue) "
          + "-d \(quoted(row.summary))")
    }
    for row in CommandTable.rows {
      let condition = quoted("__fish_seen_subcommand_from \(row.name.rawValue)")
      for option in row.options {
        let argument = option.placeholder == nil ? "" : source(value(option))
        lines.append(
          "complete -c \(name) -n \(condition) -l \(option.name)\(argument) "
            + "-d \(quoted(option.help.firstSentence))")
      }
      switch argument(row) {
      case .words(let words):
        lines.append(
          "complete -c \(name) -n \(condition) -a \(quoted(words.joined(separator: " ")))")
      case .files, .folders: lines.append("complete -c \(name) -n \(condition) -F")
      case .nothing: break
      }
    }
    return lines
  }
}

extension String {
  /// The text up to its first full stop, colon or semicolon that a blank or the end follows.
  fileprivate var firstSentence: String {
    let words = split(whereSeparator: \.isWhitespace)
    let end = words.firstIndex { word in [".", ":", ";"].contains { word.hasSuffix($0) } }
    let sentence = words[...(end ?? words.index(before: words.endIndex))].joined(separator: " ")
    return end == nil ? sentence : String(sentence.dropLast())
  }
}
