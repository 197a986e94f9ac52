import OQHistory
import OQSpecification

/// The cases of a judgement that has any.
// Safety: changed only by the judgement that holds it, and only while no other one does.
final class Findings: @unchecked Sendable {
  /// Cases in which the rule was decided in one context.
  struct ContextCount: Hashable {
    let context: String
    var count: Int
  }

  private(set) var decided = 0
  private(set) var open = 0
  private(set) var reason: String?
  private(set) var counterexamples: [Counterexample] = []
  var left: Set<RuleID> = []
  private(set) var witness: [Ticket] = []
  /// Every case with its cells and facets, for derived rules; empty unless they are kept.
  private(set) var cases: [Case] = []
  // Where those stand in which the rule held, the last one that was met first.
  private var held: [Int] = []
  // Contexts are few, so that a list is searched faster than a table.
  private(set) var counts: [ContextCount] = []

  init() {}

  /// The same once more, to be changed apart.
  func copy() -> Findings {
    let copy = Findings()
    copy.decided = decided
    copy.open = open
    copy.reason = reason
    copy.counterexamples = counterexamples
    copy.left = left
    copy.witness = witness
    copy.cases = cases
    copy.held = held
    copy.counts = counts
    return copy
  }

  func dropCases() {
    cases = []
    held = []
  }

  /// Whether the other one says the same.
  func isEqual(to other: Findings) -> Bool {
    decided == other.decided && open == other.open && reason == other.reason
      && counterexamples == other.counterexamples && left == other.left
      && witness == other.witness && cases == other.cases && counts == other.counts
  }

  func note(
    _ outcome: Case.Outcome, _ contexts: [String], _ facets: [Facet], _ times: Int,
    keepsCases: Bool
  ) {
    if keepsCases { keep(outcome, contexts, facets, times) }
    switch outcome {
    case .held(let witness):
      if decided == 0 { self.witness = witness }
    case .violated(let counterexample):
      counterexamples.append(counterexample)
    case .open(let reason):
      open += times
      if self.reason == nil { self.reason = reason }
      return
    }
    count(times, contexts)
  }

  private func keep(
    _ outcome: Case.Outcome, _ contexts: [String], _ facets: [Facet], _ times: Int
  ) {
    if case .held = outcome {
      if joins(contexts, facets, times) { return }
      held.append(cases.count)
    }
    var one = Case(outcome: outcome, cells: contexts, facets: facets)
    one.count = times
    cases.append(one)
  }

  /// Counts cases in which the rule held with some that are kept; false where there is none of
  /// their kind.
  func joins(_ contexts: [String], _ facets: [Facet], _ times: Int) -> Bool {
    for (place, position) in held.enumerated().reversed()
    where cases[position].cells == contexts && cases[position].facets == facets {
      cases[position].count += times
      held.swapAt(place, held.count - 1)
      return true
    }
    return false
  }

  func count(_ times: Int, _ contexts: [String]) {
    decided += times
    for context in contexts {
      if let position = counts.firstIndex(where: { $0.context == context }) {
        counts[position].count += times
      } else {
        counts.append(ContextCount(context: context, count: times))
      }
    }
  }
}
