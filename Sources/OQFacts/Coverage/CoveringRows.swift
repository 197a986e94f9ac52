import OQHistory
import Synchronization

/// Situations of a verb, so chosen that few of them have every two facts that can meet.
///
/// Each row takes two facts that no row before it has, and of every further aspect the value that
/// meets most facts for the first time (AETG: Cohen, Dalal, Fredman and Patton, 1997). So the rows
/// follow from the table of facts and the vocabulary alone.
struct CoveringRows: Sendable {
  private let domain: FactSet
  private let verb: Verb
  /// For each fact those that it has not met, as far as they are not known to exclude each other.
  private var missing: [FactSet]
  private var rows: [FactSet] = []
  private var isComplete = false

  /// No rows yet.
  ///
  /// - Parameters:
  ///   - domain: the facts that may occur with the verb.
  ///   - verb: the verb.
  init(_ domain: FactSet, _ verb: Verb) {
    self.domain = domain
    self.verb = verb
    missing = Fact.allCases.map { fact in
      domain.contains(fact) ? domain - fact.aspect.facts : []
    }
  }

  /// The row with a number.
  ///
  /// - Parameter number: from 0.
  /// - Returns: one fact of each aspect; nil where fewer rows have all pairs.
  /// - Complexity: O(aspects × exclusions) for each row that was not asked for before.
  mutating func row(_ number: Int) -> FactSet? {
    while rows.count <= number, !isComplete {
      guard let row = next() else {
        isComplete = true
        break
      }
      rows.append(row)
      for fact in row { missing[Int(fact.rawValue)] = missing[Int(fact.rawValue)] - row }
    }
    return rows.indices.contains(number) ? rows[number] : nil
  }

  /// How many rows were asked for so far, or all there are.
  var count: Int { rows.count }

  private mutating func next() -> FactSet? {
    while let one = neediest(of: domain), let two = neediest(of: missing[Int(one.rawValue)]) {
      if let solver = FactSolver([one, two], in: domain, for: verb),
        let row = solver.situation(preferring: { fact, chosen in
          (missing[Int(fact.rawValue)] & chosen).count << 8 | missing[Int(fact.rawValue)].count
        })
      {
        return row
      }
      missing[Int(one.rawValue)] = missing[Int(one.rawValue)] - [two]
      missing[Int(two.rawValue)] = missing[Int(two.rawValue)] - [one]
    }
    return nil
  }

  /// The fact of a set that has most others to meet; nil if none has any.
  private func neediest(of facts: FactSet) -> Fact? {
    var best: (fact: Fact, count: Int)?
    for fact in facts {
      let count = missing[Int(fact.rawValue)].count
      if count > best?.count ?? 0 { best = (fact, count) }
    }
    return best?.fact
  }
}

/// Rows that were worked out before: verbs share them, and generators do.
enum CoveringTable {
  private static let tables = Mutex<[FeasibleCells.Key: CoveringRows]>([:])

  /// The row of a verb with a number; see ``CoveringRows/row(_:)``.
  ///
  /// - Parameters:
  ///   - number: from 0.
  ///   - domain: the facts that may occur with the verb.
  ///   - verb: the verb.
  ///   - cycles: whether the rows begin again behind the last one.
  /// - Returns: one fact of each aspect; nil where there is no such row.
  static func row(_ number: Int, _ domain: FactSet, _ verb: Verb, cycles: Bool) -> FactSet? {
    tables.withLock { tables in
      let key = FeasibleCells.Key(domain, verb)
      if let row = tables[key, default: CoveringRows(domain, verb)].row(number) { return row }
      guard cycles, let count = tables[key]?.count, count > 0 else { return nil }
      return tables[key]?.row(number % count)
    }
  }
}
