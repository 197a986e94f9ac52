/// How an argument that is told by its place is written and described.
package struct PositionalSyntax: Hashable, Sendable {
  /// The name that stands for it, such as `SUBJECT`.
  package let name: String
  /// What it is, in sentences.
  package let help: String
  /// Whether it may be left out.
  package let isOptional: Bool
  /// Whether `exec:` in this place takes all further arguments as a program and its arguments.
  package let takesProgram: Bool

  /// As shown in a synopsis.
  package var usage: String { isOptional ? "[\(name)]" : name }
}

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
  ///   - help: What it is, in sentences.
  package init(
    _ kind: ValueKind<Value>, optional: Bool = false, takesProgram: Bool = false, help: String
  ) {
    self.kind = kind
    syntax = PositionalSyntax(
      name: kind.placeholder, help: help, isOptional: optional, takesProgram: takesProgram)
  }
}
