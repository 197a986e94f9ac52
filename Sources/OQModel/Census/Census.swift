import OQHistory

/// What a history tells of the freedoms.
package enum OutcomeReading: Sendable, Hashable {
  /// Every run of the model with this history takes these outcomes.
  case shown(OutcomeSet)
  /// No run of the model has this history: an outcome beyond those of the freedoms, or a broken
  /// rule.
  case unexplained
  /// It cannot be told, for this reason.
  case undecided(String)
}

/// How often each outcome of each freedom was observed: histories that leave no other explanation.
///
/// A count says what an implementation does where the contract lets it choose; none is a fault.
package struct Census: Sendable, Hashable {
  private var counts = [Int](repeating: 0, count: Branch.allCases.count)
  /// Histories that were looked at.
  package private(set) var histories = 0
  /// Those of them for which the outcomes cannot be told.
  package private(set) var undecided = 0
  /// Those of them that no run of the model has.
  package private(set) var unexplained = 0

  /// Nothing observed yet.
  package init() {}

  /// A census whose counts are known.
  ///
  /// - Parameters:
  ///   - histories: histories that were looked at.
  ///   - undecided: those of them for which the outcomes cannot be told.
  ///   - unexplained: those of them that no run of the model has.
  ///   - counts: histories that show an outcome; an outcome that is left out was never shown.
  package init(histories: Int, undecided: Int, unexplained: Int, counts: [Branch: Int]) {
    self.histories = histories
    self.undecided = undecided
    self.unexplained = unexplained
    for (branch, count) in counts { self.counts[Int(branch.rawValue)] = count }
  }

  /// Histories that show an outcome.
  ///
  /// - Parameter branch: the outcome.
  package subscript(_ branch: Branch) -> Int { counts[Int(branch.rawValue)] }

  /// Adds a history.
  ///
  /// - Parameter reading: what it tells of the freedoms.
  package mutating func add(_ reading: OutcomeReading) {
    histories += 1
    switch reading {
    case .shown(let outcomes):
      for branch in outcomes.branches { counts[Int(branch.rawValue)] += 1 }
    case .unexplained: unexplained += 1
    case .undecided: undecided += 1
    }
  }

  /// Adds the histories of another census.
  ///
  /// - Parameter other: a census of other histories.
  package mutating func merge(_ other: Census) {
    for index in counts.indices { counts[index] += other.counts[index] }
    histories += other.histories
    undecided += other.undecided
    unexplained += other.unexplained
  }
}
