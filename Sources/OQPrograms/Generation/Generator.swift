import OQHistory
import OQSpecification

/// Makes the programs of a campaign: program `index` is a function of version, seed, index,
/// repertoire, vocabulary and rules, and of nothing else.
///
/// Where the repertoire composes programs, 0.618 of all are composed; see ``Place``. Of the others
/// two in three are written by the situation of a target rule, and the third is free. Targets
/// follow a fixed sequence of low discrepancy, so that every prefix of a campaign gives each rule
/// its share.
package struct Generator: Sendable {
  /// Raised whenever any program changes.
  package static let version = 32

  /// Before this index free programs have at most some dozens of steps: a short campaign shows more
  /// with many of them than with a few long ones.
  private static let shortOnes: UInt64 = 4_096

  /// The seed of the campaign.
  package let seed: UInt64
  /// What may occur in programs.
  package let vocabulary: Vocabulary

  private let repertoire: Repertoire
  private let composer: Composer?
  private let situations: [Situation]
  private let openers: [Situation]
  /// Large programs, which have indices of their own.
  private let scale: [Situation]
  /// Sums of weights: situation i owns the numbers below `bounds[i]` and not below `bounds[i - 1]`.
  private let bounds: [Int]
  private let total: Int

  /// A generator of programs.
  ///
  /// - Parameters:
  ///   - seed: the seed of the campaign.
  ///   - vocabulary: what may occur in programs.
  ///   - rules: the rules in play; those with a situation that fits the vocabulary become targets.
  ///   - repertoire: what programs can be; programs about queues of operations if left out.
  package init(
    seed: UInt64, vocabulary: Vocabulary, rules: [RuleID], repertoire: Repertoire = .operations
  ) {
    self.seed = seed
    self.vocabulary = vocabulary
    self.repertoire = repertoire
    composer = repertoire.composer?(vocabulary)
    let inPlay = Set(rules)
    situations = repertoire.situations.filter { $0.isAbout(inPlay) && $0.fits(vocabulary) }
    openers = repertoire.openers.filter { $0.isAbout(inPlay) && $0.fits(vocabulary) }
    scale = repertoire.scale.filter { $0.isAbout(inPlay) && $0.fits(vocabulary) }
    var sum = 0
    bounds = situations.map { situation in
      sum += situation.weight
      return sum
    }
    // Free programs are a third of all.
    total = max(1, sum + (sum + 1) / 2)
  }

  /// The same without programs for rules: where they would be, there are free ones.
  package var undirected: Generator {
    Generator(seed: seed, vocabulary: vocabulary, rules: [], repertoire: repertoire)
  }

  /// The rules that some program of the campaign aims at, by ascending id.
  package var targets: [RuleID] { Set(situations.flatMap(\.rules)).sorted() }

  /// Every rule at which programs about queues of operations can aim, by ascending id.
  package static var rules: [RuleID] { Repertoire.operations.rules }

  /// A program, and how it was made.
  package struct Made: Sendable {
    /// The program.
    package let program: Program
    /// The choices from which it was made: ``Generator/program(at:replaying:)`` turns them back
    /// into it.
    package let choices: ChoiceSequence
    /// What it reaches, if it is composed.
    package let reached: Reached?
  }

  /// The rules at which a program aims; empty for a free or composed program.
  ///
  /// - Parameter index: the number of the program, from 0.
  /// - Returns: the targets, the same for every seed.
  /// - Complexity: O(log n) in the number of rules in play.
  package func targets(at index: UInt64) -> [RuleID] {
    if let large = large(at: index) { return large.rules }
    guard case .other(let ordinal) = place(of: index) else { return [] }
    return situation(at: ordinal)?.rules ?? []
  }

  /// Whether some of its programs are composed.
  package var composes: Bool { composer != nil }

  /// Whether a program is composed.
  ///
  /// - Parameter index: the number of the program, from 0.
  /// - Returns: its number among the composed ones; nil for another program.
  package func composed(at index: UInt64) -> UInt64? {
    guard large(at: index) == nil, case .composed(let ordinal) = place(of: index) else {
      return nil
    }
    return ordinal
  }

  /// The program with a number.
  ///
  /// - Parameter index: the number of the program, from 0.
  /// - Returns: the program.
  /// - Complexity: O(size of the program).
  package func program(at index: UInt64) -> Program { generate(at: index).program }

  /// The program with a number, and how it was made.
  ///
  /// - Parameter index: the number of the program, from 0.
  /// - Returns: the program with its choices and what it reaches.
  package func generate(at index: UInt64) -> Made {
    write(index, ChoiceSource(seed: mix(seed, index)))
  }

  /// The program that a sequence of choices makes in the place of program `index`.
  ///
  /// - Parameters:
  ///   - index: the number of the program: it fixes the target.
  ///   - choices: any choices, recorded or changed.
  /// - Returns: the program.
  package func program(at index: UInt64, replaying choices: ChoiceSequence) -> Program {
    write(index, ChoiceSource(replaying: choices)).program
  }

  /// The large program that an index stands for; nil for an index of the others.
  private func large(at index: UInt64) -> Situation? {
    ScaleSituations.place(of: index, among: scale.count).map { scale[$0] }
  }

  /// The index of the first large program of each kind, in order; empty where there are none.
  package var largeIndices: [UInt64] { scale.indices.map(ScaleSituations.index(of:)) }

  private func place(of index: UInt64) -> Place {
    composer == nil ? .other(index) : Place(index)
  }

  /// The situation at a position of the golden-ratio sequence: its points are spread evenly over
  /// the weights however long the campaign is.
  private func situation(at ordinal: UInt64) -> Situation? {
    if ordinal < openers.count { return openers[Int(ordinal)] }
    let point = (ordinal &+ 1) &* SplitMix64.increment
    let number = Int(truncatingIfNeeded: UInt64(total).multipliedFullWidth(by: point).high)
    guard let last = bounds.last, number < last else { return nil }
    var low = 0
    var high = bounds.count - 1
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle] > number { high = middle } else { low = middle + 1 }
    }
    return situations[low]
  }

  private func write(_ index: UInt64, _ choices: ChoiceSource) -> Made {
    var draft = Draft(choices: choices, vocabulary: vocabulary)
    // The first programs of a campaign are the smallest: a failure that they show needs no
    // shrinking.
    let plain = index < 256
    let start = draft.choices.position
    let style = draft.draw(Style.count) & draft.draw(Style.count) & draft.draw(Style.count)
    draft.style = plain ? [] : Style(rawValue: style).intersection(repertoire.styles)
    draft.choices.end(.style, from: start)
    draft.mayBeLong = index >= Generator.shortOnes
    let body = draft.choices.position
    let large = large(at: index)
    switch (place(of: index), composer) {
    case (.composed(let ordinal), let composer?) where large == nil:
      // A read between two steps of the plan would change what the call meets.
      draft.style.formIntersection(.settings)
      composer.write(&draft, ordinal: ordinal, plain: plain)
      draft.choices.end(.situation, from: body)
    case (.composed(let ordinal), _), (.other(let ordinal), _):
      if let situation = large ?? situation(at: ordinal) {
        situation.write(&draft, plain: plain)
        draft.choices.end(.situation, from: body)
      } else {
        repertoire.free(&draft, plain ? 3 : 6)
      }
    }
    draft.decorate()
    if !plain, large == nil, composed(at: index) == nil { draft.callFromInside() }
    return Made(program: draft.program, choices: draft.choices.drawn, reached: draft.reached)
  }
}
