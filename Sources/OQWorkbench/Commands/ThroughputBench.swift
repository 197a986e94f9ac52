import OQAdapters
import OQCommandLine
import OQCommands
import OQContracts
import OQDriver
import OQHistory
import OQPrograms
import OQRunner
import OQSpecification
import OQSubjects
import OQText

/// `oqcheck bench throughput`: how many programs a second run on a subject and are judged.
///
/// The subject and the reference queue take turns with the same programs, so that what slows the
/// machine down slows both: the ratio is what can be compared.
struct ThroughputBench {
  /// How many turns each of the two has.
  static let turns = 5

  let options: BenchOptions
  let seed: UInt64
  let console: Console

  /// One of the two, with what its turns have shown.
  private struct Measured {
    let subject: JudgedSubject
    let judge: Judge
    /// Programs per second, by turn.
    var rates: [Double] = []

    init(_ subject: JudgedSubject) throws(Failure) {
      self.subject = subject
      judge = Judge(try subject.rules([], .core))
    }

    var median: Double { rates.sorted()[rates.count / 2] }
  }

  func run() throws(Failure) -> ExitStatus {
    let stops = try? StopRequests.watch()
    let subject = try JudgedSubject.find(
      options.subject ?? .named("reference"), in: console.toolbox)
    let baseline = JudgedSubject(.driven(ReferenceSubject()))
    guard subject.contract.name == baseline.contract.name else {
      throw Failure(
        .usage,
        "throughput is measured of \(baseline.contract.name), not of '\(subject.description.name)'"
      )
    }
    var both = [try Measured(subject), try Measured(baseline)]
    let generator = try generator(subject, baseline)
    for turn in 1...Self.turns {
      for place in both.indices {
        let rate = try rate(of: both[place], generator, stops)
        guard (stops?.current ?? StopRequest.none) == .none else { return .inconclusive }
        both[place].rates.append(rate)
        console.warn(
          "turn \(turn) of \(Self.turns): \(Int(rate)) programs/s on"
            + " \(both[place].subject.description.name)")
      }
    }
    write(both)
    return .conformant
  }

  /// Makes programs that both can run.
  private func generator(
    _ first: JudgedSubject, _ second: JudgedSubject
  ) throws(Failure) -> Generator {
    let others = Set(second.aims(try second.rules([], .core)))
    let rules = first.aims(try first.rules([], .core)).filter(others.contains)
    let vocabulary = first.vocabulary(rules, .core).intersection(second.vocabulary(rules, .core))
    return Generator(
      seed: seed, vocabulary: vocabulary, rules: rules, repertoire: first.contract.repertoire)
  }

  /// Runs the programs once and judges them; processes are started before the clock.
  private func rate(
    of one: Measured, _ generator: Generator, _ stops: StopRequests?
  ) throws(Failure) -> Double {
    let campaign = Campaign(judge: one.judge, indices: Indices(programs: options.histories)) {
      generator.program(at: $0)
    }
    var executors: [any Executor] = []
    defer { for executor in executors { executor.shutDown() } }
    for _ in 0..<options.jobs {
      executors.append(try one.subject.commandExecutor(profile: .core, seed: seed))
    }
    do {
      let calibration = try executors[0].calibrate()
      for executor in executors { executor.calibration = calibration }
    } catch {
      throw Failure(.fault, "\(error)")
    }
    let watch = Watch(budget: nil, stops: stops) { campaign.stop() }
    let begun = ContinuousClock.now
    let result = campaign.run(on: executors) { watch.hasTime }
    let seconds = (ContinuousClock.now - begun) / .seconds(1)
    watch.cancel()
    if let fault = result.fault { throw Failure(.fault, fault) }
    if let reason = result.unusable { throw Failure(.subjectUnusable, reason) }
    return Double(result.programs) / max(seconds, 1e-9)
  }

  private func write(_ both: [Measured]) {
    var table = TextTable([
      TextTable.Column("subject"), TextTable.Column("programs/s", .trailing),
      TextTable.Column("lowest", .trailing), TextTable.Column("highest", .trailing),
      TextTable.Column("of reference", .trailing),
    ])
    for one in both {
      let share = Int((100 * one.median / both[1].median).rounded())
      table.rows.append([
        TextTable.Cell(one.subject.description.name), TextTable.Cell("\(Int(one.median))"),
        TextTable.Cell("\(Int(one.rates.min() ?? 0))"),
        TextTable.Cell("\(Int(one.rates.max() ?? 0))"), TextTable.Cell("\(share) %"),
      ])
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
    console.write(
      "medians of \(Self.turns) turns of \(options.histories) programs, \(options.jobs) jobs\n")
  }
}
