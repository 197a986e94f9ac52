import OQHistory

/// Why no program comes to a cell.
package enum Infeasibility {
  /// The reasons, none of which can be left out.
  ///
  /// - Parameters:
  ///   - cell: a verb with facts of different aspects.
  ///   - domain: the facts that may occur with the verb.
  /// - Returns: sentences without their points; none for a cell that some program comes to.
  /// - Complexity: O(exclusions) attempts to solve.
  package static func reasons(_ cell: Cell, in domain: FactSet) -> [String] {
    let strange = cell.facts - domain
    if !strange.isEmpty {
      return strange.map { "no \(cell.verb.entry.name) is called with \($0.text)" }
    }
    var seen: Set<String> = []
    return exclusions(cell, in: domain).map(\.reason).filter { seen.insert($0).inserted }
  }

  /// The exclusions that keep a cell from being, none of which can be left out.
  ///
  /// - Parameters:
  ///   - cell: a verb with facts of the domain.
  ///   - domain: the facts that may occur with the verb.
  /// - Returns: exclusions, in the order of their table; none for a cell that can be.
  package static func exclusions(_ cell: Cell, in domain: FactSet) -> [Exclusion] {
    var needed = FactSolver.culprits(cell.facts, in: domain, for: cell.verb)
    for exclusion in needed {
      let rest = needed.filter { $0 != exclusion }
      if FactSolver(cell.facts, in: domain, under: rest) == nil { needed = rest }
    }
    return needed
  }
}

/// The pairs of facts that no program comes to, by the reasons.
package struct InfeasiblePairs: Sendable {
  /// Pairs with the same reasons.
  package struct Row: Sendable, Hashable {
    /// The reasons, none of which can be left out.
    package let reasons: [String]
    /// Whether there are such states, to which composed programs do not come.
    package let isOpen: Bool
    /// How many pairs of all verbs have them.
    package fileprivate(set) var pairs: Int
    /// The first of these pairs.
    package let example: Cell
  }

  /// The reasons, the most frequent first.
  package let rows: [Row]

  /// The pairs of all verbs of which programs are composed.
  ///
  /// - Parameter composition: what composes the programs.
  /// - Complexity: O(verbs × facts² × exclusions).
  package init(of composition: Composition) {
    var rows: [[String]: Row] = [:]
    var tables: [FeasibleCells.Key: [Row]] = [:]
    for verb in composition.composed {
      let domain = composition.domain(of: verb)
      let key = FeasibleCells.Key(domain, verb)
      let own = tables[key] ?? InfeasiblePairs.rows(verb, domain)
      tables[key] = own
      for row in own {
        guard var known = rows[row.reasons] else {
          rows[row.reasons] = row
          continue
        }
        known.pairs += row.pairs
        rows[row.reasons] = known
      }
    }
    self.rows = rows.values.sorted { left, right in
      left.pairs != right.pairs
        ? left.pairs > right.pairs : left.reasons.lexicographicallyPrecedes(right.reasons)
    }
  }

  private static func rows(_ verb: Verb, _ domain: FactSet) -> [Row] {
    var rows: [[String]: Row] = [:]
    for one in domain {
      for two in domain - one.aspect.facts where two.rawValue > one.rawValue {
        let cell = Cell(verb, [one, two])
        let exclusions = Infeasibility.exclusions(cell, in: domain)
        guard !exclusions.isEmpty else { continue }
        let reasons = Infeasibility.reasons(cell, in: domain)
        let isOpen = exclusions.contains { $0.ground != .impossible }
        rows[
          reasons, default: Row(reasons: reasons, isOpen: isOpen, pairs: 0, example: cell)
        ].pairs += 1
      }
    }
    return Array(rows.values)
  }
}
