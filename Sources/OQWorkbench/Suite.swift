import OQAdapters
import OQCommandLine
import OQCommands
import OQMutants
import OQSubjects

extension Toolbox {
  /// All that comes with the suite: its subjects, its mutants, and what measures it.
  ///
  /// - Parameters:
  ///   - added: subjects that the executable adds to the bundled ones.
  ///   - words: the words that start the executable, ready for a shell.
  /// - Returns: what `oqcheck` gives to its commands.
  package static func suite(added: [any Subject] = [], words: String = "oqcheck") -> Toolbox {
    Toolbox(
      words: words, added: added,
      rows: (BundledSubjects.rows + BundledSubjects.classes).map {
        Row(name: $0.name, summary: $0.summary)
      },
      mutants: BundledSubjects.mutantNames, bundled: { BundledSubjects.subject(named: $0) },
      mutant: { BundledSubjects.mutant(named: $0) }, firstThread: MainLoopService.shared,
      measuring: measure)
  }

  private static func measure(
    _ invocation: Invocation, _ console: Console
  ) throws(Failure) -> ExitStatus {
    switch invocation {
    case .mutants(let options): try MutantsCommand.run(options, console)
    case .bench(let options): try BenchCommand.run(options, console)
    default: try SelftestCommand.run(console)
    }
  }
}
