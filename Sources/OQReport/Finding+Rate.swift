extension Finding {
  /// The share of attempts from which a killer counts as one that always kills.
  package static let steadyRate = 0.9

  /// The share of attempts that showed it again.
  package var rate: Double { attempts == 0 ? 0 : Double(reproduced) / Double(attempts) }

  /// Whether nearly every attempt shows it again.
  package var isSteady: Bool { rate >= Finding.steadyRate }

  /// Whether one of two killers of a mutant is to be preferred: one that nearly always kills, then
  /// the smaller one; among others the one that kills more often.
  ///
  /// - Parameter other: the other killer.
  /// - Returns: false for equals.
  package func isBetterKiller(than other: Finding) -> Bool {
    if isSteady != other.isSteady { return isSteady }
    if !isSteady, rate != other.rate { return rate > other.rate }
    return steps < other.steps
  }
}
