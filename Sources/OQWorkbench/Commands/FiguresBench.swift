import OQCommandLine
import OQCommands
import OQDriver
import OQReport
import OQReports
import OQRunner

/// `oqcheck bench` without the name of a benchmark: what everything costs, as ratios in one run.
///
/// Each figure is measured in turns with what it is compared with; `Spec/Speed.md` says how.
struct FiguresBench {
  /// Turns of each figure.
  static let turns = 5

  let options: BenchOptions
  let seed: UInt64
  let console: Console

  func run() throws(Failure) -> ExitStatus {
    // What is wrong with a file shows before anything is measured.
    let before = try options.against.map { path throws(Failure) in try read(path) }
    for path in [options.json, options.markdown].compactMap(\.self) {
      try Files.checkWritable(path)
    }
    let stops = try? StopRequests.watch()
    var figures: [Figure] = []
    for meter in try Meters(seed: seed, programs: options.histories, console: console).all {
      guard let figure = try measure(meter, stops) else { break }
      figures.append(figure)
    }
    guard !figures.isEmpty else { return .inconclusive }
    let list = FigureList(tool: Tool.version, figures)
    let text = FiguresText(list)
    console.write(text.text)
    if let before { console.write("\n" + text.text(since: before)) }
    if let path = options.markdown { try Files.write(text.text, to: path) }
    if let path = options.json {
      do {
        try Files.write(try FiguresJSON.text(list), to: path)
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure(.fault, "the figures cannot be encoded: \(error)")
      }
    }
    return (stops?.current ?? StopRequest.none) == .none ? .conformant : .inconclusive
  }

  /// Measures a figure in turns with its baseline; nil where the run was ended meanwhile.
  private func measure(_ meter: Meter, _ stops: StopRequests?) throws(Failure) -> Figure? {
    console.warn("measuring \(meter.name)")
    var turns: [(value: Double, baseline: Double)] = []
    do {
      // The first turn fills caches and tables, and does not count.
      _ = try meter.baseline()
      for _ in 0..<Self.turns {
        guard (stops?.current ?? StopRequest.none) == .none else { return nil }
        let baseline = try meter.baseline()
        turns.append((try meter.value(), baseline))
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.fault, "\(meter.name): \(error)")
    }
    return Figure(
      meter.name, meter.what, unit: meter.unit, against: meter.against, turns: turns)
  }

  private func read(_ path: String) throws(Failure) -> FigureList {
    let text = try Files.read(path)
    let list: FigureList
    do throws(JSONFault) {
      list = try FiguresJSON.read(text)
    } catch {
      throw Failure(
        .malformedInput, "\(path): \(error)",
        hint: "'oqcheck bench --json PATH' writes what --against reads.")
    }
    guard list.schema == FigureList.schema else {
      throw Failure(
        .malformedInput, "\(path): figures of schema \(list.schema), not \(FigureList.schema)",
        hint: "Measure both versions with the same 'oqcheck bench'.")
    }
    return list
  }
}

/// How a figure is measured: once on each side, in turns.
struct Meter {
  let name: String
  let what: String
  let unit: String
  let against: String
  let value: () throws -> Double
  let baseline: () throws -> Double

  init(
    _ name: String, _ what: String, unit: String, against: String,
    value: @escaping () throws -> Double, baseline: @escaping () throws -> Double
  ) {
    self.name = name
    self.what = what
    self.unit = unit
    self.against = against
    self.value = value
    self.baseline = baseline
  }
}
