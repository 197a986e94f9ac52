import OQHistory
import OQReport
import OQSpecification

/// Counts how many programs run on a broken queue until one shows what is wrong.
package struct SearchHunt {
  private let judge: Judge
  private let rule: RuleID?
  private let limit: Int
  private let scansPoints: Bool

  /// Points at which lanes of a program are held, in a scan.
  private static let mostPoints = 150

  /// A hunt.
  ///
  /// - Parameters:
  ///   - judge: judges the histories by every rule.
  ///   - rule: the rule that has to be violated; nil takes any violation.
  ///   - limit: programs after which the hunt is given up.
  ///   - scansPoints: whether a program in which two threads can be under way at once also runs
  ///     with a lane held at each point of the subject in turn.
  package init(judge: Judge, breaking rule: RuleID?, limit: Int, scansPoints: Bool = false) {
    self.judge = judge
    self.rule = rule
    self.limit = limit
    self.scansPoints = scansPoints
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
    var runs = 0
    for number in 1...max(1, limit) where hunt.kill == nil {
      guard mayGoOn() else { return nil }
      let program = program(UInt64(number - 1))
      let execution = try executor.executeQuickly(program)
      runs += 1
      note(judge.judge(execution.history).violations.map(\.blame), number, &hunt)
      guard scansPoints else { continue }
      if hunt.kill == nil, program.mayHaveThreads {
        runs += try scan(program, number, executor, mayGoOn, &hunt)
      }
      hunt.runs = runs
    }
    return hunt
  }

  /// Notes what a run has shown of the program with a number.
  private func note(_ blames: [Finding.Blame], _ number: Int, _ hunt: inout SearchRow.Hunt) {
    guard let first = blames.min() else { return }
    hunt.firstSign = hunt.firstSign ?? number
    let killer = rule.map { .rule($0) } ?? first
    guard blames.contains(killer) else { return }
    hunt.kill = number
    hunt.blame = killer.description
  }

  /// Holds lanes of a program at each point in turn; gives the number of runs.
  private func scan(
    _ program: Program, _ number: Int, _ executor: any Executor, _ mayGoOn: () -> Bool,
    _ hunt: inout SearchRow.Hunt
  ) throws -> Int {
    try withoutActuallyEscaping(mayGoOn) { mayGoOn in
      let scanner = Scanner(executor: executor, judge: judge, mayGoOn: mayGoOn)
      let outcome = try scanner.scan(program, mostPoints: SearchHunt.mostPoints) { outcome in
        rule.map { !outcome.showings(of: .rule($0)).isEmpty } ?? !outcome.showings.isEmpty
      }
      note(outcome.showings.flatMap(\.blames), number, &hunt)
      return outcome.runs + Scanner.counts
    }
  }
}
