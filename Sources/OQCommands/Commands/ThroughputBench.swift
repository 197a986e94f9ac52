import OQAdapters
import OQCommandLine
import OQDriver
import OQHistory
import OQPrograms
import OQRunner
import OQSpecification
import OQSubjects

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
    let target: Target
    let judge: Judge
    /// Programs per second, by turn.
    var rates: [Double] = []

    init(_ target: Target) throws(Failure) {
      self.target = target
      do throws(SelectionError) {
        judge = target.judge(try target.selection([], .core))
      } catch {
        throw Failure(.usage, error.description)
      }
    }

    var median: Double { rates.sorted()[rates.count / 2] }
  }

  func run() throws(Failure) -> ExitStatus {
    let stops = try? StopRequests.watch()
    let target = try Target.find(options.subject ?? .named("reference"), added: console.added)
    guard !target.isDispatch, target.operationClass == nil else {
      throw Failure(
        .usage,
        "throughput is measured of queues of operations, not of '\(target.description.name)'"
      )
    }
    let baseline = Target.driven(ReferenceSubject())
    var both = [try Measured(target), try Measured(baseline)]
    let generator = try generator(target, baseline)
    for turn in 1...Self.turns {
      for place in both.indices {
        let rate = try rate(of: both[place], generator, stops)
        guard (stops?.current ?? StopRequest.none) == .none else { return .inconclusive }
        both[place].rates.append(rate)
        console.warn(
          "turn \(turn) of \(Self.turns): \(Int(rate)) programs/s on"
            + " \(both[place].target.description.name)")
      }
    }
    write(both)
    return .conformant
  }

  /// Makes programs that both can run.
  private func generator(_ first: Target, _ second: Target) throws(Failure) -> Generator {
    do throws(SelectionError) {
      let others = Set(second.aims(try second.selection([], .core)))
      let rules = first.aims(try first.selection([], .core)).filter(others.contains)
      return Generator(
        seed: seed, vocabulary: first.vocabulary(sharedWith: second, rules, .core), rules: rules)
    } catch {
      throw Failure(.usage, error.description)
    }
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
      executors.append(try one.target.executor(inProcess: false, profile: .core, seed: seed))
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
        TextTable.Cell(one.target.description.name), TextTable.Cell("\(Int(one.median))"),
        TextTable.Cell("\(Int(one.rates.min() ?? 0))"),
        TextTable.Cell("\(Int(one.rates.max() ?? 0))"), TextTable.Cell("\(share) %"),
      ])
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
    console.write(
      "medians of \(Self.turns) turns of \(options.histories) programs, \(options.jobs) jobs\n")
  }
}
