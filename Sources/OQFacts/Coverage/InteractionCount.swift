import OQHistory
import OQPrograms

/// Which facts have met in the calls of composed programs, by verb: every two, and every three.
package struct InteractionCount: Sendable {
  /// What was reached with one verb.
  private struct Row: Sendable {
    /// For each fact the facts that it has met.
    var met = [FactSet](repeating: [], count: Fact.allCases.count)
    /// One bit for each three facts, in the order of ``InteractionCount/place(_:_:_:)``.
    var triples = [UInt64](repeating: 0, count: InteractionCount.words)
  }

  /// A count of pairs or triples.
  package struct Share: Sendable, Hashable {
    /// How many were reached.
    package var reached = 0
    /// How many can be reached.
    package var feasible = 0

    /// Counts nothing yet.
    package init() {}

    init(reached: Int, feasible: Int) {
      self.reached = reached
      self.feasible = feasible
    }

    /// Adds two counts.
    package static func + (left: Share, right: Share) -> Share {
      Share(reached: left.reached + right.reached, feasible: left.feasible + right.feasible)
    }
  }

  /// What was reached of what can be, with one verb.
  package struct Reach: Sendable, Hashable {
    /// The verb.
    package let verb: Verb
    /// Two facts.
    package let pairs: Share
    /// Three facts.
    package let triples: Share
    /// Of each pair that can be reached, in a fixed order, whether it was.
    package let pairCells: [Bool]
    /// The same of each triple.
    package let tripleCells: [Bool]

    init(verb: Verb, pairCells: [Bool], tripleCells: [Bool]) {
      self.verb = verb
      self.pairCells = pairCells
      self.tripleCells = tripleCells
      pairs = Share(reached: pairCells.count(where: \.self), feasible: pairCells.count)
      triples = Share(reached: tripleCells.count(where: \.self), feasible: tripleCells.count)
    }
  }

  /// Composed programs that were counted.
  package private(set) var programs = 0
  // Looked up only.
  private var rows: [Verb: Row] = [:]

  /// Nothing reached yet.
  package init() {}

  private static let words: Int = {
    let n = Fact.allCases.count
    return (n * (n - 1) * (n - 2) / 6 + 63) / 64
  }()

  /// The number of three facts with raw values i < j < k: the combinatorial number system.
  private static func place(_ i: Int, _ j: Int, _ k: Int) -> Int {
    k * (k - 1) * (k - 2) / 6 + j * (j - 1) / 2 + i
  }

  /// Takes in what other programs have reached.
  ///
  /// - Parameter other: a count of programs that are not counted here.
  package mutating func merge(_ other: InteractionCount) {
    programs += other.programs
    rows.merge(other.rows) { mine, theirs in
      var row = mine
      for fact in row.met.indices { row.met[fact] = row.met[fact] | theirs.met[fact] }
      for word in row.triples.indices { row.triples[word] |= theirs.triples[word] }
      return row
    }
  }

  /// Counts what a program reaches.
  ///
  /// - Parameter reached: the verb and the facts of its call, and the calls that lead to it; nil
  ///   for a program without.
  /// - Complexity: O(calls × aspects³).
  package mutating func note(_ reached: Reached?) {
    guard let reached else { return }
    programs += 1
    noteCall(reached)
    for call in reached.along { noteCall(call) }
  }

  private mutating func noteCall(_ reached: Reached) {
    let facts = FactSet(bits: reached.facts)
    let list = facts.map { Int($0.rawValue) }
    var row = rows.removeValue(forKey: reached.verb) ?? Row()
    for (third, k) in list.enumerated() {
      row.met[k] = row.met[k] | facts
      for second in 0..<third {
        for first in 0..<second {
          let place = InteractionCount.place(list[first], list[second], k)
          row.triples[place / 64] |= 1 << UInt64(place % 64)
        }
      }
    }
    rows[reached.verb] = row
  }

  /// Whether every two facts of a call have met in the calls that were counted.
  ///
  /// - Parameter reached: the verb and the facts of the call.
  /// - Returns: false, too, for a verb that no call had.
  /// - Complexity: O(aspects).
  package func hasPairs(of reached: Reached) -> Bool {
    guard let row = rows[reached.verb] else { return false }
    let facts = FactSet(bits: reached.facts)
    return facts.allSatisfy { facts.isSubset(of: row.met[Int($0.rawValue)]) }
  }

  /// Whether some program has reached a cell.
  ///
  /// - Parameter cell: a verb with two or three facts.
  /// - Returns: false for a cell of another size, too.
  package func hasReached(_ cell: Cell) -> Bool {
    hasReached(cell.facts.map { Int($0.rawValue) }, with: cell.verb)
  }

  /// Whether two or three values of a table have met.
  ///
  /// - Parameters:
  ///   - values: ascending numbers.
  ///   - verb: the verb of the call.
  /// - Returns: false for another number of values, too.
  func hasReached(_ values: [Int], with verb: Verb) -> Bool {
    guard let row = rows[verb] else { return false }
    switch values.count {
    case 2: return row.met[values[0]].contains(Fact.allCases[values[1]])
    case 3:
      let place = InteractionCount.place(values[0], values[1], values[2])
      return row.triples[place / 64] & 1 << UInt64(place % 64) != 0
    default: return false
    }
  }

  /// The pairs that can be reached and that no program has reached.
  ///
  /// - Parameter composition: what composes the programs.
  /// - Returns: cells, by verb and raw values of their facts.
  /// - Complexity: O(verbs × facts² × exclusions).
  package func missingPairs(of composition: Composition) -> [Cell] {
    composition.composed.flatMap { verb in
      var missing: [Cell] = []
      FeasibleCells(FeasibleCells.Key(composition.domain(of: verb), verb)).forEachPair {
        let cell = Cell(verb, [$0, $1])
        if !hasReached(cell) { missing.append(cell) }
      }
      return missing
    }
  }

  /// What was reached of what can be reached with a vocabulary, by verb.
  ///
  /// - Parameter composition: what composes the programs.
  /// - Returns: a row for each verb of which programs are composed.
  /// - Complexity: O(verbs × facts³).
  package func reach(of composition: Composition) -> [Reach] {
    var tables: [FeasibleCells.Key: FeasibleCells] = [:]
    return composition.composed.map { verb in
      let key = FeasibleCells.Key(composition.domain(of: verb), verb)
      let cells = tables[key] ?? FeasibleCells(key)
      tables[key] = cells
      let row = rows[verb] ?? Row()
      var (pairs, triples): ([Bool], [Bool]) = ([], [])
      cells.forEachPair { one, two in
        pairs.append(row.met[Int(one.rawValue)].contains(two))
      }
      cells.forEachTriple { one, two, three in
        let place = InteractionCount.place(
          Int(one.rawValue), Int(two.rawValue), Int(three.rawValue))
        triples.append(row.triples[place / 64] & 1 << UInt64(place % 64) != 0)
      }
      return Reach(verb: verb, pairCells: pairs, tripleCells: triples)
    }
  }
}
