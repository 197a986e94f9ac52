/// What `shrink` is asked to do.
package struct ShrinkOptions: Hashable, Sendable {
  /// The path of a program or a finding.
  package let file: String
  /// What to run it on; `nil` for the subject that the file names.
  package let subject: SubjectReference?

  /// Whether a program that the file names may be run.
  package let isTrusted: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    file = try arguments.value(CommandTable.programFile)
    isTrusted = arguments.has(CommandTable.trust)
    subject = try arguments.given(CommandTable.otherSubject)
  }
}
