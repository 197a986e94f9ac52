import OQHistory
import OQSpecification

/// Makes the programs of a campaign: program `index` is a function of version, seed, index,
/// repertoire, vocabulary and rules, and of nothing else.
///
/// Two programs in three are written by the situation of a target rule; the third is free. Targets
/// follow a fixed sequence of low discrepancy, so that every prefix of a campaign gives each rule
/// its share.
package struct Generator: Sendable {
  /// Raised whenever any program changes.
  package static let version = 7

  /// The seed of the campaign.
  package let seed: UInt64
  /// What may occur in programs.
  package let vocabulary: Vocabulary

  private let repertoire: Repertoire
  private let situations: [Situation]
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
    let inPlay = Set(rules)
    situations = repertoire.situations.filter { $0.isAbout(inPlay) && $0.fits(vocabulary) }
    scale = repertoire.scale.filter { $0.isAbout(inPlay) && $0.fits(vocabulary) }
    var sum = 0
    bounds = situations.map { situation in
      sum += situation.weight
      return sum
    }
    // Free programs are a third of all.
    total = max(1, sum + (sum + 1) / 2)
  }

  /// The rules that some program of the campaign aims at, by ascending id.
  package var targets: [RuleID] { Set(situations.flatMap(\.rules)).sorted() }

  /// Every rule at which programs about queues of operations can aim, by ascending id.
  package static var rules: [RuleID] { Repertoire.operations.rules }

  /// The rules at which a program aims; empty for a free program.
  ///
  /// - Parameter index: the number of the program, from 0.
  /// - Returns: the targets, the same for every seed.
  /// - Complexity: O(log n) in the number of rules in play.
  package func targets(at index: UInt64) -> [RuleID] { situation(at: index)?.rules ?? [] }

  /// The program with a number.
  ///
  /// - Parameter index: the number of the program, from 0.
  /// - Returns: the program.
  /// - Complexity: O(size of the program).
  package func program(at index: UInt64) -> Program { generate(at: index).program }

  /// The program with a number, and the choices from which it was made.
  ///
  /// - Parameter index: the number of the program, from 0.
  /// - Returns: the program and its choices, which ``program(at:replaying:)`` turns back into it.
  package func generate(at index: UInt64) -> (program: Program, choices: ChoiceSequence) {
    write(situation(at: index), size: index, ChoiceSource(seed: mix(seed, index)))
  }

  /// The program that a sequence of choices makes in the place of program `index`.
  ///
  /// - Parameters:
  ///   - index: the number of the program: it fixes the target.
  ///   - choices: any choices, recorded or changed.
  /// - Returns: the program.
  package func program(at index: UInt64, replaying choices: ChoiceSequence) -> Program {
    write(situation(at: index), size: index, ChoiceSource(replaying: choices)).program
  }

  /// The situation at a position of the golden-ratio sequence: its points are spread evenly over
  /// the weights however long the campaign is.
  private func situation(at index: UInt64) -> Situation? {
    if let place = ScaleSituations.place(of: index, among: scale.count) { return scale[place] }
    let point = (index &+ 1) &* SplitMix64.increment
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

  private func write(
    _ situation: Situation?, size index: UInt64, _ choices: ChoiceSource
  ) -> (program: Program, choices: ChoiceSequence) {
    var draft = Draft(choices: choices, vocabulary: vocabulary)
    // The first programs of a campaign are the smallest: a failure that they show needs no
    // shrinking.
    let plain = index < 256
    let start = draft.choices.position
    let style = draft.draw(Style.count) & draft.draw(Style.count) & draft.draw(Style.count)
    draft.style = plain ? [] : Style(rawValue: style).intersection(repertoire.styles)
    draft.choices.end(.style, from: start)
    let body = draft.choices.position
    if let situation {
      situation.write(&draft, plain: plain)
      draft.choices.end(.situation, from: body)
    } else {
      repertoire.free(&draft, plain ? 3 : 6)
    }
    draft.decorate()
    return (draft.program, draft.choices.drawn)
  }
}
