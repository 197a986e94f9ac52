/// How often each transition and each outcome of each freedom was taken.
package struct Reach: Sendable, Hashable {
  /// Whether anything is counted; who follows every choice has no use for counts.
  let isCounting: Bool
  private var transitionCounts = [Int](repeating: 0, count: TransitionID.allCases.count)
  private var branchCounts = [Int](repeating: 0, count: Branch.allCases.count)

  /// The changes of phase that were seen, without those of barriers.
  package private(set) var arcs: Set<Arc> = []
  /// The changes of load that were seen.
  package private(set) var loadArcs: Set<LoadArc> = []

  /// Nothing taken yet.
  package init() { self.init(isCounting: true) }

  init(isCounting: Bool) { self.isCounting = isCounting }

  /// How often a transition was taken.
  package subscript(_ transition: TransitionID) -> Int {
    transitionCounts[Int(transition.rawValue)]
  }

  /// How often an outcome was taken.
  ///
  /// - Parameter branch: the outcome.
  package subscript(_ branch: Branch) -> Int { branchCounts[Int(branch.rawValue)] }

  /// Transitions never taken, in the order of the table.
  package var missingTransitions: [TransitionID] {
    TransitionID.allCases.filter { self[$0] == 0 }
  }

  /// Outcomes never taken, by number of the freedom.
  package var missingBranches: [Branch] { Branch.allCases.filter { self[$0] == 0 } }

  /// Counts a transition.
  package mutating func note(_ transition: TransitionID) {
    guard isCounting else { return }
    transitionCounts[Int(transition.rawValue)] += 1
  }

  /// Counts an outcome.
  ///
  /// - Parameter branch: the outcome, or nil where there was no choice.
  package mutating func note(_ branch: Branch?) {
    if let branch, isCounting { branchCounts[Int(branch.rawValue)] += 1 }
  }

  /// Counts outcomes.
  ///
  /// - Parameter outcomes: what was taken, each once.
  package mutating func note(_ outcomes: OutcomeSet) {
    guard !outcomes.isEmpty else { return }
    for branch in outcomes.branches { note(branch) }
  }

  /// Notes a change of phase.
  ///
  /// - Parameter arc: the change.
  package mutating func note(_ arc: Arc) { if isCounting { arcs.insert(arc) } }

  /// Notes a change of load.
  ///
  /// - Parameter arc: the change.
  package mutating func note(_ arc: LoadArc) { if isCounting { loadArcs.insert(arc) } }

  /// Adds the counts of another run.
  ///
  /// - Parameter other: the other run's counts.
  package mutating func merge(_ other: Reach) {
    for index in transitionCounts.indices {
      transitionCounts[index] += other.transitionCounts[index]
    }
    for index in branchCounts.indices { branchCounts[index] += other.branchCounts[index] }
    arcs.formUnion(other.arcs)
    loadArcs.formUnion(other.loadArcs)
  }
}
