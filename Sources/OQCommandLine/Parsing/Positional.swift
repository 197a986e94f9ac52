/// An argument that is told by its place, of a known type.
package struct Positional<Value: Sendable>: Sendable {
  /// How it is written and described.
  package let syntax: PositionalSyntax
  /// How it is read.
  package let kind: ValueKind<Value>

  /// An argument.
  ///
  /// - Parameters:
  ///   - kind: How it is read; its placeholder is the name.
  ///   - optional: Whether it may be left out.
  ///   - takesProgram: Whether `exec:` in this place takes all further arguments.
  ///   - repeatable: Whether further words belong to it as well; only for the last argument.
  ///   - help: What it is, in sentences.
  package init(
    _ kind: ValueKind<Value>, optional: Bool = false, takesProgram: Bool = false,
    repeatable: Bool = false, help: String
  ) {
    self.kind = kind
    syntax = PositionalSyntax(
      name: kind.placeholder, words: kind.words, help: help, isOptional: optional,
      takesProgram: takesProgram,
      isRepeatable: repeatable)
  }
}
