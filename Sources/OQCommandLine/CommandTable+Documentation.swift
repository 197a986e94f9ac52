/// The commands that tell of the others.
extension CommandTable {
  static let shell = Positional(.shell, help: "The shell: bash, zsh or fish.")
  static let commandName = Positional(
    .command, optional: true, help: "The command to explain. The program itself if left out.")
  static let manual = Flag("man", help: "Print everything as a manual page (roff) instead.")

  static let completion = CommandSyntax(
    .completion, summary: "Print what completes command lines in a shell.",
    discussion: """
      bash: source <(oqcheck completion bash). zsh: write it to a file _oqcheck in a directory of \
      $fpath. fish: oqcheck completion fish | source.
      """,
    positionals: [shell.syntax])

  static let help = CommandSyntax(
    .help, summary: "Explain the program or a command.", positionals: [commandName.syntax],
    options: [manual.syntax])
}
