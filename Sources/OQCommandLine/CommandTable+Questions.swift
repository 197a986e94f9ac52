import OQSpecification

/// The commands that ask the model: every state, every small program, every question.
extension CommandTable {
  static let exploredProfile = Option(
    "profile", .profile, note: "all of them, one after the other",
    help: "Explore only under this reading of the contract: core, guide or reference.")
  static let exploredStates = Option(
    "bound", .count, default: "2000000", help: "Most states that are visited.")
  static let exportedForm = Option(
    "export", .exportedForm,
    help: "Print the program with the model of it in another language instead: promela, for SPIN.")
  static let exploredReductions = Option(
    "reduce", .reduction, repeatable: true,
    help: "Leave states out: by symmetry of twin operations, or by order of unseen steps.")
  static let exploringThreads = Option(
    "threads", .threads, default: "1",
    help: "Number of threads that explore, 1 or 2; by symmetry it is always one.")
  static let familyOperations = Option(
    "operations", .operations, default: "3", help: "Most operations of a program, 1 to 4.")
  static let familyRuns = Option(
    "runs", .count, default: "10", help: "How often each program runs.")
  static let familyJobs = Option(
    "jobs", .count, default: "1", help: "Number of threads that ask the model at a time.")
  static let questionFiles = Positional(
    .text("FILE", expected: "a path"), repeatable: true,
    help: "A program with questions (.oqask), or a directory of such files.")
  static let askedSubjects = Option(
    "on", .subject(named: "SUBJECT"), repeatable: true,
    help: "Run the programs on this subject, too: any SUBJECT of 'run', in one word.")
  static let askedRuns = Option(
    "runs", .count, default: "200", help: "How often a program runs on a subject.")
  static let askedScan = Flag(
    "scan", help: "Run the programs once for each point of the subject, with a lane held there.")
  static let comparedColumns = Option(
    "diff", .text("COLUMN", expected: "a profile or a subject"), repeatable: true,
    help: """
      Show only outcomes in which two profiles or subjects differ: --diff core guide, or once for \
      each of the two. A subject is run on, without --on, too.
      """)
  static let answersFile = Option(
    "json", .text("PATH", expected: "a path"),
    help: "Write the answers as JSON to this file; '-' is standard output.")

  // MARK: Rows

  static let explore = CommandSyntax(
    .explore, summary: "Visit every state of a program on the model.",
    discussion: """
      The runs of the program on the model are followed to every state, breadth-first. The command \
      counts the states and shows each way in which runs end: which client code began, and why \
      clients wait in vain where they do. In each state the invariants of the model must hold, and \
      a run may end only where nothing is owed; otherwise a shortest way to the fault is shown.

      SPIN counts the same states in what --export prints, under profile core, with 'spin -o2 -a'. \
      Not every verb can be exported.

      With --reduce fewer states are visited, and runs end in the same ways. With 'symmetry' states \
      in which operations that are declared alike have changed places count once; the command says \
      how many the visited states stand for. With 'order' steps that nobody sees are taken at once \
      where that changes nothing. Which client code began is not shown then.

      Status 0 means that every state was visited and nothing is wrong, 1 that something is, 2 that \
      the bound was reached. Status 65 also means that the model does not represent the program.
      """,
    positionals: [programFile.syntax],
    options: [
      exploredProfile.syntax, exploredStates.syntax, exploredReductions.syntax,
      exploringThreads.syntax, exportedForm.syntax,
    ],
    exclusions: ["profile", "bound", "reduce", "threads"].map { ["export", $0] })

  static let enumerate = CommandSyntax(
    .enumerate, summary: "Run every small program on a subject, and compare with the model.",
    discussion: """
      The programs: every acyclic dependency graph of a few operations, with every set of cancelled \
      operations, a limit of 1, of 2 or none, without priorities or with one operation above the \
      others, at once or suspended until everything was cancelled. Programs that differ in names \
      alone are one. The model says which bodies may begin, and in which order; the command counts \
      how many of these outcomes the subject showed.

      Status 0 means that every run had one of them, 1 that some run had another outcome: it is \
      printed with its program. Status 2 means that a run came to no end, or that the bound was \
      reached.
      """,
    positionals: [subject.syntax],
    options: [
      familyOperations.syntax, familyRuns.syntax, familyJobs.syntax, profile.syntax,
      exploredStates.syntax,
    ])

  static let ask = CommandSyntax(
    .ask, summary: "Answer questions about programs, by the model and by subjects.",
    discussion: """
      A file holds a program, questions about its runs, the answers that are expected, and why they \
      matter; Spec/Questions.md describes it. The model answers 'never' only after it has visited \
      every state. Of a subject that was run, the command says how often it showed an outcome, or \
      'not seen'. Where the bound ended the visit, the answer is 'not decided'.

      Of one file the answer is shown in full, with a shortest run, and with the rules and freedoms \
      without which the first question has another answer. Of several files, each that is answered \
      as expected takes one line.

      Status 0 means that all answers are as expected, 1 that the model contradicts the file or a \
      subject the model, 2 that something is not decided. Status 65 means that a file is malformed, \
      or that a question is vacuous: it asks for the order or value of something that happens in no \
      run.
      """,
    positionals: [questionFiles.syntax],
    options: [
      askedSubjects.syntax, askedRuns.syntax, askedScan.syntax, profile.syntax,
      exploredStates.syntax,
      comparedColumns.syntax, answersFile.syntax,
    ])
}
