import OQCommandLine
import OQDriver
import OQHistory
import OQReport
import OQReports
import OQRunner

/// `oqcheck replay FILE --causality`: says from which event on a failure is decided.
struct CausalityCommand {
  /// Attempts to see the failure once.
  private static let attempts = 200
  /// Runs for each event, where the user names no number.
  private static let usualTimes = 100

  private let bench: Bench
  private let times: Int
  private let console: Console

  init(_ bench: Bench, times: Int?, _ console: Console) {
    self.bench = bench
    self.times = times ?? CausalityCommand.usualTimes
    self.console = console
  }

  func run(_ stops: StopRequests?) throws(Failure) -> ExitStatus {
    guard bench.trial.program.settings.recording == .full else {
      throw Failure(
        .usage, "the program of \(bench.file) records bodies only: its history tells no order",
        hint: "Replay it without --causality.")
    }
    func mayGoOn() -> Bool { (stops?.current ?? StopRequest.none) == .none }
    var shown: Reproduction?
    var runs = 0
    while shown == nil, runs < CausalityCommand.attempts, mayGoOn() {
      runs += 1
      if case .shown(let reproduction) = try bench.attempt() { shown = reproduction }
    }
    guard let shown else {
      let what = bench.blame.map(\.description) ?? "a violation"
      console.write("\(what): reproduced 0 of \(runs) attempts; there is no order to follow\n")
      return .inconclusive
    }
    let style = ReportStyle(console.output, variables: console.variables)
    let workshop = Workshop(
      judge: bench.judge, executor: bench.executor, seed: bench.seed, mayGoOn: mayGoOn)
    do {
      let causality = try workshop.causality(of: shown, bench.trial, times: times)
      console.write("\(shown.violation.blame): shown by attempt \(runs)\n\n")
      console.write(
        CausalityText.lines(of: causality, shown.history, style).map { $0 + "\n" }.joined())
    } catch {
      throw Failure(.fault, "\(error)")
    }
    return .violated
  }
}
