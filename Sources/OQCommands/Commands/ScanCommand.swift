import OQCommandLine
import OQDriver
import OQHistory
import OQReport
import OQReports
import OQRunner

/// `oqcheck replay FILE --scan`: runs a stored program once for each point of the subject, with a
/// lane held there, and says which holds show the failure.
struct ScanCommand {
  /// How often each point is tried.
  private static let rounds = 3
  /// Schedules with two holds, where one hold shows nothing.
  private static let pairs = 400

  private let bench: Bench
  private let times: Int
  private let console: Console

  init(_ bench: Bench, times: Int, _ console: Console) {
    self.bench = bench
    self.times = times
    self.console = console
  }

  func run(_ stops: StopRequests?) throws(Failure) -> ExitStatus {
    guard bench.trial.programs.count == 1 else {
      throw Failure(
        .usage, "\(bench.file) holds several programs, and a scan runs one",
        hint: "Replay it without --scan.")
    }
    func mayGoOn() -> Bool { (stops?.current ?? StopRequest.none) == .none }
    let scanner = Scanner(executor: bench.executor, judge: bench.judge, mayGoOn: mayGoOn)
    let workshop = Workshop(
      judge: bench.judge, executor: bench.executor, seed: bench.seed, mayGoOn: mayGoOn)
    do {
      var outcome = try scan(scanner, following: [])
      var trial = bench.trial.following(nil)
      if let order = bench.trial.pins?.order, !order.isEmpty, mayGoOn(),
        outcome.showings(of: bench.blame).isEmpty
      {
        console.write("in the order of harness points that the file holds:\n")
        outcome = try scan(scanner, following: order)
        trial = bench.trial.following(Pins(order))
      }
      guard
        let best = try workshop.steadiest(
          of: outcome.showings(of: bench.blame), trial, times: times,
          scanningAgain: {
            console.write("in the order of a run that has shown it:\n")
            return try scan(scanner, following: $0)
          })
      else { return .inconclusive }
      try write(best, workshop)
      return .violated
    } catch {
      throw Failure(.fault, "\(error)")
    }
  }

  /// Scans the program in an order of harness points, and prints what that gave.
  private func scan(_ scanner: Scanner, following order: [Pins.Pin]) throws -> ScanOutcome {
    let program = bench.trial.program
    let outcome = try scanner.scan(
      program, following: order, rounds: ScanCommand.rounds, mostPairs: ScanCommand.pairs
    ) { outcome in
      // A round comes to its end; pairs are tried only where no single hold shows it.
      outcome.isRoundOver && !outcome.showings(of: bench.blame).isEmpty
    }
    console.write(ScanText.lines(of: outcome, program).map { $0 + "\n" }.joined())
    return outcome
  }

  private func write(_ best: Workshop.Held, _ workshop: Workshop) throws {
    var finding = bench.finding(best.showing.reproduction)
    finding.pins = best.trial.pins
    (finding.reproduced, finding.attempts) = (best.tries.shown, best.tries.runs)
    finding.window = try workshop.window(
      of: best.trial, best.showing.reproduction.violation.blame)
    console.write(bench.text(of: finding, console))
    console.write("held in this way: \(best.tries.shown) of \(best.tries.runs) attempts\n")
  }
}
