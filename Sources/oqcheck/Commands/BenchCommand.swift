import Foundation
import OQCommandLine
import OQDriver
import OQHistory
import OQModel
import OQSpecification
import Synchronization

/// `oqcheck bench differential`: compares the reduced acceptor of histories with the unreduced one.
struct BenchCommand {
  /// Most operations of a random program.
  private static let operations = 6
  /// Most steps of a client of a random program.
  private static let steps = 4
  /// Histories of random programs that one thread compares at a stretch.
  private static let stretch = 250
  /// The largest share of histories that may stay undecided: one in this many.
  private static let tolerated = 10

  let options: BenchOptions
  let seed: UInt64
  let console: Console

  static func run(_ options: BenchOptions, _ console: Console) throws(Failure) -> ExitStatus {
    let folder = FindingsFolder(path: options.findings, subject: "model", profile: .core)
    try folder.check()
    let seed: UInt64
    switch options.seed {
    case .fixed(let value): seed = value
    case .random:
      seed = UInt64.random(in: .min ... .max)
      console.warn("seed \(seed)")
    }
    return try BenchCommand(options: options, seed: seed, console: console).run(folder)
  }

  private func run(_ folder: FindingsFolder) throws(Failure) -> ExitStatus {
    let stops = try? StopRequests.watch()
    let parts = Parts(jobs: options.jobs, console: console) {
      (stops?.current ?? StopRequest.none) == .none
    }
    let differential = Differential(bound: options.bound)
    let (histories, seed) = (options.histories, seed)
    switch options.source {
    case .random:
      let count = (histories + BenchCommand.stretch - 1) / BenchCommand.stretch
      parts.run(count) { part in
        let first = part * BenchCommand.stretch
        return differential.run(
          first..<min(first + BenchCommand.stretch, histories), seed: seed,
          operations: BenchCommand.operations, steps: BenchCommand.steps)
      }
    case .enumerated:
      let family = SmallPrograms()
      parts.run(family.count) { part in
        differential.exhaust(family[part], index: part, seed: seed)
      }
    }
    let comparison = parts.comparison
    for finding in comparison.findings { try write(finding, folder) }
    write(comparison)
    if !comparison.findings.isEmpty { return .violated }
    let isDecided = comparison.openEnds * BenchCommand.tolerated <= comparison.compared
    return parts.isComplete && isDecided && comparison.cut == 0 && comparison.compared > 0
      ? .conformant : .inconclusive
  }

  /// Prints a finding and writes its history to the folder of findings.
  private func write(
    _ finding: Comparison.Finding, _ folder: FindingsFolder
  ) throws(Failure) {
    let text = finding.history.text
    let name = "\(finding.profile.rawValue)-\(Digest(of: text).description.prefix(8)).oqhistory"
    let path = try folder.write(text, to: name)
    console.write(
      """
      \(finding.fault.rawValue) at program \(finding.index), profile \(finding.profile.rawValue)
      unreduced: \(finding.unreduced)
      reduced: \(finding.reduced)
      \(text)oqcheck check \(path)


      """)
  }

  private func write(_ comparison: Comparison) {
    var table = TextTable([TextTable.Column("histories"), TextTable.Column("", .trailing)])
    func row(_ name: String, _ count: Int) {
      table.rows.append([TextTable.Cell(name), TextTable.Cell("\(count)")])
    }
    func fault(_ fault: Comparison.Finding.Fault) {
      let count = comparison.findings.count { $0.fault == fault }
      table.rows.append([
        TextTable.Cell(fault.rawValue), TextTable.Cell("\(count)", count == 0 ? .green : .red),
      ])
    }
    row("accepted by both", comparison.accepted)
    row("rejected by both", comparison.rejected)
    row("undecided by the unreduced acceptor alone", comparison.unreducedUndecided)
    row("undecided by the reduced acceptor alone", comparison.reducedUndecided)
    row("undecided by both", comparison.undecided)
    fault(.disagreement)
    fault(.falseAlarm)
    row("in all", comparison.compared)
    for (place, corruption) in Corruption.allCases.enumerated() {
      row("corrupted by \(corruption.rawValue)", comparison.corrupted[place])
      row("… and rejected", comparison.noticed[place])
    }
    if options.source == .enumerated {
      row("programs with all histories compared", comparison.exhausted)
      row("programs left out", comparison.cut)
    }
    for line in table.lines(palette: console.output.palette) { console.write(line + "\n") }
  }
}

/// Parts of a comparison, done by several threads, joined in their order.
private final class Parts: Sendable {
  private struct State {
    var done: [Int: Comparison] = [:]
    var compared = 0
    var findings = 0
    var shown: ContinuousClock.Instant
  }

  private let jobs: Int
  private let console: Console
  private let mayGoOn: @Sendable () -> Bool
  private let begun = ContinuousClock.now
  private let state: Mutex<State>
  private let count = Atomic<Int>(0)

  init(jobs: Int, console: Console, mayGoOn: @escaping @Sendable () -> Bool) {
    self.jobs = jobs
    self.console = console
    self.mayGoOn = mayGoOn
    state = Mutex(State(shown: begun))
  }

  /// Does the parts, in no particular order.
  func run(_ count: Int, _ compare: @Sendable (Int) -> Comparison) {
    self.count.store(count, ordering: .relaxed)
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while mayGoOn() {
        let part = next.add(1, ordering: .relaxed).oldValue
        guard part < count else { return }
        note(compare(part), part, of: count)
      }
    }
    if console.errors.isInteractive { console.rewrite("") }
    console.warn(line(state.withLock(\.self), of: count))
  }

  /// Whether every part was done.
  var isComplete: Bool {
    state.withLock { $0.done.count } == count.load(ordering: .relaxed)
  }

  /// All parts together.
  var comparison: Comparison {
    state.withLock { state in
      state.done.sorted { $0.key < $1.key }.reduce(into: Comparison()) { $0.merge($1.value) }
    }
  }

  private func note(_ comparison: Comparison, _ part: Int, of count: Int) {
    state.withLock { state in
      state.done[part] = comparison
      state.compared += comparison.compared
      state.findings += comparison.findings.count
      let pause = Duration.milliseconds(console.errors.isInteractive ? 100 : 10_000)
      guard ContinuousClock.now - state.shown >= pause else { return }
      state.shown = .now
      let line = line(state, of: count)
      if console.errors.isInteractive { console.rewrite(line) } else { console.warn(line) }
    }
  }

  private func line(_ state: State, of count: Int) -> String {
    let seconds = (ContinuousClock.now - begun) / .seconds(1)
    let rate = Int(Double(state.compared) / max(seconds, 1e-3))
    return "\(state.done.count * 100 / max(count, 1))%, \(state.compared) histories, \(rate)/s, "
      + "\(state.findings) findings"
  }
}
