import OQReference
import OQSpecification

/// A broken variant of the reference queue, or of the facade over the dispatch library: one
/// decision taken otherwise.
package struct Mutant: Sendable {
  /// How often the breach shows.
  package enum Grade: String, Sendable {
    /// Whenever the antecedent of the rule occurs.
    case steady
    /// In a conjunction of features, at the n-th occurrence, or in a window between two steps.
    case rare
  }

  /// The name: words in lower case joined by hyphens.
  package let name: String
  /// The rule that it breaks.
  package let breaks: RuleID
  /// How often the breach shows.
  package let grade: Grade
  /// The reading of the contract under which it is a breach: core, unless the rule asks for more in
  /// another profile and the mutant breaks only that.
  package let profile: Profile
  /// What is broken, in one sentence.
  package let summary: String
  /// The decisions of a facade over the dispatch library; nil for a queue of operations.
  package let dispatch: DispatchBehavior?
  private let edit: @Sendable (inout Behavior) -> Void

  /// A mutant.
  ///
  /// - Parameters:
  ///   - name: words in lower case joined by hyphens; unique.
  ///   - rule: the rule that it breaks.
  ///   - grade: how often the breach shows.
  ///   - profile: the reading of the contract under which it is a breach.
  ///   - summary: what is broken, in one sentence.
  ///   - edit: changes the correct behavior.
  package init(
    _ name: String, breaks rule: RuleID, grade: Grade = .steady, profile: Profile = .core,
    _ summary: String, edit: @escaping @Sendable (inout Behavior) -> Void
  ) {
    self.name = name
    breaks = rule
    self.grade = grade
    self.profile = profile
    self.summary = summary
    dispatch = nil
    self.edit = edit
  }

  /// A broken facade over the dispatch library.
  ///
  /// - Parameters:
  ///   - name: words in lower case joined by hyphens; unique.
  ///   - rule: the rule that it breaks.
  ///   - summary: what is broken, in one sentence.
  ///   - edit: changes the correct facade.
  init(
    _ name: String, breaks rule: RuleID, _ summary: String,
    dispatch edit: (inout DispatchBehavior) -> Void
  ) {
    self.name = name
    breaks = rule
    grade = .steady
    profile = .core
    self.summary = summary
    var behavior = DispatchBehavior.standard
    edit(&behavior)
    dispatch = behavior
    self.edit = { _ in }
  }

  /// The decisions of the mutant: one otherwise than a queue takes it that follows the profile; no
  /// other one for a facade over the dispatch library.
  package var behavior: Behavior {
    (profile == .guide ? Behavior.guide : .standard).edited(edit)
  }

  /// The decisions of several mutants in one queue, each taken otherwise: two mistakes at once.
  ///
  /// - Parameter mutants: mutants of the reference queue, at least one.
  /// - Returns: the decisions; nil where one of them is no queue of operations.
  package static func combined(_ mutants: [Mutant]) -> Behavior? {
    guard let first = mutants.first, mutants.allSatisfy({ $0.dispatch == nil }) else { return nil }
    return mutants.dropFirst().reduce(first.behavior) { $0.edited($1.edit) }
  }

  /// All mutants: by area in the order of the catalogue, those that were reported elsewhere, those
  /// that observers tell, and those of the dispatch library.
  package static let all: [Mutant] =
    lifeCycle + readiness + manualStart + execution + dependencies + priorities + cancellation
    + completion + queues + additions + limits + suspension + waits + blocks + sharing
    + customOperations + unexpected + reported + properties + invocations + observers
    + observedProperties + threads + mainQueue + guideReading + dispatchQueues
    + dispatchSources

  /// The mutant with a name, those with a data race included.
  ///
  /// - Parameter name: the whole name.
  /// - Returns: nil if there is none.
  package static func named(_ name: String) -> Mutant? {
    (all + racy).first { $0.name == name }
  }
}
