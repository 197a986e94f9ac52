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
///
/// Most rules find nothing in most histories: a judgement without cases holds nothing, so that
/// making, passing on and dropping it costs nothing.
package struct Judgement: Sendable, Hashable {
  /// Nil as long as there is no case.
  private var findings: Findings?
  // Whether every case is kept, with its cells and facets, for derived rules.
  private let keepsCases: Bool

  /// A judgement without any case.
  package init() { keepsCases = false }

  /// A judgement without any case.
  ///
  /// - Parameter keepsCases: whether ``add(_:where:countingIn:)`` will be asked for its cases.
  init(keepsCases: Bool) { self.keepsCases = keepsCases }

  /// Cases in which the antecedent occurred and the rule held or was broken.
  package var decided: Int { findings?.decided ?? 0 }
  /// Cases in which the antecedent occurred and the history does not tell.
  package var open: Int { findings?.open ?? 0 }
  /// Why the first open case could not be decided.
  package var reason: String? { findings?.reason }
  /// Every violation, in the order found.
  package var counterexamples: [Counterexample] { findings?.counterexamples ?? [] }
  /// Rules that report what would be a violation of this one too, so that one fault is reported
  /// under one rule.
  package var left: Set<RuleID> { findings?.left ?? [] }
  /// Tickets of the first case in which the rule held.
  package var witness: [Ticket] { findings?.witness ?? [] }

  /// Whether nothing was found: no case, and nothing that was left to another rule.
  package var isEmpty: Bool { findings == nil }

  /// Decided cases by context.
  package var contexts: [String: Int] {
    Dictionary(uniqueKeysWithValues: (findings?.counts ?? []).map { ($0.context, $0.count) })
  }

  /// Visits the contexts in which cases were decided.
  ///
  /// - Parameter body: receives each context with the number of its cases.
  package func forEachContext(_ body: (String, Int) -> Void) {
    guard let findings else { return }
    for one in findings.counts { body(one.context, one.count) }
  }

  /// The verdict on this history.
  package var verdict: Verdict {
    guard let findings else { return .vacuous }
    if !findings.counterexamples.isEmpty { return .violated }
    if findings.decided > 0 { return .satisfied }
    return findings.open > 0 ? .inconclusive : .vacuous
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
    let findings = ownFindings()
    // The first witness is enough.
    if findings.decided > 0, !keepsCases || findings.joins(contexts, facets, 1) {
      findings.count(1, contexts)
    } else {
      let witness = witness.compactMap(\.self).sorted()
      findings.note(.held(witness), contexts, facets, 1, keepsCases: keepsCases)
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
  package mutating func leave(to rule: RuleID) { ownFindings().left.insert(rule) }

  private mutating func note(
    _ outcome: Case.Outcome, _ contexts: [String], _ facets: [Facet], _ times: Int
  ) {
    ownFindings().note(outcome, contexts, facets, times, keepsCases: keepsCases)
  }

  /// What no other judgement shares.
  private mutating func ownFindings() -> Findings {
    if isKnownUniquelyReferenced(&findings), let findings { return findings }
    let own = findings?.copy() ?? Findings()
    findings = own
    return own
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
    guard let cases = base.findings?.cases, !cases.isEmpty else { return }
    let known = Set(counterexamples.flatMap { $0.charges(without: rest) })
    for one in cases where admits(one) {
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
    for rule in left { rest.leave(to: rule) }
    for one in findings?.cases ?? [] {
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
    guard keepsCases, let findings else { return self }
    var copy = Judgement()
    copy.findings = findings.copy()
    copy.findings?.dropCases()
    return copy
  }

  /// Whether two judgements say the same, whatever they keep beside it.
  package static func == (left: Judgement, right: Judgement) -> Bool {
    if left.findings === right.findings { return true }
    guard let one = left.findings, let other = right.findings else { return false }
    return one.isEqual(to: other)
  }

  /// Feeds what was counted.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(decided)
    hasher.combine(open)
    hasher.combine(counterexamples)
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
