/// What `replay` is asked to do.
package struct ReplayOptions: Hashable, Sendable {
  /// The path of a program or a finding.
  package let file: String
  /// How often to run it, at least 1; `nil` where the user names no number.
  package let times: Int?
  /// Whether the order of harness points that the file holds is followed.
  package let followsPins: Bool
  /// Whether lanes are held at the points of the subject, at one after another.
  package let scans: Bool
  /// Whether the event is looked for that decides the failure.
  package let findsCausality: Bool
  /// Where the history of the last run is written; `nil` for nowhere.
  package let history: String?
  /// Whether the history of the last run is printed, with what the rules say that do not object.
  package let showsExcuses: Bool
  /// What to run it on; `nil` for the subject that the file names.
  package let subject: SubjectReference?

  /// Whether a library shows the points of an adapter's process.
  package let preloads: Bool
  /// Whether a program that the file names may be run.
  package let isTrusted: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    file = try arguments.value(CommandTable.programFile)
    times = try arguments.given(CommandTable.times)
    followsPins = !arguments.has(CommandTable.withoutPins)
    scans = arguments.has(CommandTable.scan)
    findsCausality = arguments.has(CommandTable.causality)
    history = try arguments.given(CommandTable.keptHistory)
    showsExcuses = arguments.has(CommandTable.excuses)
    isTrusted = arguments.has(CommandTable.trust)
    preloads = arguments.has(CommandTable.preload)
    subject = try arguments.given(CommandTable.otherSubject)
  }
}
