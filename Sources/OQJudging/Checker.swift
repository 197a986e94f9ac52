import OQHistory
import OQSpecification

/// Judges histories by one rule: a pure function of the index, without clock, randomness or
/// adapter.
package struct Checker: Sendable {
  /// The rule it judges by.
  package let rule: RuleID
  /// Verbs of which at least one must occur for the antecedent to occur; empty asks for none.
  package let antecedent: Set<Verb>
  private let method: Method
  private let verbs: VerbSet
  /// Which histories are judged at all; nil for all of them.
  private var scope: (@Sendable (HistoryIndex) -> Bool)?
  // The contexts of a derived rule: other cells of its bases are not counted.
  private let cells: [String]

  /// How the cases are found.
  private enum Method: Sendable {
    /// By a search of its own.
    case search(@Sendable (HistoryIndex, Profile, inout Judgement) -> Void)
    /// Among the cases of other rules.
    case restriction(bases: [RuleID], admits: @Sendable (HistoryIndex, Case) -> Bool)
  }

  /// Makes a checker.
  ///
  /// - Parameters:
  ///   - rule: the rule it judges by.
  ///   - antecedent: verbs of which at least one must occur; empty asks for none.
  ///   - find: notes every case of the rule that the history contains.
  package init(
    _ rule: RuleID, antecedent: Set<Verb> = [],
    find: @escaping @Sendable (HistoryIndex, Profile, inout Judgement) -> Void
  ) {
    self.rule = rule
    self.antecedent = antecedent
    verbs = VerbSet(antecedent)
    cells = []
    method = .search(find)
  }

  /// Makes the checker of a derived rule: the cases of other rules, limited to a context.
  ///
  /// It is as sound as its bases: each of its cases is one of theirs, with the same outcome.
  ///
  /// - Parameters:
  ///   - rule: the rule it judges by.
  ///   - bases: the rules whose cases it takes.
  ///   - admits: whether a case belongs to the context; every case does if left out.
  package init(
    _ rule: RuleID, restricting bases: [RuleID],
    to admits: @escaping @Sendable (Case) -> Bool = { _ in true }
  ) {
    self.rule = rule
    antecedent = []
    verbs = []
    cells = Catalogue.current[rule]?.contexts ?? []
    method = .restriction(bases: bases) { _, one in admits(one) }
  }

  /// Makes the checker of a derived rule: the cases of other rules in a context that the history as
  /// a whole decides.
  ///
  /// - Parameters:
  ///   - rule: the rule it judges by.
  ///   - bases: the rules whose cases it takes.
  ///   - holds: whether the cases of a history belong to the context.
  package init(
    _ rule: RuleID, restricting bases: [RuleID],
    where holds: @escaping @Sendable (HistoryIndex) -> Bool
  ) {
    self.rule = rule
    antecedent = []
    verbs = []
    cells = Catalogue.current[rule]?.contexts ?? []
    method = .restriction(bases: bases) { index, _ in holds(index) }
  }

  /// Notes the cases of a checker with a search of its own, whatever its scope.
  package func find(in index: HistoryIndex, _ profile: Profile, _ judgement: inout Judgement) {
    guard case .search(let find) = method else { return }
    find(index, profile, &judgement)
  }

  /// The same checker, kept to some histories: in others its antecedent counts as missing.
  ///
  /// - Parameter scope: whether a history is judged.
  /// - Returns: a checker of the same rule, as sound as this one.
  package func within(_ scope: @escaping @Sendable (HistoryIndex) -> Bool) -> Checker {
    var copy = self
    copy.scope = scope
    return copy
  }

  /// The rules whose cases it takes; empty for a checker with a search of its own.
  package var bases: [RuleID] {
    if case .restriction(let bases, _) = method { bases } else { [] }
  }

  /// Judges a history, given what its bases found.
  ///
  /// - Parameters:
  ///   - index: the history, indexed.
  ///   - profile: the reading of the contract to judge by.
  ///   - keepsCases: whether derived rules take their cases from the result.
  ///   - found: what checkers found so far, with the cases of bases.
  ///   - seats: where its bases stand among them.
  /// - Returns: every case found.
  func judge(
    _ index: HistoryIndex, profile: Profile, keepsCases: Bool, found: [Judgement], seats: [Int]
  ) -> Judgement {
    var judgement = Judgement(keepsCases: keepsCases)
    switch method {
    case .search(let find):
      guard verbs.isEmpty || !verbs.isDisjoint(with: index.verbs), isInScope(index) else {
        return judgement
      }
      find(index, profile, &judgement)
    case .restriction(_, let admits):
      for seat in seats where !found[seat].isEmpty {
        guard isInScope(index) else { return judgement }
        judgement.add(
          found[seat], without: index.rest, where: { admits(index, $0) }, countingIn: cells)
      }
    }
    return judgement
  }

  private func isInScope(_ index: HistoryIndex) -> Bool { scope?(index) ?? true }
}
