import OQCheckers
import OQHistory
import OQSpecification

/// Hunts one mutant with the programs of seeds: the same programs, in the same order, for every mutant.
///
/// The hunt does not know what it hunts: rules, weights and programs are those of the reference
/// queue. Only when to stop depends on the rule that the mutant breaks.
package struct KillCampaign {
  private let judge: Judge
  private let program: @Sendable (UInt64, UInt64) -> Program
  private let seeds: [UInt64]
  private let mayGoOn: (_ sinceStart: Int) -> Bool

  /// A hunt.
  ///
  /// - Parameters:
  ///   - judge: judges the histories by every rule.
  ///   - seeds: the seeds, one after the other.
  ///   - program: the program of a seed and an index.
  ///   - mayGoOn: whether there is time for another program, given how many have run.
  package init(
    judge: Judge, seeds: [UInt64], program: @escaping @Sendable (UInt64, UInt64) -> Program,
    mayGoOn: @escaping (_ sinceStart: Int) -> Bool
  ) {
    self.judge = judge
    self.seeds = seeds
    self.program = program
    self.mayGoOn = mayGoOn
  }

  /// Hunts a mutant.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - rule: the rule that it breaks.
  ///   - executor: runs programs on it.
  ///   - shrinks: whether the killer is made smaller.
  /// - Returns: what became of it.
  /// - Throws: a fault of the suite or of the machine.
  package func hunt(
    _ name: String, breaking rule: RuleID, on executor: any Executor, shrinks: Bool
  ) throws -> KillRow {
    var blamed: Set<Finding.Blame> = []
    var faults: [String] = []
    var runs = 0
    for seed in seeds {
      var index: UInt64 = 0
      while mayGoOn(runs) {
        defer { index += 1 }
        let program = program(seed, index)
        let execution = try executor.executeQuickly(program)
        let history = execution.history
        runs += 1
        let sentence = judge.judge(history)
        if faults.isEmpty, let contradiction = sentence.contradictions.first {
          faults.append(
            "program \(index) of seed \(seed), \(contradiction.violation.message): "
              + contradiction.description)
        }
        let accusations = sentence.accusations
        blamed.formUnion(accusations.map(\.blame))
        guard let own = accusations.first(where: { $0.blame == .rule(rule) }) else { continue }
        let candidate = Campaign.Candidate(
          accusation: own, index: index, program: program, history: history,
          earlier: execution.earlier)
        let programs = runs
        let workshop = Workshop(judge: judge, executor: executor, seed: seed) {
          runs += 1
          return shrinks && mayGoOn(runs)
        }
        let killer = try workshop.finding(of: candidate)
        var row = KillRow(name, breaks: rule, blamed: blamed, programs: programs, killer: killer)
        row.faults = faults
        return row
      }
    }
    var row = KillRow(name, breaks: rule, blamed: blamed, programs: nil, killer: nil)
    row.faults = faults
    return row
  }
}
