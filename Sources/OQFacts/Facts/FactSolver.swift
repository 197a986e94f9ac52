import OQHistory

/// Completes some facts to a whole situation: one fact of each aspect, none of which exclude each
/// other.
package struct FactSolver: Sendable {
  private struct Row: Sendable {
    let clause: FactSet
    let aspect: FactSet
  }

  private static let exclusions: [[Exclusion]] = Exclusion.Scope.allCases.map { scope in
    Exclusion.all.filter { scope.takes($0.scope) }
  }
  /// For each exclusion its clauses, with all facts of their aspects.
  private static let tables: [[[Row]]] = exclusions.map { $0.map(rows) }

  private static func rows(_ exclusion: Exclusion) -> [Row] {
    exclusion.clauses.map { clause in
      Row(clause: clause, aspect: clause.first { _ in true }?.aspect.facts ?? [])
    }
  }

  private static let aspects = Aspect.all.map(\.facts)

  private let rows: [[Row]]

  /// Facts that some situation with what was given may have.
  package private(set) var domain: FactSet

  /// The facts of a domain that are left when some of them are given; nil if they exclude each
  /// other.
  ///
  /// - Parameters:
  ///   - facts: facts of different aspects.
  ///   - domain: the facts that may occur at all.
  ///   - verb: the verb of the call.
  package init?(_ facts: FactSet, in domain: FactSet, for verb: Verb) {
    self.init(facts, in: domain, FactSolver.tables[Exclusion.Scope(verb).rawValue])
    guard propagate() else { return nil }
  }

  /// The same with some exclusions only.
  init?(_ facts: FactSet, in domain: FactSet, under exclusions: [Exclusion]) {
    self.init(facts, in: domain, exclusions.map(FactSolver.rows))
    guard propagate() else { return nil }
  }

  private init(_ facts: FactSet, in domain: FactSet, _ rows: [[Row]]) {
    self.domain = facts.reduce(domain) { $0 - ($1.aspect.facts - [$1]) }
    self.rows = rows
  }

  /// The exclusions that take something out of a domain when some facts are given, up to the one
  /// that leaves nothing; none where the facts do not exclude each other.
  static func culprits(
    _ facts: FactSet, in domain: FactSet, for verb: Verb
  ) -> [Exclusion] {
    let scope = Exclusion.Scope(verb).rawValue
    var solver = FactSolver(facts, in: domain, tables[scope])
    var used: Set<Int> = []
    guard !solver.propagate({ used.insert($0) }) else { return [] }
    return used.sorted().map { exclusions[scope][$0] }
  }

  /// Takes out what the rest excludes.
  ///
  /// - Parameter note: is told the place of each exclusion that says something.
  /// - Returns: whether every aspect has a fact left.
  private mutating func propagate(_ note: (Int) -> Void = { _ in }) -> Bool {
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (place, row) in rows.enumerated() {
        var open: FactSet?
        var isSatisfied = false
        for part in row {
          let rest = domain & part.aspect
          if rest.isSubset(of: part.clause) { continue }
          guard open == nil, !(rest & part.clause).isEmpty else {
            // Two clauses are open, or one cannot hold: the exclusion says nothing yet.
            isSatisfied = true
            break
          }
          open = part.clause
        }
        if isSatisfied { continue }
        note(place)
        guard let open else { return false }
        domain = domain - open
        hasChanged = true
      }
    }
    return FactSolver.aspects.allSatisfy { !(domain & $0).isEmpty }
  }

  /// The situation of the domain that is best aspect by aspect.
  ///
  /// - Parameter worth: how good a fact is beside those that are chosen.
  /// - Returns: one fact of each aspect; nil if there is none.
  /// - Complexity: O(aspects × exclusions) as a rule.
  func situation(preferring worth: (_ fact: Fact, _ chosen: FactSet) -> Int) -> FactSet? {
    var solver = self
    for aspect in FactSolver.aspects {
      while true {
        let rest = solver.domain & aspect
        if rest.count <= 1 { break }
        let chosen = FactSolver.aspects.reduce(into: FactSet()) { chosen, other in
          let values = solver.domain & other
          if values.count == 1 { chosen = chosen | values }
        }
        guard let best = rest.max(by: { worth($0, chosen) < worth($1, chosen) }) else { return nil }
        var attempt = solver
        attempt.domain = attempt.domain - (aspect - [best])
        if attempt.propagate() {
          solver = attempt
          break
        }
        solver.domain = solver.domain - [best]
        guard solver.propagate() else { return nil }
      }
    }
    return solver.domain
  }

  /// A situation of the domain.
  ///
  /// - Parameter draw: given how many facts an aspect may have, at least 2, returns which it has.
  /// - Returns: one fact of each aspect; nil if there is none.
  /// - Complexity: O(aspects × exclusions) as a rule.
  package func situation(_ draw: (Int) -> Int) -> FactSet? {
    var solver = self
    let first = draw(Aspect.all.count)
    for step in Aspect.all.indices {
      // A stride without a common divisor visits every aspect, in an order that varies.
      let aspect = Aspect.all[(first + step * 7) % Aspect.all.count]
      var rest = solver.domain & aspect.facts
      while rest.count > 1 {
        let fact = rest[draw(rest.count)]
        var attempt = solver
        attempt.domain = attempt.domain - (aspect.facts - [fact])
        if attempt.propagate() {
          solver = attempt
          break
        }
        solver.domain = solver.domain - [fact]
        guard solver.propagate() else { return nil }
        rest = solver.domain & aspect.facts
      }
    }
    return solver.domain
  }
}
