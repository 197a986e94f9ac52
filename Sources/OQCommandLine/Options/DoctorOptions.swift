/// What `doctor` is asked to do.
package struct DoctorOptions: Hashable, Sendable {
  /// The adapter.
  package let subject: SubjectReference

  init(_ arguments: Arguments) throws(UsageError) {
    subject = try arguments.subject(CommandTable.adapter)
  }
}
