import OQHistory
import OQSpecification

/// What the programs about one contract can be: planned situations, free programs, and the words
/// that they may use.
package struct Repertoire: Sendable {
  /// The planned situations, by their first rule.
  package let situations: [Situation]
  /// Situations of the first programs, in this order; they come back among the others.
  let openers: [Situation]
  /// Situations of large programs, which are few and have indices of their own.
  let scale: [Situation]
  /// The decorations that programs may have around their planned part.
  package let styles: Style
  /// Writes a program without a plan, of at most so many operations as a rule.
  package let free: @Sendable (_ draft: inout Draft, _ size: Int) -> Void
  /// Makes what writes composed programs with a vocabulary; nil where none are composed.
  package private(set) var composer: (@Sendable (Vocabulary) -> Composer)?
  private let words:
    @Sendable (_ offered: Set<Capability>, _ inPlay: Set<RuleID>, Profile) -> Vocabulary

  /// Puts a repertoire together.
  ///
  /// - Parameters:
  ///   - situations: the planned situations, in any order.
  ///   - openers: situations of the first programs, in this order.
  ///   - scale: situations of large programs.
  ///   - styles: the decorations that programs may have.
  ///   - free: writes a program without a plan.
  ///   - words: what may occur in programs, given what is offered, and the rules in play.
  package init(
    _ situations: [Situation], openers: [Situation] = [], scale: [Situation] = [],
    styles: Style,
    free: @escaping @Sendable (inout Draft, Int) -> Void,
    words: @escaping @Sendable (Set<Capability>, Set<RuleID>, Profile) -> Vocabulary
  ) {
    self.situations = situations.sorted { ($0.rules.first ?? "") < ($1.rules.first ?? "") }
    self.openers = openers
    self.scale = scale
    self.styles = styles
    self.free = free
    self.words = words
  }

  /// The same with composed programs, which are then the larger part of a campaign.
  ///
  /// - Parameter composer: makes what writes them with a vocabulary.
  /// - Returns: the repertoire.
  package func composing(
    _ composer: @escaping @Sendable (Vocabulary) -> Composer
  ) -> Repertoire {
    var result = self
    result.composer = composer
    return result
  }

  /// Every rule at which some situation aims, by ascending id.
  package var rules: [RuleID] { Set(situations.flatMap(\.rules)).sorted() }

  /// What may occur in the programs of a campaign.
  ///
  /// - Parameters:
  ///   - capabilities: what the implementation offers.
  ///   - rules: the rules in play.
  ///   - profile: the reading of the contract: programs may wait for what it promises.
  /// - Returns: the vocabulary.
  package func vocabulary(
    _ capabilities: some Sequence<Capability>, rules: some Sequence<RuleID>,
    profile: Profile = .core
  ) -> Vocabulary {
    words(Set(capabilities), Set(rules), profile)
  }
}

extension Repertoire {
  /// Programs about queues of operations.
  package static let operations = Repertoire(
    [
      LifecycleSituations.all, StartSituations.all, DependencySituations.all,
      PrioritySituations.all, CancellationSituations.all, CompletionSituations.all,
      QueueSituations.all, LimitSituations.all, WaitSituations.all, BlockOperationSituations.all,
      AccessorSituations.all, DependencyEdgeSituations.all, HandStartSituations.all,
      CommandScopeSituations.all, AdditionSituations.all, CustomOperationSituations.all,
      GeneralSituations.all, FreedomSituations.all, RemovedDependencySituations.all,
      StartRaceSituations.all, CancelledDependentSituations.all, LargeGraphSituations.all,
      PropertySituations.all, InvocationSituations.all, ObserverSituations.all,
      ObservedPropertySituations.all, ThreadSituations.all, MainQueueSituations.all,
      ChangingEdgeSituations.all, TogetherSituations.all,
    ].flatMap(\.self),
    scale: ScaleSituations.all, styles: .all,
    free: { draft, size in
      // The smallest programs come first, and have no race.
      if size > 3, draft.has(.clients), draft.chance(4) {
        if draft.mayBeLong, draft.chance(2) { return StrainForm().write(&draft) }
        var form = RaceForm()
        return form.write(&draft)
      }
      var form = FreeForm(size: size)
      form.write(&draft)
    },
    words: { Vocabulary(capabilities: $0, rules: $1, profile: $2) })
}
