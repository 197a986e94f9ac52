import OQHistory
import OQSpecification

/// What became of one mutant.
package struct KillRow: Sendable, Hashable {
  /// What became of it.
  package enum Status: String, Codable, Sendable, Hashable, CaseIterable {
    /// Its own rule was violated.
    case killed
    /// Nothing was violated.
    case survived
    /// Other rules were violated, and its own was not.
    case wrongRule = "wrong-rule"
  }

  /// The mutant.
  package let name: String
  /// The rule that it breaks.
  package let rule: RuleID
  /// What became of it.
  package let status: Status
  /// Whether nothing fired but its own rule, the bases of that, and what is derived from it.
  package let isClean: Bool
  /// What was blamed, in order.
  package let killedBy: [Finding.Blame]
  /// Programs until its own rule was violated; nil unless it was killed.
  package let programs: Int?
  /// The smallest program found that kills it; nil unless it was killed.
  package let killer: Finding?
  /// Seconds until its own rule was violated; nil unless it was killed.
  package var seconds: Double?
  /// Where the two oracles contradicted each other; then the suite is wrong, whatever the mutant
  /// does.
  package var faults: [String] = []

  /// States what became of a mutant.
  ///
  /// - Parameters:
  ///   - name: the mutant.
  ///   - rule: the rule that it breaks.
  ///   - blamed: everything that was blamed.
  ///   - programs: programs until its own rule was violated.
  ///   - killer: the smallest program found that kills it.
  ///   - catalogue: says which rules belong together.
  package init(
    _ name: String, breaks rule: RuleID, blamed: some Sequence<Finding.Blame>, programs: Int?,
    killer: Finding?, catalogue: Catalogue = .current
  ) {
    self.name = name
    self.rule = rule
    killedBy = Set(blamed).sorted()
    let isKilled = killedBy.contains(.rule(rule))
    status = isKilled ? .killed : killedBy.isEmpty ? .survived : .wrongRule
    let family = catalogue.family(of: rule)
    isClean = killedBy.allSatisfy { blame in
      if case .rule(let id) = blame { family.contains(id) } else { false }
    }
    self.programs = isKilled ? programs : nil
    self.killer = isKilled ? killer : nil
  }

  /// What became of a mutant that was hunted several times: the hunt that failed, or took longest.
  ///
  /// - Parameter rows: the hunts of one mutant, at least one.
  /// - Returns: the row of the first hunt that did not kill it, else of the longest; with the
  ///   faults of all.
  /// - Complexity: O(rows).
  package static func worst(of rows: [KillRow]) -> KillRow {
    precondition(!rows.isEmpty, "a mutant that was not hunted")
    var worst = rows[0]
    for row in rows.dropFirst() where worst.status == .killed {
      if row.status != .killed || row.seconds ?? 0 > worst.seconds ?? 0 { worst = row }
    }
    worst.faults = rows.flatMap(\.faults)
    return worst
  }
}

extension Catalogue {
  /// A rule with its bases and everything that is derived from it, in both directions,
  /// transitively.
  ///
  /// - Returns: the ids, the rule itself among them.
  /// - Complexity: O(rules × depth of derivations).
  package func family(of rule: RuleID) -> Set<RuleID> {
    let bases = bases(of: rule)
    var derived: Set<RuleID> = [rule]
    var grew = true
    while grew {
      grew = false
      for candidate in rules where !derived.contains(candidate.id) {
        if !derived.isDisjoint(with: candidate.derived.baseRules) {
          derived.insert(candidate.id)
          grew = true
        }
      }
    }
    return bases.union(derived)
  }
}
