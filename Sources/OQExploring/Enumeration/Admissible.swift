import OQHistory
import OQModel
import OQSpecification

/// Which bodies can begin in the runs of a program, and in which order.
package struct Admissible {
  /// The program.
  package let program: Program
  /// Every outcome at the end of a run, as the bits of the lookout.
  package let outcomes: Set<UInt64>
  /// What was explored.
  package let result: Exploration
  private let stage: Stage
  private let lookout: Lookout

  /// Explores a program.
  ///
  /// - Parameters:
  ///   - program: a program of a ``GraphFamily``.
  ///   - profile: the reading of the contract.
  ///   - bound: most states.
  ///   - reductions: what may be left out.
  package init(
    _ program: Program, _ profile: Profile, bound: Int, reductions: Reductions = [.order, .haste]
  ) {
    self.program = program
    stage = Stage(program)
    var lookout = Lookout()
    let bodies = program.operations.indices.map {
      lookout.place(of: .begin(Callback(OperationID($0))))
    }
    for one in bodies {
      for other in bodies where one != other { _ = lookout.place(ofOrder: one, other) }
    }
    self.lookout = lookout
    var explorer = Explorer(
      stage, profile: profile, lookout: lookout, bound: bound, reductions: reductions)
    result = explorer.run()
    outcomes = Set(result.endings.map(\.seen))
  }

  /// What a history has shown; nil where it did not come to its end.
  ///
  /// - Parameter history: a history of the program.
  /// - Returns: the bits of the lookout.
  package func outcome(of history: History) -> UInt64? {
    guard history.events.last?.kind == .ended else { return nil }
    return stage.seen(in: history, lookout)
  }
}
