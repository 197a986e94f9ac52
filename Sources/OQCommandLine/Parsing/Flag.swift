/// An option without a value.
package struct Flag: Sendable {
  /// How it is written and described.
  package let syntax: OptionSyntax

  /// A flag.
  ///
  /// - Parameters:
  ///   - name: Without hyphens.
  ///   - help: What it does, in sentences.
  package init(_ name: String, help: String) {
    syntax = OptionSyntax(
      name: name, placeholder: nil, expected: "", words: [], help: help, defaultText: nil,
      defaultNote: "",
      isRepeatable: false)
  }
}
