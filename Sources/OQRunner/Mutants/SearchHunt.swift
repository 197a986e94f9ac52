import OQHistory
import OQReport
import OQSpecification

/// Counts how many programs run on a broken queue until one shows what is wrong.
package struct SearchHunt {
  private let judge: Judge
  private let rule: RuleID?
  private let limit: Int

  /// A hunt.
  ///
  /// - Parameters:
  ///   - judge: judges the histories by every rule.
  ///   - rule: the rule that has to be violated; nil takes any violation.
  ///   - limit: programs after which the hunt is given up.
  package init(judge: Judge, breaking rule: RuleID?, limit: Int) {
    self.judge = judge
    self.rule = rule
    self.limit = limit
  }

  /// Hunts with the programs of a seed.
  ///
  /// - Parameters:
  ///   - executor: runs programs on the queue.
  ///   - mayGoOn: whether there is time for another program.
  ///   - program: the program with an index.
  /// - Returns: what the hunt has brought; nil where there was no time to end it.
  /// - Throws: a fault of the suite or of the machine.
  package func run(
    on executor: any Executor, mayGoOn: () -> Bool, program: (UInt64) -> Program
  ) throws -> SearchRow.Hunt? {
    var hunt = SearchRow.Hunt()
    for number in 1...max(1, limit) {
      guard mayGoOn() else { return nil }
      let execution = try executor.executeQuickly(program(UInt64(number - 1)))
      let blames = judge.judge(execution.history).violations.map(\.blame)
      guard !blames.isEmpty else { continue }
      hunt.firstSign = hunt.firstSign ?? number
      if let killer = rule.map({ .rule($0) }) ?? blames.min(), blames.contains(killer) {
        hunt.kill = number
        hunt.blame = killer.description
        break
      }
    }
    return hunt
  }
}
