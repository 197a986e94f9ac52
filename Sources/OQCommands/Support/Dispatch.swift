import OQAdapters
import OQCommandLine
import OQDriver
import OQReport
import OQText

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs an invocation and gives the status of the process.
package enum Dispatch {
  /// Becomes the command, from the arguments of the process to its end; or a process that the
  /// command starts for itself, where the first argument says so.
  ///
  /// - Parameter toolbox: what the executable gives to the commands.
  package static func main(_ toolbox: Toolbox) -> Never {
    ReservedArguments.dispatch { toolbox.worker($0) }
    let arguments = Array(CommandLine.arguments.dropFirst())
    let console = Console(toolbox)
    guard case .run(let options)? = try? Invocation.parse(arguments), options.isInProcess,
      let firstThread = toolbox.firstThread
    else {
      exit(run(arguments, console).rawValue)
    }
    // A subject that is driven in this process may need its first thread, as in a worker.
    PlainThread.start { exit(run(arguments, console).rawValue) }
    firstThread.serve()
  }

  static func run(_ arguments: [String], _ console: Console) -> ExitStatus {
    do throws(Failure) {
      let invocation: Invocation
      do throws(UsageError) {
        invocation = try Invocation.parse(arguments)
      } catch {
        throw Failure(error.exitStatus, error.description, hint: error.hint)
      }
      return try run(invocation, console)
    } catch {
      console.warn("oqcheck: \(error.message)")
      if let hint = error.hint { console.warn(hint) }
      return error.status
    }
  }

  private static func run(
    _ invocation: Invocation, _ console: Console
  ) throws(Failure) -> ExitStatus {
    switch invocation {
    case .check(let options): return try CheckCommand.run(options, console)
    case .explore(let options): return try ExploreCommand.run(options, console)
    case .ask(let options): return try AskCommand.run(options, console)
    case .enumerate(let options): return try EnumerateCommand.run(options, console)
    case .rules(let options): return try RulesCommand.run(options, console)
    case .explain(let options): return try ExplainCommand.run(options, console)
    case .expect(let options): return try ExpectCommand.run(options, console)
    case .completion(let script): console.write(script.text)
    case .help(let topic):
      console.write(
        HelpText.text(topic, width: console.output.width, palette: console.output.palette))
    case .version: console.write("oqcheck \(Tool.version)\n")
    case .run(let options): return try RunCommand.run(options, console)
    case .generate(let options): return try GenerateCommand.run(options, console)
    case .replay(let options): return try ReplayCommand.run(options, console)
    case .shrink(let options): return try ShrinkCommand.run(options, console)
    case .compare(let options): return try CompareCommand.run(options, console)
    case .report(let options): return try ReportCommand.run(options, console)
    case .mutants, .bench, .selftest: return try measure(invocation, console)
    case .subjects: return SubjectsCommand.run(console)
    case .doctor(let options): return try DoctorCommand.run(options, console)
    case .serve(let options): return try ServeCommand.run(options, console)
    }
    return .conformant
  }

  /// Runs a command that measures the suite itself, where there is one.
  private static func measure(
    _ invocation: Invocation, _ console: Console
  ) throws(Failure) -> ExitStatus {
    guard let measuring = console.toolbox.measuring else {
      throw Failure(
        .usage, "\(console.toolbox.name) comes without bundled subjects and what measures them",
        hint: "Use the whole 'oqcheck'.")
    }
    return try measuring(invocation, console)
  }
}
