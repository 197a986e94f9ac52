import OQHistory
import OQSpecification

/// Why a rule is broken: a sentence, and the two to five events that prove it.
package struct Counterexample: Sendable, Hashable {
  /// The sentence, naming operations and tickets.
  package let message: String
  /// Tickets of the events that prove it, ascending.
  package let events: [Ticket]

  /// States a violation.
  ///
  /// - Parameters:
  ///   - message: a sentence that names operations and tickets.
  ///   - events: tickets of the events that prove it, in any order.
  package init(_ message: String, events: [Ticket]) {
    self.message = message
    self.events = events.sorted()
  }
}

/// What one checker found in one history.
package struct Judgement: Sendable, Hashable {
  /// Cases in which the antecedent occurred and the rule held or was broken.
  package private(set) var decided = 0
  /// Cases in which the antecedent occurred and the history does not tell.
  package private(set) var undecided = 0
  /// Why the first undecided case could not be decided.
  package private(set) var reason: String?
  /// Every violation, in the order found.
  package private(set) var violations: [Counterexample] = []
  /// Tickets of the first case in which the rule held.
  package private(set) var witness: [Ticket] = []
  /// Decided cases by context.
  package private(set) var contexts: [String: Int] = [:]

  /// A judgement without any case.
  package init() {}

  /// The verdict on this history.
  package var verdict: Verdict {
    if !violations.isEmpty { return .violated }
    if decided > 0 { return .satisfied }
    return undecided > 0 ? .inconclusive : .vacuous
  }

  /// Notes a case in which the rule held.
  ///
  /// - Parameters:
  ///   - witness: tickets of the events that show it.
  ///   - contexts: the cells of the rule's contexts that the case belongs to.
  package mutating func hold(_ witness: Ticket?..., in contexts: [String] = []) {
    if decided == 0 { self.witness = witness.compactMap(\.self).sorted() }
    count(contexts)
  }

  /// Notes a case in which the rule was broken.
  ///
  /// - Parameters:
  ///   - message: a sentence that names operations and tickets.
  ///   - events: tickets of the events that prove it.
  ///   - contexts: the cells of the rule's contexts that the case belongs to.
  package mutating func violate(
    _ message: String, events: [Ticket?], in contexts: [String] = []
  ) {
    violations.append(Counterexample(message, events: events.compactMap(\.self)))
    count(contexts)
  }

  /// Notes a case that the history does not decide.
  ///
  /// - Parameter reason: why, in words for the report.
  package mutating func pass(_ reason: String) {
    undecided += 1
    if self.reason == nil { self.reason = reason }
  }

  private mutating func count(_ contexts: [String]) {
    decided += 1
    for context in contexts { self.contexts[context, default: 0] += 1 }
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
