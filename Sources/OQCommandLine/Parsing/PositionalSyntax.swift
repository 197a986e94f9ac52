/// How an argument that is told by its place is written and described.
package struct PositionalSyntax: Hashable, Sendable {
  /// The name that stands for it, such as `SUBJECT`.
  package let name: String
  /// All valid values, where they can be listed.
  package let words: [String]
  /// What it is, in sentences.
  package let help: String
  /// Whether it may be left out.
  package let isOptional: Bool
  /// Whether `exec:` in this place takes all further arguments as a program and its arguments.
  package let takesProgram: Bool

  /// Whether further words belong to it as well; only the last one can be.
  package let isRepeatable: Bool

  /// As shown in a synopsis.
  package var usage: String {
    (isOptional ? "[\(name)]" : name) + (isRepeatable ? "..." : "")
  }
}
