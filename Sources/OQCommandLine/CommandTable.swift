import OQReports
import OQSpecification

/// Every command, argument and option.
///
/// Parsing, help, errors and the reference are derived from it.
package enum CommandTable {
  /// The name of the program.
  package static let programName = "oqcheck"
  /// What the program is for, in one sentence.
  package static let programSummary = "Conformance tests for operation queues."
  /// The option that every command has; `-h` is its short form.
  package static let helpOption = "help"

  /// The row of a command.
  ///
  /// - Returns: Its row.
  package static func row(_ name: CommandName) -> CommandSyntax {
    switch name {
    case .run: run
    case .generate: generate
    case .replay: replay
    case .shrink: shrink
    case .check: check
    case .explore: explore
    case .ask: ask
    case .enumerate: enumerate
    case .rules: rules
    case .explain: explain
    case .subjects: subjects
    case .mutants: mutants
    case .compare: compare
    case .report: report
    case .bench: bench
    case .selftest: selftest
    case .doctor: doctor
    case .serve: serve
    case .expect: expect
    case .completion: completion
    case .help: help
    }
  }

  /// All rows in the order of the help.
  package static var rows: [CommandSyntax] { CommandName.allCases.map(row) }

  // MARK: Arguments

  static let subject = Positional(
    .subject, takesProgram: true,
    help: """
      What to judge: foundation, reference, model, dispatch, mutant:NAME, class:NAME, or a program \
      that speaks the wire protocol, as exec:WORDS (split as a shell does, without expansion) or as \
      'exec: -- PROGRAM ARG...'. 'oqcheck subjects' lists the bundled ones.
      """)
  static let servedSubject = Positional(
    .subject(named: "SUBJECT"),
    help: "A bundled subject that 'oqcheck subjects' lists, or mutant:NAME.")
  static let adapter = Positional(
    .subject, takesProgram: true,
    help: """
      A program that speaks the wire protocol, as exec:WORDS (split as a shell does, without \
      expansion) or as 'exec: -- PROGRAM ARG...'.
      """)
  static let firstSubject = Positional(
    .subject(named: "A"), help: "A subject, as for 'oqcheck run', in one word.")
  static let secondSubject = Positional(
    .subject(named: "B"), help: "Another one.")
  static let programFile = Positional(
    .file, help: "A program (.oqprogram) or a finding (.oqrepro).")
  static let recordedHistories = Positional(
    .text("HISTORY", expected: "a path"), repeatable: true,
    help: """
      A recorded history, or a finding (.oqrepro), whose history is taken; or a directory of such \
      files.
      """)
  static let pattern = Positional(
    .text("PATTERN", expected: "a rule id, or an area and '-*'"), optional: true,
    help: "A rule id such as DEP-9, or an area such as 'DEP-*'. All rules if left out.")
  static let mutantPattern = Positional(
    .text("PATTERN", expected: "names of mutants, rule ids, areas and '-*', or 'rare'"),
    optional: true,
    help: "Mutants, the rules or areas that they break, or 'rare'; several with commas. "
      + "All mutants if left out.")
  static let topic = Positional(
    .text("TOPIC", expected: "a rule, a freedom, a contested point, a transition or a word"),
    help: """
      A rule (DEP-9), a freedom (ND-12), a contested point (C-5), a line of a source (S0:213), a \
      word of reports and pages (unexplained, stalled, canary), or the word transition or cell.
      """)
  static let details = Positional(
    .text("NAME", expected: "the name of a transition, of a verb or of a fact"), optional: true,
    repeatable: true,
    help: """
      After the word transition its name (dispatch, release), or all of them if left out. After the \
      word cell a verb and facts, of which a program is composed: cancel phase=queued kind=block.
      """)
  static let benchmark = Positional(
    .benchmark, optional: true,
    help: """
      What to measure; figures if left out. figures: what each part of the suite costs, in turns \
      with something to compare it with. differential: whether the reduced acceptor of histories says the same as \
      the unreduced one. alarms: whether a rule accuses a legal history that the model made. \
      rejection: what the oracles notice when one event of a legal history is moved or deleted. \
      reach: which parts of the model, which contexts of rules, and which facts together the programs \
      reach, and why not others. \
      observability: how much of what mutants do wrong their histories prove. minimality: whether \
      a program smaller than the shrunk killer kills a mutant, too. explorer: whether what \
      explorations leave out changes an answer, and whether explorer, simulator and acceptor \
      agree. throughput: how many programs \
      a second run on a subject, in turns with the reference queue. search: after how many \
      programs mutants are killed by programs that know no rule, and by all programs.
      """)
  static let reportAction = Positional(
    .reportAction,
    help: """
      What to do. merge: join the reports of the parts of one campaign. convert: write one report \
      in other formats. verify: run again what one report claims.
      """)
  static let reportFiles = Positional(
    .text("FILE", expected: "a path"), repeatable: true,
    help: """
      merge: JSON reports of runs with --shard, each part once, in any order. verify, convert: \
      one JSON report; FORMAT=PATH may follow it without --report.
      """)

  // MARK: Options: which programs

  static let seed = Option(
    "seed", .seed, default: "1",
    help: "Seed of the programs, decimal or 0x...; 'random' draws one and prints it.")
  static let programs = Option(
    "programs", .count,
    help: "Run the first N programs. With --budget, whichever ends first.")
  static let budget = Option(
    "budget", .budget, default: "30s", note: " unless --programs or --only is given",
    help: """
      Run programs for this long: 500ms, 30s, 2m, 1h. The work on findings goes on after that: \
      for half of this time, over the wire for all of it, and for 12s where that is more. A trial \
      that has begun then comes to its end. A program that takes its time is waited for as long \
      as this again, and for 1m where that is more. For a class everything is included.
      """)
  static let comparedPrograms = Option(
    "programs", .count, default: "500", note: " unless --budget is given",
    help: "Run the first N programs.")
  static let comparingBudget = Option(
    "budget", .budget,
    help: "Run programs on A for this long (500ms, 30s, 2m, 1h), and then the same ones on B.")
  static let only = Option(
    "only", .indices, repeatable: true,
    help: "Run only the programs of these indices: 12, or 3,10-12.")
  static let printedPrograms = Option(
    "programs", .count, default: "1", help: "Print the first N programs.")
  static let printedOnly = Option(
    "only", .indices, repeatable: true,
    help: "Print only the programs of these indices: 12, or 3,10-12.")
  static let printedShard = Option(
    "shard", .shard, note: "everything",
    help: "Print only part I (from 0) of N parts of the programs.")
  static let printingJobs = Option(
    "jobs", .count, default: "1", help: "Number of programs to make at a time.")
  static let commonVocabulary = Option(
    "vocabulary", .words, note: "what both subjects offer and the rules need",
    help: "Verbs and kinds that programs may use, as a report names them.")
  static let vocabulary = Option(
    "vocabulary", .words, note: "what the subject offers and the rules need",
    help: "Verbs and kinds that programs may use, as a report names them.")
  static let wholeVocabulary = Option(
    "vocabulary", .words, note: "what the subject of --subject offers, else all",
    help: "Verbs and kinds that programs may use, as a report names them.")
  static let generatedRules = Option(
    "rules", .patterns, note: "all", repeatable: true,
    help: "Aim only at these rules, as 'oqcheck run --rules' does.")
  static let generatedSubject = Option(
    "subject", .subject, note: "none: programs with the whole vocabulary, aimed at all rules",
    help: "Print the programs that 'oqcheck run' makes for this subject.")
  static let jobs = Option(
    "jobs", .count,
    note: "OQCHECK_JOBS, then SLURM_CPUS_PER_TASK, else 1, or 4 for an adapter, which waits mostly",
    help: "Number of workers that run programs at a time.")
  static let shard = Option(
    "shard", .shard, note: "from the environment, else everything",
    help: "Run only part I (from 0) of N parts of the programs.")
  static let corpus = Option(
    "corpus", .directory,
    help: """
      Run the programs of this directory first, every time. Of several shards only the first one \
      runs them.
      """)

  // MARK: Options: how to judge

  static let rulePatterns = Option(
    "rules", .patterns, note: "all", repeatable: true,
    help: "Judge only these rules: DEP-9, or 'DEP-*,LIMIT-1'.")
  static let profile = Option(
    "profile", .profile, default: "core",
    help: "Reading of the contract: core, guide or reference.")
  static let version = Option(
    "spec", .specificationVersion, default: SpecificationVersion.current.description,
    help: """
      Version of the specification: rules that were added or became stricter later are left out.
      """)
  static let listedProfile = Option(
    "profile", .profile, note: "the rules of all profiles",
    help: """
      List only what this reading of the contract enforces (core, guide or reference), with the \
      outcomes that it accepts.
      """)
  static let minimum = Option(
    "min-exercised", .count, default: "1", note: "; \(RunOptions.strictMinimum) with --strict",
    help: "How often a rule must have been decided to count as satisfied.")
  static let strict = Flag(
    "strict", help: "Demand \(RunOptions.strictMinimum) decided cases of every rule.")
  static let expectations = Option(
    "expect", .file, help: "Violations that are known; a stale entry is an error.")
  static let failFast = Flag("fail-fast", help: "End at the first violation.")
  static let holds = Option(
    "holds", .holds, default: "scan", note: "; off for classes",
    help: """
      Hold lanes at points of the subject: scan (in one of 512 programs, more where clients meet), \
      scan/N, random (at drawn points) or off.
      """)

  static let vectors = Flag(
    "vectors", help: "Each HISTORY is a directory of vectors (Spec/Vectors).")
  static let historySource = Option(
    "programs", .historySource, default: "random",
    help: """
      random: histories of random programs, one in five corrupted. enumerated: all histories of \
      the programs of a fixed family, each with a corrupted sibling. alarms takes both without \
      corruptions.
      """)
  static let histories = Option(
    "histories", .count,
    note: "\(BenchOptions.historyCount), with observability \(BenchOptions.programsPerMutant), "
      + "with figures and throughput \(BenchOptions.programsPerTurn)",
    help: """
      Number of histories of random programs; with observability, of each mutant; with figures and \
      throughput, of each turn; with search, the most of each mutant and seed.
      """)
  static let timedSubject = Option(
    "subject", .subject, note: "the reference queue",
    help: "With throughput: what to measure, a queue of operations: any SUBJECT of 'run'.")
  static let measuredMutants = Option(
    "mutants", .text("PATTERN", expected: "names of mutants, rule ids, areas and '-*', or 'rare'"),
    note: "those of dependencies, limits, suspension, cancellation and priorities; "
      + "with search, all",
    help: "With observability, minimality and search: which mutants to measure.")
  static let enumeratedOperations = Option(
    "operations", .operations, default: "3",
    help: "With minimality and explorer: most operations of the small programs, 1 to 4.")
  static let stateBound = Option(
    "bound", .count, default: "2000",
    help: "Most states that an acceptor follows; a history with more is beyond the bound.")
  static let earlierFigures = Option(
    "against", .text("FILE", expected: "a path"),
    help: "With figures: say what has changed since those of this file, written with --json.")
  static let figuresFile = Option(
    "json", .text("PATH", expected: "a path"),
    help: "With figures and search: write them as JSON to this file, too.")
  static let figuresPage = Option(
    "markdown", .text("PATH", expected: "a path"),
    help: "With figures and search: write them as Markdown to this file, too.")
  static let comparingJobs = Option(
    "jobs", .count, default: "1", help: "Number of threads that measure at a time.")

  // MARK: Options: what to write

  static let findings = Option(
    "findings", .directory, default: ".oqcheck", help: "Where findings are written.")
  static let reports = Option(
    "report", .report(ReportFormats.all), repeatable: true,
    help: """
      Write a report, such as json=PATH or junit=PATH. 'oqcheck report --help' lists the formats.
      """)
  static let ruleReports = Option(
    "report", .report(ReportFormats.ofRules), repeatable: true,
    help: "Write the rules that are listed in a format, such as json=PATH.")
  static let mutantReports = Option(
    "report", .report(ReportFormats.ofMutants), repeatable: true,
    help: "Write the table in a format, such as json=PATH.")
  static let comparisonReports = Option(
    "report", .report(ReportFormats.ofComparisons), repeatable: true,
    help: "Write the comparison in a format, such as json=PATH.")
  static let shownReports = Option(
    "report", .report(ReportFormats.all), repeatable: true,
    help: "Write the report in a format, such as junit=PATH.")
  static let differences = Option(
    "findings", .directory, default: ".oqcheck",
    help: "Where programs that only one of the two fails are written.")
  static let since = Option(
    "since", .file, help: "Say what is new, known and gone since this JSON report.")
  static let timings = Flag("timings", help: "Add clock, host and path values to the reports.")
  static let quiet = Flag("quiet", help: "Print nothing but findings and the outcome.")
  static let table = Flag(
    "table", help: "Print every rule, every finding with its proof, and what was counted.")

  // MARK: Options: how to execute

  static let inProcess = Flag(
    "in-process", help: "Drive the subject in this process, for debuggers and sanitizers.")
  static let times = Option(
    "times", .count, default: "1", help: "How often to run the program.")
  static let keptHistory = Option(
    "history", .text("PATH", expected: "a path"),
    help: "Write the history of the last run to this file, whatever it shows.")
  static let keptHistories = Option(
    "keep-histories", .directory,
    help: "Write the history of every program to DIR.")
  static let excuses = Flag(
    "excuses",
    help:
      "Print the history of the last run, what has not come in it and why no rule misses that, and "
      + "what each rule says that decided nothing.")
  static let withoutPins = Flag(
    "without-pins", help: "Do not follow the order of harness points that the file holds.")
  static let scan = Flag(
    "scan",
    help:
      "Hold a lane at each point of the subject in turn, such as the unlock of a mutex, and say which holds show the failure."
  )
  static let causality = Flag(
    "causality", help: "Follow a failing run up to each event, and say which one decides.")
  static let otherSubject = Option(
    "subject", .subject, note: "the subject that the file names",
    help: "What to run the program on: any SUBJECT of 'run'.")
  static let trust = Flag(
    "trust", help: "Run the exec: subject that the file names: for files of your own.")
  static let seeds = Option(
    "seeds", .seeds, default: "1", help: "Seeds to run every mutant with: 1,2,0x7.")
  static let huntBudget = Option(
    "budget", .budget, default: "30s",
    help:
      "Hunt a mutant with a seed for this long (500ms, 30s, 2m), the shrinking of its killer included."
  )
  static let keptKillers = Option(
    "keep", .directory,
    help: "Bring the killers of this directory up to date instead, one file for each mutant.")
  static let killMatrix = Option(
    "matrix", .directory,
    help: "Run every killer of this directory on every mutant instead.")

  // MARK: Rows

  private static let run = CommandSyntax(
    .run, summary: "Run programs against a subject and judge what happened.",
    discussion: """
      A budget ends the sequence of programs and never changes its order. Without --shard the part \
      comes from Bazel test sharding (TEST_SHARD_INDEX, TEST_TOTAL_SHARDS) or a Slurm job array \
      (SLURM_ARRAY_TASK_*). Kubernetes indexed Jobs (JOB_COMPLETION_INDEX) and GNU parallel \
      (PARALLEL_SEQ) do not tell the number of parts: set OQCHECK_SHARDS to this number.
      """,
    positionals: [subject.syntax],
    options: [
      seed.syntax, programs.syntax, budget.syntax, only.syntax, rulePatterns.syntax,
      profile.syntax, version.syntax, minimum.syntax, strict.syntax, jobs.syntax, shard.syntax,
      vocabulary.syntax,
      expectations.syntax, findings.syntax, keptHistories.syntax, corpus.syntax, reports.syntax,
      since.syntax, timings.syntax, inProcess.syntax, failFast.syntax, holds.syntax,
      preload.syntax, quiet.syntax, table.syntax,
    ], exclusions: [["quiet", "table"]])

  private static let generate = CommandSyntax(
    .generate, summary: "Print the programs of a seed.",
    discussion: """
      The seed, the vocabulary and the rules decide which program an index stands for. With the \
      --subject, --rules, --profile, --spec and --vocabulary of a run, the programs are those of \
      the run.
      """,
    options: [
      seed.syntax, printedOnly.syntax, printedPrograms.syntax, printedShard.syntax,
      printingJobs.syntax, generatedSubject.syntax, generatedRules.syntax, profile.syntax,
      version.syntax, wholeVocabulary.syntax,
    ],
    exclusions: [["only", "programs"], ["only", "shard"]])

  private static let replay = CommandSyntax(
    .replay, summary: "Run one program again and judge it.",
    discussion: """
      Status 1 means that a run showed again what the file says, or any violation if the file says \
      nothing. Status 2 means that no run did. One run proves little about a failure that needs \
      luck: the file says how often the failure showed, and --times 20 tries as often as 'run' \
      does. With --scan the program runs once for each point, and --times as often with the best \
      hold; then a failure that needs one thread to stand while another goes on shows every time.
      """,
    positionals: [programFile.syntax],
    options: [
      times.syntax, withoutPins.syntax, scan.syntax, causality.syntax, keptHistory.syntax,
      excuses.syntax, otherSubject.syntax, trust.syntax, preload.syntax,
    ],
    exclusions: [
      ["subject", "trust"], ["scan", "causality"], ["scan", "without-pins"], ["scan", "history"],
      ["scan", "excuses"], ["causality", "without-pins"], ["causality", "history"],
      ["causality", "excuses"],
    ])

  private static let shrink = CommandSyntax(
    .shrink, summary: "Make a failing program smaller while it breaks the same rule.",
    positionals: [programFile.syntax], options: [otherSubject.syntax, trust.syntax],
    exclusions: [["subject", "trust"]])

  private static let check = CommandSyntax(
    .check, summary: "Judge recorded histories without running anything.",
    discussion: """
      Without --rules the model judges, too, as in a campaign. A history is unexplained if it \
      breaks no rule and the model has no run with it; then the status is 1. BLOCK-3 is left out, \
      because a history does not show whether its subject can run the blocks of an operation at \
      once. Of several histories, one line says what came of each, and the status is the first of \
      1, 2 and 0 that fits one of them.
      """,
    positionals: [recordedHistories.syntax],
    options: [rulePatterns.syntax, profile.syntax, version.syntax, vectors.syntax],
    exclusions: [["vectors", "rules"], ["vectors", "profile"], ["vectors", "spec"]])

  private static let rules = CommandSyntax(
    .rules, summary: "List the rules.", positionals: [pattern.syntax],
    options: [listedProfile.syntax, version.syntax, ruleReports.syntax])

  private static let explain = CommandSyntax(
    .explain, summary: "Explain a rule, freedom, contested point, transition, word or cell.",
    positionals: [topic.syntax, details.syntax])

  private static let subjects = CommandSyntax(.subjects, summary: "List the bundled subjects.")

  private static let mutants = CommandSyntax(
    .mutants, summary: "Measure which deliberately broken queues the rules detect.",
    discussion: """
      With several seeds, a mutant is killed if every seed kills it. Its row is that of the seed \
      that took longest.

      With --keep, a killer that still kills stays as it is. A missing killer is hunted and made \
      small. Without PATTERN, files of mutants that no longer exist are removed and the table of \
      all killers, README.md, is written. Status 0 means that every mutant has a killer that shows \
      nothing on the reference queue. Status 1 means that a mutant has none.

      With --matrix, status 1 means that some mutants cannot be told apart: the same killers kill \
      them by the same rules. The command names these mutants.
      """,
    positionals: [mutantPattern.syntax],
    options: [
      seeds.syntax, huntBudget.syntax, keptKillers.syntax, killMatrix.syntax, mutantReports.syntax,
    ],
    exclusions: [
      ["keep", "matrix"], ["keep", "report"], ["matrix", "report"], ["matrix", "seeds"],
      ["keep", "budget"], ["matrix", "budget"],
    ])

  private static let compare = CommandSyntax(
    .compare, summary: "Run the same programs against two subjects and compare.",
    discussion: """
      The comparison shows verdicts of rules that differ. Where the contract leaves a choice, it \
      shows outcomes that only one of the subjects had. Findings are not made smaller; 'oqcheck \
      shrink' does that.

      Status 0 means that both subjects violate the same rules, or none. Status 1 means that one \
      violates a rule that the other does not. Status 2 means that nothing ran, or that the \
      comparison was ended before its time. Status 3 means that a subject is unusable. Choices and \
      other verdicts change no status.
      """,
    positionals: [firstSubject.syntax, secondSubject.syntax],
    options: [
      seed.syntax, comparedPrograms.syntax, comparingBudget.syntax, rulePatterns.syntax,
      profile.syntax, jobs.syntax, commonVocabulary.syntax, differences.syntax,
      comparisonReports.syntax, quiet.syntax,
    ])

  private static let report = CommandSyntax(
    .report, summary: "Join, convert or verify the reports of campaigns.",
    discussion: """
      \(ReportFormats.paragraph) The path '-' is standard output. The text for people goes there \
      unless a report does.

      The report of all parts is that of the whole campaign: counts are added, verdicts and the \
      outcome are found anew, and of the findings that blame the same the first one is kept. The \
      exit status is that of the whole campaign. Status 65 means that the reports are not the parts \
      of one campaign: a part is missing or given twice, or they differ in seed, subject, rules, \
      profile, vocabulary, or the version of the command or of the specification. With --partial a \
      part may be missing; the answer is then violated or inconclusive, never conformant.

      What the parts expected, or a file of --expect, does not count for the status of the whole, \
      and the report says of each violation whether it is expected. Only the whole can tell what no \
      longer shows: that is status 4.

      A report is converted to what 'oqcheck run' wrote in that format. It does not know the \
      directory of the failure files: without --findings, commands name the files alone, and run \
      where these are. The exit status is 0, whatever the report says.

      To verify a report, each finding that is said to show again runs until it does, at most 20 \
      times. Status 0 means that all of them did, status 2 that some did not, or that there is none.
      """,
    positionals: [reportAction.syntax, reportFiles.syntax],
    options: [
      shownReports.syntax, shownFindings.syntax, expectations.syntax, since.syntax,
      partial.syntax, table.syntax,
      otherSubject.syntax, trust.syntax,
    ],
    exclusions: [["subject", "trust"]])

  private static let bench = CommandSyntax(
    .bench, summary: "Measure the suite itself.",
    discussion: """
      differential, alarms: status 0 means that no history was answered differently or wrongly \
      accused, and that at most one in ten was beyond the bound of an acceptor. Status 1 means \
      that some were answered differently or accused: they are printed and written to the \
      directory of findings. Status 2 means that more than one in ten was beyond the bound, that \
      programs were left out, or that the measurement was ended before its time.

      figures, throughput: status 0 whatever the figures are, 2 if the measurement was ended before \
      its time. Spec/Speed.md says how each figure is measured.

      The others: status 0 means that the figure is what Spec/Trust.md wants, 1 that the figure is \
      not, 2 that nothing was measured or that the measurement was ended before its time.
      """,
    positionals: [benchmark.syntax],
    options: [
      historySource.syntax, histories.syntax, seed.syntax, stateBound.syntax, comparingJobs.syntax,
      measuredMutants.syntax, searchSeeds.syntax, blindMutants.syntax, blindDraw.syntax,
      searchScan.syntax, enumeratedOperations.syntax, explorerPart.syntax, timedSubject.syntax,
      earlierFigures.syntax, figuresFile.syntax, figuresPage.syntax, findings.syntax,
    ],
    exclusions: [["mutants", "blind"]])

  private static let selftest = CommandSyntax(.selftest, summary: "Check the suite itself.")

  private static let doctor = CommandSyntax(
    .doctor, summary: "Examine an adapter of the wire protocol step by step.",
    discussion: """
      Shows for each step that fails what was sent, what came back, what to fix, and a command that \
      repeats it by hand. Status 3 means that a step has failed.
      """,
    positionals: [adapter.syntax])

  private static let serve = CommandSyntax(
    .serve, summary: "Offer a bundled subject over the wire.",
    discussion: """
      Speaks the wire protocol on standard input and output, as an adapter does: \
      'oqcheck run "exec:oqcheck serve reference"' judges it. Status 65 means that a line could not \
      be understood.
      """,
    positionals: [servedSubject.syntax])
}
