import OQHistory
import OQSpecification

/// A planned shape of program in which violations of some rules show.
///
/// It brings the implementation into a configuration in which the checks of its rules are sound,
/// lets other work pass, and ends by itself on every correct implementation.
package struct Situation: Sendable {
  /// The rules whose violations it makes visible; at least one.
  let rules: [RuleID]
  /// Share among the situations, from 2; the golden table of `bench reach` corrects it.
  ///
  /// While the weights add up to less than 347 times the smallest, 900 programs reach each target:
  /// so many points of the golden-ratio sequence leave no gap above 0.00192 of the whole.
  let weight: Int
  /// How often a program plays it, one after the other.
  ///
  /// A rule that nothing else decides, and whose cases do not end the program, is so decided often
  /// enough in a campaign of half a minute.
  let cases: ClosedRange<Int>
  /// Verbs without which it cannot be played; optional ones are asked for while it is built.
  let verbs: [Verb]
  /// Kinds of operation without which it cannot be played.
  let kinds: [Program.Kind]
  /// Features without which it cannot be played.
  let features: [Feature]
  /// Writes the program.
  let build: @Sendable (inout Draft) -> Void

  /// A situation for one rule.
  ///
  /// - Parameters:
  ///   - rule: the rule whose violations it makes visible.
  ///   - weight: its share among the situations, from 2.
  ///   - cases: how often a program plays it.
  ///   - verbs: verbs without which it cannot be played.
  ///   - kinds: kinds of operation without which it cannot be played.
  ///   - features: features without which it cannot be played.
  ///   - build: writes the program.
  package init(
    _ rule: RuleID, weight: Int = 4, cases: ClosedRange<Int> = 1...1, verbs: [Verb] = [],
    kinds: [Program.Kind] = [], features: [Feature] = [],
    _ build: @escaping @Sendable (inout Draft) -> Void
  ) {
    self.init(
      [rule], weight: weight, cases: cases, verbs: verbs, kinds: kinds, features: features, build)
  }

  /// A situation for several rules.
  package init(
    _ rules: [RuleID], weight: Int = 4, cases: ClosedRange<Int> = 1...1, verbs: [Verb] = [],
    kinds: [Program.Kind] = [], features: [Feature] = [],
    _ build: @escaping @Sendable (inout Draft) -> Void
  ) {
    self.rules = rules
    self.weight = weight
    self.cases = cases
    self.verbs = verbs
    self.kinds = kinds
    self.features = features
    self.build = build
  }

  /// Writes a program.
  ///
  /// - Parameters:
  ///   - draft: receives the program.
  ///   - plain: whether it is one of the smallest, with the smallest number of cases.
  func write(_ draft: inout Draft, plain: Bool) {
    let count = plain || cases.count == 1 ? cases.lowerBound : draft.number(cases)
    for _ in 0..<count { build(&draft) }
  }

  /// Whether the situation can be played with a vocabulary.
  func fits(_ vocabulary: Vocabulary) -> Bool {
    verbs.allSatisfy(vocabulary.contains) && kinds.allSatisfy(vocabulary.contains)
      && features.allSatisfy(vocabulary.contains)
  }

  /// Whether it makes a violation of one of some rules visible.
  func isAbout(_ inPlay: Set<RuleID>) -> Bool { rules.contains(where: inPlay.contains) }
}
