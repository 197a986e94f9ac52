/// An option with a value of a known type.
package struct Option<Value: Sendable>: Sendable {
  /// How it is written and described.
  package let syntax: OptionSyntax
  /// How its value is read.
  package let kind: ValueKind<Value>

  /// An option.
  ///
  /// - Parameters:
  ///   - name: Without hyphens.
  ///   - kind: How its value is read.
  ///   - default: The text that is read if the option is not given.
  ///   - note: What follows the default in help texts.
  ///   - repeatable: Whether it may be given more than once.
  ///   - help: What it does, in sentences.
  package init(
    _ name: String, _ kind: ValueKind<Value>, default: String? = nil, note: String = "",
    repeatable: Bool = false, help: String
  ) {
    self.kind = kind
    syntax = OptionSyntax(
      name: name, placeholder: kind.placeholder, expected: kind.expected, words: kind.words,
      help: help,
      defaultText: `default`, defaultNote: note, isRepeatable: repeatable)
  }
}
