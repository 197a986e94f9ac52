/// How one command is written and described: a row of the table.
package struct CommandSyntax: Hashable, Sendable {
  /// The word that selects it.
  package let name: CommandName
  /// What it does, in one sentence.
  package let summary: String
  /// What else there is to know: paragraphs with an empty line between them; may be empty.
  package let discussion: String
  /// Its arguments, in order; optional ones last.
  package let positionals: [PositionalSyntax]
  /// Its options, in the order of its help.
  package let options: [OptionSyntax]
  /// Names of options that exclude each other, in pairs.
  package let exclusions: [[String]]

  /// A row of the table.
  package init(
    _ name: CommandName, summary: String, discussion: String = "",
    positionals: [PositionalSyntax] = [], options: [OptionSyntax] = [], exclusions: [[String]] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.positionals = positionals
    self.options = options
    self.exclusions = exclusions
  }

  /// The option of this name.
  ///
  /// - Parameter name: Without hyphens.
  /// - Returns: The option, or `nil` if this command has none of this name.
  /// - Complexity: O(*n*) in the number of options.
  package func option(_ name: some StringProtocol) -> OptionSyntax? {
    options.first { $0.name == name }
  }
}
