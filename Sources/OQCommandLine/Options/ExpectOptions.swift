/// What `expect` is asked to do.
package struct ExpectOptions: Hashable, Sendable {
  /// What is done with a file of expectations.
  package enum Action: String, CaseIterable, Sendable {
    /// What a report shows and nobody expects is added.
    case accept
    /// What a report does not show is removed.
    case prune
  }

  /// What is done.
  package let action: Action
  /// The path of the file of expectations.
  package let file: String
  /// The path of a report.
  package let report: String
  /// Why what is added is accepted.
  package let reason: String?
  /// Where to read more.
  package let link: String?
  /// The last day on which it is expected.
  package let until: String?
  /// Whether a hold with which something shows belongs to what is expected.
  package let isPinned: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    action = try arguments.value(CommandTable.expectAction)
    file = try arguments.value(CommandTable.expectFile)
    report = try arguments.value(CommandTable.expectReport)
    reason = try arguments.given(CommandTable.expectReason)
    link = try arguments.given(CommandTable.expectLink)
    until = try arguments.given(CommandTable.expectUntil)
    isPinned = arguments.has(CommandTable.expectPinned)
  }
}
