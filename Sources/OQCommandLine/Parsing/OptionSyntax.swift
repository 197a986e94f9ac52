/// How an option is written and described, whatever its type.
package struct OptionSyntax: Hashable, Sendable {
  /// The name without hyphens.
  package let name: String
  /// What stands for the value in a synopsis; `nil` for a flag.
  package let placeholder: String?
  /// What a valid value is, as the end of "expected …"; empty for a flag.
  package let expected: String
  /// All valid values, where they can be listed.
  package let words: [String]
  /// What the option does, in sentences.
  package let help: String
  /// The value that is read if the option is not given.
  package let defaultText: String?
  /// What follows the default in help texts: a condition or a special case.
  package let defaultNote: String
  /// Whether the option may be given more than once.
  package let isRepeatable: Bool

  /// As typed and as shown in help: `--seed N|random`.
  package var usage: String {
    placeholder.map { "--\(name) \($0)" } ?? "--\(name)"
  }

  /// The sentence about the default, or `nil` if there is none to tell.
  package var defaultSentence: String? {
    let text = (defaultText ?? "") + defaultNote
    return text.isEmpty ? nil : "Default: \(text)."
  }
}
