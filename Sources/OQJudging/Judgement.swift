import OQHistory
import OQSpecification

/// Why a rule is broken: a sentence, and the two to five events that prove it.
package struct Counterexample: Sendable, Hashable {
  /// The sentence, naming operations and tickets.
  package let message: String
  /// Tickets of the events that prove it, ascending.
  package let events: [Ticket]
  /// What should have come and did not; empty where the events say all.
  package let missing: [Charge]

  /// States a violation.
  package init(_ message: String, events: [Ticket], missing: [Charge] = []) {
    self.message = message
    self.events = events.sorted()
    self.missing = missing
  }

  /// What the violation charges the subject with: violations that share a charge are one fault.
  ///
  /// - Parameter rest: ticket of the quiescence at the end, which proves everything that is missing
  ///   and so is no charge; nil without one.
  /// - Returns: the charges, what is missing first.
  func charges(without rest: Ticket?) -> [Charge] {
    missing + events.filter { $0 != rest }.map(Charge.event)
  }
}

/// What a violation charges a subject with.
package enum Charge: Sendable, Hashable {
  /// The event with this ticket.
  case event(Ticket)
  /// The begin of an operation, which has not come.
  case begin(OperationID)
  /// The finish of an operation, which no accessor shows.
  case finish(OperationID)
  /// The begin of the completion block of an operation, which has not come.
  case completion(OperationID)
  /// The return of the call with this ticket, which has not come.
  case answer(Ticket)
}

/// What one checker found in one history.
package struct Judgement: Sendable, Hashable {
  /// Cases in which the antecedent occurred and the rule held or was broken.
  package private(set) var decided = 0
  /// Cases in which the antecedent occurred and the history does not tell.
  package private(set) var open = 0
  /// Why the first open case could not be decided.
  package private(set) var reason: String?
  /// Every violation, in the order found.
  package private(set) var counterexamples: [Counterexample] = []
  /// Rules that report what would be a violation of this one too, so that one fault is reported
  /// under one rule.
  package private(set) var left: Set<RuleID> = []
  /// Tickets of the first case in which the rule held.
  package private(set) var witness: [Ticket] = []
  /// Every case with its cells and facets, for derived rules; nil unless asked for.
  private var cases: [Case]?
  // Where those stand in which the rule held, the last one that was met first.
  private var held: [Int] = []
  // Contexts are few, so that a list is searched faster than a table.
  private var counts: [ContextCount] = []

  private struct ContextCount: Hashable {
    let context: String
    var count: Int
  }

  /// A judgement without any case.
  package init() {}

  /// A judgement without any case.
  ///
  /// - Parameter keepsCases: whether ``restricted(to:countingIn:)`` will be asked for.
  init(keepsCases: Bool) {
    if keepsCases { cases = [] }
  }

  /// Decided cases by context.
  package var contexts: [String: Int] {
    Dictionary(uniqueKeysWithValues: counts.map { ($0.context, $0.count) })
  }

  /// The verdict on this history.
  package var verdict: Verdict {
    if !counterexamples.isEmpty { return .violated }
    if decided > 0 { return .satisfied }
    return open > 0 ? .inconclusive : .vacuous
  }

  /// Notes a case in which the rule held.
  ///
  /// - Parameters:
  ///   - witness: tickets of the events that show it.
  ///   - contexts: the cells of the rule's contexts that the case belongs to.
  ///   - facets: what derived rules ask of the case beside its cells.
  package mutating func hold(
    _ witness: Ticket?..., in contexts: [String] = [], facets: [Facet] = []
  ) {
    // The first witness is enough.
    if decided > 0, cases == nil || joins(contexts, facets, 1) {
      count(1, contexts)
    } else {
      note(.held(witness.compactMap(\.self).sorted()), contexts, facets, 1)
    }
  }

  /// Notes a case in which the rule was broken.
  ///
  /// - Parameters:
  ///   - message: a sentence that names operations and tickets.
  ///   - events: tickets of the events that prove it.
  ///   - contexts: the cells of the rule's contexts that the case belongs to.
  ///   - facets: what derived rules ask of the case beside its cells.
  ///   - missing: what should have come and did not.
  package mutating func violate(
    _ message: String, events: [Ticket?], in contexts: [String] = [], facets: [Facet] = [],
    missing: [Charge] = []
  ) {
    let counterexample = Counterexample(
      message, events: events.compactMap(\.self), missing: missing)
    note(.violated(counterexample), contexts, facets, 1)
  }

  /// Notes a case that the history does not decide.
  ///
  /// - Parameters:
  ///   - reason: why, in words for the report.
  ///   - contexts: the cells of the rule's contexts that the case belongs to.
  ///   - facets: what derived rules ask of the case beside its cells.
  package mutating func leaveOpen(
    _ reason: String, in contexts: [String] = [], facets: [Facet] = []
  ) {
    note(.open(reason), contexts, facets, 1)
  }

  /// Notes a case that would be a violation, and that another rule certainly reports: it is none of
  /// this one.
  ///
  /// - Parameter rule: the rule that is violated in the same history.
  package mutating func leave(to rule: RuleID) { left.insert(rule) }

  private mutating func note(
    _ outcome: Case.Outcome, _ contexts: [String], _ facets: [Facet], _ times: Int
  ) {
    if cases != nil { keep(outcome, contexts, facets, times) }
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

  private mutating func keep(
    _ outcome: Case.Outcome, _ contexts: [String], _ facets: [Facet], _ times: Int
  ) {
    if case .held = outcome {
      if joins(contexts, facets, times) { return }
      held.append(cases?.count ?? 0)
    }
    var one = Case(outcome: outcome, cells: contexts, facets: facets)
    one.count = times
    cases?.append(one)
  }

  /// Counts cases in which the rule held with some that are kept; false where there is none of
  /// their kind.
  private mutating func joins(_ contexts: [String], _ facets: [Facet], _ times: Int) -> Bool {
    for (place, position) in held.enumerated().reversed() {
      guard let one = cases?[position], one.cells == contexts, one.facets == facets else {
        continue
      }
      cases?[position].count += times
      held.swapAt(place, held.count - 1)
      return true
    }
    return false
  }

  private mutating func count(_ times: Int, _ contexts: [String]) {
    decided += times
    for context in contexts {
      if let position = counts.firstIndex(where: { $0.context == context }) {
        counts[position].count += times
      } else {
        counts.append(ContextCount(context: context, count: times))
      }
    }
  }

  /// Adds those of another rule's cases that belong to a derived rule.
  ///
  /// Two bases may object to one thing: violations that share a charge are one.
  ///
  /// - Parameters:
  ///   - base: a judgement that keeps its cases.
  ///   - rest: ticket of the quiescence at the end, which is no charge; nil without one.
  ///   - admits: whether a case belongs to the derived rule.
  ///   - cells: the contexts of the derived rule; other cells are not counted.
  /// - Complexity: O(cases).
  mutating func add(
    _ base: Judgement, without rest: Ticket?, where admits: (Case) -> Bool,
    countingIn cells: [String]
  ) {
    let known = Set(counterexamples.flatMap { $0.charges(without: rest) })
    for one in base.cases ?? [] where admits(one) {
      if case .violated(let violation) = one.outcome,
        !known.isDisjoint(with: violation.charges(without: rest))
      {
        continue
      }
      note(one.outcome, one.cells.filter(cells.contains), one.facets, one.count)
    }
  }

  /// The judgement with some of its counterexamples left to other rules.
  ///
  /// - Parameters:
  ///   - keepsCases: whether derived rules take their cases from the result.
  ///   - owner: the rule that reports a violation, if another one does.
  /// - Returns: the judgement of the other cases; it must keep its cases.
  /// - Complexity: O(cases).
  func leaving(keepsCases: Bool, to owner: (Counterexample) -> RuleID?) -> Judgement {
    var rest = Judgement(keepsCases: keepsCases)
    rest.left = left
    for one in cases ?? [] {
      if case .violated(let counterexample) = one.outcome, let rule = owner(counterexample) {
        rest.leave(to: rule)
      } else {
        rest.note(one.outcome, one.cells, one.facets, one.count)
      }
    }
    return rest
  }

  /// The judgement without what only derived rules ask for.
  func withoutCases() -> Judgement {
    var copy = self
    copy.cases = nil
    copy.held = []
    return copy
  }
}

/// What is said of a rule; never a boolean.
package enum Verdict: String, Sendable, Hashable, CaseIterable {
  /// The antecedent occurred and the rule held.
  case satisfied
  /// The rule was broken.
  case violated
  /// The antecedent never occurred: nothing is known.
  case vacuous
  /// The antecedent occurred, and nothing could be decided.
  case inconclusive
  /// The subject lacks a capability that the rule needs.
  case notApplicable = "not applicable"
}
