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
    var files = try arguments.values(CommandTable.questionFiles)
    var subjects = try arguments.values(CommandTable.askedSubjects)
    var columns = try arguments.values(CommandTable.comparedColumns)
    // The second column may follow the first: --diff core guide.
    let named = Set(Profile.allCases.map(\.rawValue) + subjects.map(\.description))
    if columns.count == 1,
      let place = files.firstIndex(where: { named.contains($0) || AskOptions.isMarked($0) })
    {
      columns.append(files.remove(at: place))
      if files.isEmpty { throw arguments.error(.missingArgument("FILE")) }
    }
    // What is compared is run.
    for column in columns where !named.contains(column) {
      if let subject = SubjectReference(column) { subjects.append(subject) }
    }
    self.files = files
    self.subjects = subjects
    self.columns = columns
    runs = try arguments.value(CommandTable.askedRuns)
    scans = arguments.has(CommandTable.askedScan)
    profile = try arguments.value(CommandTable.profile)
    bound = try arguments.value(CommandTable.exploredStates)
    json = try arguments.given(CommandTable.answersFile)
  }

  /// Whether a word can be nothing but a subject.
  private static func isMarked(_ word: String) -> Bool {
    switch SubjectReference(word) {
    case .mutant, .exec: true
    case .named, nil: false
    }
  }
}
