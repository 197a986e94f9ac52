import OQCommandLine
import OQExploring
import OQHistory
import OQSpecification
import OQText

/// `oqcheck explore FILE`: visits every state of a program on the model.
struct ExploreCommand {
  private let stage: Stage
  private let lookout: Lookout
  private let reductions: Reductions
  private let threads: Int
  private let console: Console

  static func run(_ options: ExploreOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let program = try Files.program(options.file).program
    if let fault = Stage.fault(program) {
      throw Failure(.malformedInput, "\(options.file): the explorer does not represent \(fault)")
    }
    if options.export == .promela {
      if let fault = PromelaText.fault(program) {
        throw Failure(.malformedInput, "\(options.file): \(fault) cannot be exported")
      }
      console.write(PromelaText(program).text)
      return .conformant
    }
    let stage = Stage(program)
    var reductions: Reductions = []
    for reduction in options.reductions {
      reductions.insert(reduction == .symmetry ? .symmetry : .order)
    }
    // Who began tells twins apart.
    let command = ExploreCommand(
      stage: stage, lookout: reductions.isEmpty ? Lookout(beginsOf: stage) : Lookout(),
      reductions: reductions, threads: options.threads, console: console)
    return .combine(options.profiles.map { command.explore($0, options.bound) })
  }

  private func explore(_ profile: Profile, _ bound: Int) -> ExitStatus {
    var explorer = Explorer(
      stage, profile: profile, lookout: lookout, bound: bound, reductions: reductions,
      threads: threads)
    let result = explorer.run()
    let extent = result.isComplete ? "all of them" : "not all: the bound is reached"
    console.write(
      """
      \(profile): \(result.states) states (\(extent)), \(result.transitions) steps, \
      the longest way has \(result.depth)

      """)
    if reductions.contains(.symmetry), result.isComplete {
      console.write("  by symmetry they stand for \(Int(explorer.orbits)) states\n")
    }
    show(result.endings)
    guard let fault = result.fault else {
      console.write("  every invariant holds, and nothing ends while something is owed\n")
      return result.isComplete ? .conformant : .inconclusive
    }
    console.write("  \(fault.message)\n")
    guard reductions.isEmpty else {
      console.write("  without --reduce a shortest way to it is shown\n")
      return .violated
    }
    for line in WayText.lines(explorer.way(to: fault.scene), stage.program) {
      console.write("  \(line)\n")
    }
    return .violated
  }

  private func show(_ endings: [Exploration.Ending]) {
    let showsBegins = reductions.isEmpty
    var table = TextTable(
      (showsBegins ? [TextTable.Column("began")] : []) + [TextTable.Column("how it ends")])
    for ending in endings {
      let end = TextTable.Cell(ending.stall.map { "waits in vain: \($0.rawValue)" } ?? "through")
      table.rows.append(showsBegins ? [TextTable.Cell(names(ending.seen)), end] : [end])
    }
    for line in table.lines(width: console.output.width, indent: 2, palette: console.output.palette)
    {
      console.write(line + "\n")
    }
  }

  /// The client code that began, by name.
  private func names(_ seen: UInt64) -> String {
    let printer = StepPrinter(stage.program)
    let names = lookout.sights.indices.filter { lookout.has($0, in: seen) }.compactMap { place in
      if case .begin(let callback) = lookout.sights[place] { printer.text(callback) } else { nil }
    }
    return names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}
