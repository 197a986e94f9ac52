import OQSpecification

/// What a command line asks for, every value read.
package enum Invocation: Hashable, Sendable {
  /// Judge a subject.
  case run(RunOptions)
  /// Print programs.
  case generate(GenerateOptions)
  /// Run one program again.
  case replay(ReplayOptions)
  /// Make a failing program smaller.
  case shrink(ShrinkOptions)
  /// Judge a recorded history.
  case check(CheckOptions)
  /// Visit every state of a program on the model.
  case explore(ExploreOptions)
  /// Answer questions about programs.
  case ask(AskOptions)
  /// Run every small program on a subject.
  case enumerate(EnumerateOptions)
  /// List rules.
  case rules(RulesOptions)
  /// Tell all about one rule, freedom, contested point, transition or word.
  case explain(ExplainOptions)
  /// List the bundled subjects.
  case subjects(SubjectsOptions)
  /// Measure which broken queues the rules detect.
  case mutants(MutantsOptions)
  /// Set two subjects side by side.
  case compare(CompareOptions)
  /// Join the reports of parts of a campaign.
  case report(ReportOptions)
  /// Measure the suite itself.
  case bench(BenchOptions)
  /// Check the suite itself.
  case selftest(SelftestOptions)
  /// Examine an adapter.
  case doctor(DoctorOptions)
  /// Offer a subject over the wire.
  case serve(ServeOptions)
  /// Bring a file of expectations up to date.
  case expect(ExpectOptions)
  /// Print what completes command lines.
  case completion(CompletionScript)
  /// Print help.
  case help(HelpTopic)
  /// Print the version.
  case version

  /// Reads a command line.
  ///
  /// `--help` and `-h` win over everything else, wrong options included, as long as they stand
  /// before `--`: who asks for help is not helped by an error.
  ///
  /// - Parameter arguments: The words after the name of the program.
  /// - Returns: What was asked for.
  /// - Throws: The first thing that is wrong.
  /// - Complexity: O(*n*) in the length of the command line.
  package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let first = arguments.first else { throw UsageError(.missingCommand) }
    if isHelp(first) { return .help(.program) }
    if first == "--version" { return .version }
    guard let name = CommandName(rawValue: first) else { throw notACommand(first) }
    let rest = Array(arguments.dropFirst())
    if rest.prefix(while: { $0 != "--" }).contains(where: isHelp) { return .help(.command(name)) }
    return try read(name, Arguments(rest, syntax: CommandTable.row(name)))
  }

  private static func read(
    _ name: CommandName, _ arguments: Arguments
  ) throws(UsageError) -> Invocation {
    switch name {
    case .run: .run(try RunOptions(arguments))
    case .generate: .generate(try GenerateOptions(arguments))
    case .replay: .replay(try ReplayOptions(arguments))
    case .shrink: .shrink(try ShrinkOptions(arguments))
    case .check: .check(try CheckOptions(arguments))
    case .explore: .explore(try ExploreOptions(arguments))
    case .ask: .ask(try AskOptions(arguments))
    case .enumerate: .enumerate(try EnumerateOptions(arguments))
    case .rules: .rules(try RulesOptions(arguments))
    case .explain: .explain(try ExplainOptions(arguments))
    case .subjects: .subjects(SubjectsOptions())
    case .mutants: .mutants(try MutantsOptions(arguments))
    case .compare: .compare(try CompareOptions(arguments))
    case .report: .report(try ReportOptions(arguments))
    case .bench: .bench(try BenchOptions(arguments))
    case .selftest: .selftest(SelftestOptions())
    case .doctor: .doctor(try DoctorOptions(arguments))
    case .serve: .serve(try ServeOptions(arguments))
    case .expect: .expect(try ExpectOptions(arguments))
    case .completion: .completion(try arguments.value(CommandTable.shell))
    case .help: .help(try HelpTopic(arguments))
    }
  }

  private static func isHelp(_ word: String) -> Bool {
    word == "-h" || word == "--\(CommandTable.helpOption)"
  }

  private static func notACommand(_ word: String) -> UsageError {
    guard word.hasPrefix("-") else {
      let known = CommandName.allCases.map(\.rawValue)
      let suggestion = Suggestion.nearest(word, among: known).first
      return UsageError(.unknownCommand(word, suggestion: suggestion))
    }
    let typed = word.prefix { $0 != "=" }
    let name = typed.dropFirst(2)
    if CommandTable.rows.contains(where: { $0.option(name) != nil }) {
      return UsageError(.misplacedOption(String(name)))
    }
    let known = [CommandTable.helpOption, "version"]
    let suggestion = Suggestion.nearest(name, among: known).first
    return UsageError(.unknownOption(String(typed), suggestion: suggestion))
  }
}
