import Dispatch
import OQHistory
import OQSpecification
import Synchronization

/// Which bodies can begin in the runs of programs, and in which order.
///
/// The programs differ in dependencies alone. They are explored together: once what an operation
/// waits for is through, it is as if it had never waited.
package struct Admissible: Sendable {
  /// The programs.
  package let programs: [Program]
  /// Of each program every outcome at the end of a run, as the bits of the lookout; none where the
  /// bound was reached.
  package let outcomes: [Set<UInt64>]
  /// What was explored.
  package let result: Exploration
  private let stage: Stage
  /// What tells outcomes apart: which bodies begin, and which of two first.
  package let lookout: Lookout

  /// Explores programs.
  ///
  /// - Parameters:
  ///   - programs: at least one; programs of a ``GraphFamily`` that differ in dependencies alone.
  ///   - profile: the reading of the contract.
  ///   - bound: most states for each program.
  ///   - reductions: what may be left out.
  package init(
    _ programs: [Program], _ profile: Profile, bound: Int,
    reductions: Reductions = [.order, .haste]
  ) {
    self.programs = programs
    stage = Stage(programs[0])
    var lookout = Lookout()
    let bodies = programs[0].operations.indices.map {
      lookout.place(of: .begin(Callback(OperationID($0))))
    }
    for one in bodies {
      for other in bodies where one != other { _ = lookout.place(ofOrder: one, other) }
    }
    self.lookout = lookout
    var explorer = Explorer(
      stage, profile: profile, lookout: lookout, bound: bound * programs.count,
      reductions: reductions, keepsSteps: true, variants: programs)
    result = explorer.run()
    outcomes =
      result.isComplete
      ? Admissible.outcomes(explorer, bodies.count, lookout) : programs.map { _ in [] }
  }

  private static func outcomes(
    _ explorer: Explorer, _ operations: Int, _ lookout: Lookout
  ) -> [Set<UInt64>] {
    guard let steps = explorer.steps else { return [] }
    let orders = BeginOrders(operations: operations)
    let seen = orders.orders.map { order in
      order.reduce(into: UInt64(0)) { lookout.add(1 << UInt64($1), to: &$0) }
    }
    let sets = orders.all(steps)
    return explorer.roots.map { root in
      Set(seen.indices.filter { sets[root] >> UInt128($0) & 1 == 1 }.map { seen[$0] })
    }
  }

  /// Explores groups of programs.
  ///
  /// - Parameters:
  ///   - groups: programs of a ``GraphFamily`` that differ in dependencies alone, group by group.
  ///   - profile: the reading of the contract.
  ///   - bound: most states for each program.
  ///   - jobs: how many threads explore at a time.
  ///   - goesOn: asked before each group.
  /// - Returns: what was found, in the order of the groups, without those that were not reached.
  package static func all(
    _ groups: [[Program]], _ profile: Profile, bound: Int, jobs: Int,
    while goesOn: @Sendable () -> Bool
  ) -> [Admissible] {
    let found = Mutex<[Int: Admissible]>([:])
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while goesOn() {
        let place = next.add(1, ordering: .relaxed).oldValue
        guard place < groups.count else { return }
        let admissible = Admissible(groups[place], profile, bound: bound)
        found.withLock { $0[place] = admissible }
      }
    }
    return found.withLock { found in groups.indices.compactMap { found[$0] } }
  }

  /// What a history of one of the programs has shown; nil where it did not come to its end.
  ///
  /// - Parameter history: a history.
  /// - Returns: the bits of the lookout.
  package func outcome(of history: History) -> UInt64? {
    guard history.events.last?.kind == .ended else { return nil }
    return stage.seen(in: history, lookout)
  }
}
