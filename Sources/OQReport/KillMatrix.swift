import OQSpecification

/// Which kept killers kill which mutants, and by which rules.
///
/// Two mutants with equal rows are one mutant as far as the killers can tell: one of them is
/// superfluous, or a killer that tells them apart is missing.
package struct KillMatrix: Sendable, Hashable {
  /// What the killers blame in one mutant.
  package struct Row: Sendable, Hashable {
    /// The mutant.
    package let mutant: String
    /// What each killer blamed, by the mutant that it was made for; killers that blame nothing are
    /// left out.
    package let blamed: [String: Set<Finding.Blame>]

    /// States what became of a mutant.
    package init(_ mutant: String, blamed: [String: Set<Finding.Blame>]) {
      self.mutant = mutant
      self.blamed = blamed.filter { !$1.isEmpty }
    }

    /// Killers made for other mutants that kill this one too, by name.
    package var others: [String] { blamed.keys.filter { $0 != mutant }.sorted() }
  }

  /// One row per mutant, in the order given.
  package let rows: [Row]

  /// Puts rows together.
  package init(_ rows: [Row]) { self.rows = rows }

  /// Groups of two or more mutants in which every killer blames the same, in the order of the rows.
  ///
  /// - Complexity: O(mutants × killers).
  package var equals: [[String]] {
    var groups: [[String: Set<Finding.Blame>]: [String]] = [:]
    for row in rows { groups[row.blamed, default: []].append(row.mutant) }
    return rows.compactMap { row in
      guard let group = groups[row.blamed], group.count > 1, group[0] == row.mutant else {
        return nil
      }
      return group
    }
  }
}
