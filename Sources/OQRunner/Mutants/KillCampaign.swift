import OQHistory
import OQJudging
import OQReport
import OQSpecification

/// Hunts one mutant with the programs of seeds: the same programs, in the same order, for every
/// mutant.
///
/// The hunt does not know what it hunts: rules, weights and programs are those of the reference
/// queue. Only when to stop depends on the rule that the mutant breaks.
package struct KillCampaign {
  private let judge: Judge
  private let program: @Sendable (UInt64, UInt64) -> Program
  private let seeds: [UInt64]
  private let clock: () -> Double
  private let mayGoOn: (_ sinceStart: Int) -> Bool

  /// A hunt.
  ///
  /// - Parameters:
  ///   - judge: judges the histories by every rule.
  ///   - seeds: the seeds, one after the other.
  ///   - program: the program of a seed and an index.
  ///   - clock: seconds since the hunt began, for the table.
  ///   - mayGoOn: whether there is time for another program, given how many have run.
  package init(
    judge: Judge, seeds: [UInt64], program: @escaping @Sendable (UInt64, UInt64) -> Program,
    clock: @escaping () -> Double = { 0 }, mayGoOn: @escaping (_ sinceStart: Int) -> Bool
  ) {
    self.judge = judge
    self.seeds = seeds
    self.program = program
    self.clock = clock
    self.mayGoOn = mayGoOn
  }

  /// What a hunt has brought so far.
  private struct Bag {
    var runs = 0
    var blamed: Set<Finding.Blame> = []
    var faults: [String] = []
    /// Programs until the first kill.
    var programs: Int?
    /// Seconds until the first kill.
    var seconds: Double?
    var killer: Finding?

    mutating func take(_ killer: Finding) {
      if self.killer.map({ killer.isBetterKiller(than: $0) }) ?? true { self.killer = killer }
    }
  }

  /// Hunts a mutant.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - rule: the rule that it breaks.
  ///   - executor: runs programs on it.
  ///   - shrinks: whether the killer is made smaller.
  ///   - measure: counts anew how often a killer kills; then the hunt goes on while there is time
  ///     until one nearly always does, and the best killer counts. The first one does if left out.
  /// - Returns: what became of it.
  /// - Throws: a fault of the suite or of the machine.
  package func hunt(
    _ name: String, breaking rule: RuleID, on executor: any Executor, shrinks: Bool,
    measure: ((Finding) throws -> Finding)? = nil
  ) throws -> KillRow {
    var bag = Bag()
    hunt: for seed in seeds {
      var index: UInt64 = 0
      while mayGoOn(bag.runs) {
        defer { index += 1 }
        guard
          let candidate = try candidate(
            program(seed, index), of: seed, at: index, for: rule, on: executor, &bag)
        else { continue }
        bag.programs = bag.programs ?? bag.runs
        bag.seconds = bag.seconds ?? clock()
        let workshop = Workshop(judge: judge, executor: executor, seed: seed, scansPoints: false) {
          bag.runs += 1
          return shrinks && mayGoOn(bag.runs)
        }
        let found = try workshop.finding(of: candidate)
        let killer = try measure?(found) ?? found
        bag.take(killer)
        if measure == nil || killer.isSteady { break hunt }
      }
    }
    var row = KillRow(
      name, breaks: rule, blamed: bag.blamed, programs: bag.programs, killer: bag.killer)
    row.faults = bag.faults
    row.seconds = bag.programs == nil ? nil : bag.seconds
    return row
  }

  /// Runs one program; the candidate is nil unless it violates the rule.
  private func candidate(
    _ program: Program, of seed: UInt64, at index: UInt64, for rule: RuleID,
    on executor: any Executor, _ bag: inout Bag
  ) throws -> Campaign.Sighting? {
    let execution = try executor.executeQuickly(program)
    bag.runs += 1
    let ruling = judge.judge(execution.history)
    if bag.faults.isEmpty, let contradiction = ruling.contradictions.first {
      bag.faults.append(
        "program \(index) of seed \(seed), \(contradiction.violation.message): "
          + contradiction.description)
    }
    bag.blamed.formUnion(ruling.blames(hunting: rule, roster: judge.roster))
    guard let own = ruling.violations.first(where: { $0.blame == .rule(rule) }) else {
      return nil
    }
    return Campaign.Sighting(
      violation: own, index: index, program: program, history: execution.history,
      earlier: execution.earlier)
  }
}
