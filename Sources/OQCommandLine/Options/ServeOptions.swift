/// What `serve` is asked to do.
package struct ServeOptions: Hashable, Sendable {
  /// What is offered.
  package let subject: SubjectReference

  init(_ arguments: Arguments) throws(UsageError) {
    subject = try arguments.value(CommandTable.servedSubject)
  }
}
