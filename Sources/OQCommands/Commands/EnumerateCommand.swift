import OQCommandLine
import OQContracts
import OQDriver
import OQExploring
import OQHistory
import OQRunner
import OQText

/// `oqcheck enumerate SUBJECT`: runs every small program, and compares with the model.
struct EnumerateCommand {
  /// What the programs of one size gave.
  private struct Tally {
    var programs = 0
    var states = 0
    var allowed = 0
    var seen = 0
    var runs = 0
    var open = 0
    var strangers = 0
    var isComplete = true
  }

  private let options: EnumerateOptions
  private let console: Console
  private let executor: any Executor
  private let stops: StopRequests?

  static func run(_ options: EnumerateOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let judged = try JudgedSubject.find(options.subject, in: console.toolbox)
    let executor: any Executor
    do {
      executor = try judged.executor(profile: options.profile, seed: 1)
    } catch {
      throw Failure(.fault, "\(error)")
    }
    defer { executor.shutDown() }
    let command = EnumerateCommand(
      options: options, console: console, executor: executor, stops: try? StopRequests.watch())
    return try command.run()
  }

  private func run() throws(Failure) -> ExitStatus {
    var table = TextTable([
      TextTable.Column("operations", .trailing), TextTable.Column("programs", .trailing),
      TextTable.Column("states", .trailing), TextTable.Column("outcomes allowed", .trailing),
      TextTable.Column("seen", .trailing), TextTable.Column("share", .trailing),
      TextTable.Column("runs", .trailing), TextTable.Column("without end", .trailing),
    ])
    var status = ExitStatus.conformant
    for operations in 1...options.operations {
      let tally = try tally(GraphFamily(operations: operations))
      let share = tally.allowed == 0 ? 0 : tally.seen * 100 / tally.allowed
      table.rows.append(
        [
          "\(operations)", "\(tally.programs)", "\(tally.states)", "\(tally.allowed)",
          "\(tally.seen)", "\(share) %", "\(tally.runs)", "\(tally.open)",
        ].map { TextTable.Cell($0) })
      if tally.strangers > 0 { status = .violated }
      if status == .conformant, tally.open > 0 || !tally.isComplete { status = .inconclusive }
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
    return status
  }

  private func tally(_ family: GraphFamily) throws(Failure) -> Tally {
    var tally = Tally()
    let stops = stops
    let found = Admissible.all(
      family.groups, options.profile, bound: options.bound, jobs: options.jobs,
      while: { (stops?.current ?? StopRequest.none) == .none })
    tally.isComplete = found.count == family.groups.count
    for admissible in found {
      tally.states += admissible.result.states
      tally.isComplete = tally.isComplete && admissible.result.isComplete
      for place in admissible.programs.indices {
        guard (stops?.current ?? StopRequest.none) == .none else {
          tally.isComplete = false
          return tally
        }
        tally.programs += 1
        tally.allowed += admissible.outcomes[place].count
        try run(place, admissible, &tally)
      }
    }
    return tally
  }

  private func run(
    _ place: Int, _ admissible: Admissible, _ tally: inout Tally
  ) throws(Failure) {
    var seen: Set<UInt64> = []
    var program = admissible.programs[place]
    for run in 0..<options.runs {
      program.settings.jitter = run % 2 == 0 ? nil : UInt64(run)
      let history: History
      do {
        history = try executor.execute(program, index: UInt64(tally.runs)).history
      } catch {
        throw Failure(.fault, "\(error)")
      }
      tally.runs += 1
      guard let outcome = admissible.outcome(of: history) else {
        tally.open += 1
        continue
      }
      if admissible.outcomes[place].contains(outcome) {
        seen.insert(outcome)
      } else if admissible.result.isComplete {
        tally.strangers += 1
        console.write("A run with an outcome that the model never has:\n")
        console.write(program.text + history.text + "\n")
      }
    }
    tally.seen += seen.count
  }
}
