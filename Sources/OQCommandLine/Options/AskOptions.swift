import OQSpecification

/// What `ask` is asked to do.
package struct AskOptions: Hashable, Sendable {
  /// The paths of files with questions, or of directories of them; at least one.
  package let files: [String]
  /// The subjects to run the programs on.
  package let subjects: [SubjectReference]
  /// How often each program runs on a subject.
  package let runs: Int
  /// Whether a lane is held at each point of the subject in turn, too.
  package let scans: Bool
  /// The reading of the contract that subjects are held to.
  package let profile: Profile
  /// Most states of an exploration.
  package let bound: Int
  /// The two columns of which only differences are shown; empty for whole answers.
  package let columns: [String]
  /// Where answers are written as JSON.
  package let json: String?

  init(_ arguments: Arguments) throws(UsageError) {
    files = try arguments.values(CommandTable.questionFiles)
    subjects = try arguments.values(CommandTable.askedSubjects)
    runs = try arguments.value(CommandTable.askedRuns)
    scans = arguments.has(CommandTable.askedScan)
    profile = try arguments.value(CommandTable.profile)
    bound = try arguments.value(CommandTable.exploredStates)
    columns = try arguments.values(CommandTable.comparedColumns)
    json = try arguments.given(CommandTable.answersFile)
  }
}
