import OQCheckers
import OQHistory
import OQPrograms
import OQReport
import OQRunner
import OQSpecification

/// An executor without a subject: what a run shows is said by a function of the programs that the
/// process has run.
final class ScriptedExecutor: Executor {
  /// Programs of one process and the coin of the runs: whether the last of them dies.
  typealias Death = (_ programs: [Program], _ coin: inout SplitMix64) -> Bool

  /// Runs of single programs in a process that has run others, and of sequences in a fresh one.
  private(set) var runs = (shared: 0, alone: 0)
  private let dies: Death
  private var coin = SplitMix64(seed: 3)
  private var process: [Program] = []

  /// See ``Executor/mayHaveCompanions``.
  let mayHaveCompanions: Bool

  init(mayHaveCompanions: Bool = false, dies: @escaping Death) {
    self.mayHaveCompanions = mayHaveCompanions
    self.dies = dies
  }

  func execute(_ program: Program) -> Execution {
    runs.shared += 1
    return runHere(program)
  }

  func executeInOrder(
    _ programs: [Program], following pins: Pins?
  ) -> (last: Execution, ran: Int) {
    runs.alone += 1
    process = []
    for (position, program) in programs.enumerated() {
      let execution = runHere(program)
      if execution.history.endsInDeath { return (execution, position + 1) }
      if position + 1 == programs.count { return (execution, position + 1) }
    }
    preconditionFailure("a sequence has at least one program")
  }

  private func runHere(_ program: Program) -> Execution {
    process.append(program)
    let isDead = dies(process, &coin)
    if isDead { process = [] }
    let kind: Event.Kind = isDead ? .crashed(Crash(.segmentation)) : .ended
    return Execution(program, History(of: program, events: [Event(1, nil, kind)]))
  }
}

extension SplitMix64 {
  /// True with a probability.
  mutating func shows(_ probability: Double) -> Bool {
    Double(next() >> 11) / Double(1 << 53) < probability
  }
}

extension Program {
  /// Whether a verb occurs.
  func calls(_ verb: Verb) -> Bool { allSteps.contains { $0.command?.verb == verb } }
}
