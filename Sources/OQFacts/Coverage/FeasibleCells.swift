import OQHistory

/// The pairs and triples of facts that some composed program about a verb can bring about.
package struct FeasibleCells: Sendable {
  /// What the answer depends on: many verbs share it.
  package struct Key: Sendable, Hashable {
    fileprivate let domain: FactSet
    fileprivate let verb: Verb
    private let scope: Exclusion.Scope

    /// What can be reached with a verb.
    ///
    /// - Parameters:
    ///   - domain: the facts that may occur with it.
    ///   - verb: the verb.
    package init(_ domain: FactSet, _ verb: Verb) {
      self.domain = domain
      self.verb = verb
      scope = Exclusion.Scope(verb)
    }

    /// Whether the answer is the same.
    package static func == (left: Key, right: Key) -> Bool {
      left.domain == right.domain && left.scope == right.scope
    }

    /// The domain and the scope.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(domain)
      hasher.combine(scope)
    }
  }

  /// For each fact those that it can meet.
  private var partners: [FactSet]
  /// For each pair, by raw values, the facts that can be the third.
  private var thirds: [FactSet]

  /// The pairs and triples of a verb.
  ///
  /// - Parameter key: the verb and its domain.
  /// - Complexity: O(facts² × exclusions).
  package init(_ key: Key) {
    let count = Fact.allCases.count
    partners = [FactSet](repeating: [], count: count)
    thirds = [FactSet](repeating: [], count: count * count)
    for one in key.domain {
      guard let alone = FactSolver([one], in: key.domain, for: key.verb) else { continue }
      for two in alone.domain - one.aspect.facts where two.rawValue > one.rawValue {
        guard let both = FactSolver([one, two], in: key.domain, for: key.verb) else { continue }
        partners[Int(one.rawValue)].insert(two)
        partners[Int(two.rawValue)].insert(one)
        thirds[Int(one.rawValue) * count + Int(two.rawValue)] = both.domain
      }
    }
  }

  /// Whether two facts can meet.
  package func isFeasible(_ one: Fact, _ two: Fact) -> Bool {
    partners[Int(one.rawValue)].contains(two)
  }

  /// Calls a function with every pair, the lower raw value first.
  func forEachPair(_ body: (Fact, Fact) -> Void) {
    for one in Fact.allCases {
      for two in partners[Int(one.rawValue)] where two.rawValue > one.rawValue { body(one, two) }
    }
  }

  /// Calls a function with every triple, by ascending raw value.
  func forEachTriple(_ body: (Fact, Fact, Fact) -> Void) {
    let count = Fact.allCases.count
    forEachPair { one, two in
      let rest = thirds[Int(one.rawValue) * count + Int(two.rawValue)] - one.aspect.facts
      for three in rest - two.aspect.facts where three.rawValue > two.rawValue {
        // Each of the three must follow from the other two.
        let first = thirds[Int(two.rawValue) * count + Int(three.rawValue)].contains(one)
        let second = thirds[Int(one.rawValue) * count + Int(three.rawValue)].contains(two)
        if first, second { body(one, two, three) }
      }
    }
  }
}
