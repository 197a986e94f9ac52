import OQHistory
import OQSpecification

/// What may occur in programs: verbs, kinds of operation, features.
///
/// It is fixed before a campaign and named in the report: the same seed and the same vocabulary
/// give the same programs, whatever the implementation under test.
///
/// Text form: the words of ``words``, separated by commas.
package struct Vocabulary: Sendable, Hashable, CustomStringConvertible {
  // One bit per verb, kind and feature: a vocabulary is asked several times per step.
  private var verbBits: UInt128 = 0
  private var kindBits: UInt64 = 0
  private var featureBits: UInt64 = 0

  private init() {}

  /// The verbs, in the order of the verb table.
  package var verbs: [Verb] { Verb.allCases.filter(contains) }
  /// The kinds of operation, in the order of their declaration.
  package var kinds: [Program.Kind] { Program.Kind.allCases.filter(contains) }
  /// The features, in the order of their declaration.
  package var features: [Feature] { Feature.allCases.filter(contains) }

  /// Whether programs may use a verb.
  ///
  /// - Returns: whether it is in the vocabulary.
  package func contains(_ verb: Verb) -> Bool { verbBits & Vocabulary.bit(verb) != 0 }

  /// Whether programs may use a kind of operation.
  ///
  /// - Returns: whether it is in the vocabulary.
  package func contains(_ kind: Program.Kind) -> Bool { kindBits & Vocabulary.bit(kind) != 0 }

  /// Whether programs may use a feature.
  ///
  /// - Returns: whether it is in the vocabulary.
  package func contains(_ feature: Feature) -> Bool {
    featureBits & Vocabulary.bit(feature) != 0
  }

  /// What an implementation offers, as far as the rules in play ask for it.
  ///
  /// It leaves out verbs of custom operation classes, of barriers, of observers, of threads and of
  /// properties on which no order depends, and calls that may be rejected, since they would dilute
  /// the rest. They come in where a situation that uses them aims at a rule in play.
  ///
  /// - Parameters:
  ///   - capabilities: what the implementation offers.
  ///   - rules: the rules in play.
  ///   - profile: the reading of the contract: programs may wait for what it promises.
  package init(
    capabilities: some Sequence<Capability>, rules: some Sequence<RuleID>, profile: Profile = .core
  ) {
    let inPlay = Set(rules)
    self.init(
      Set(capabilities), Repertoire.operations.situations.filter { $0.isAbout(inPlay) }, profile)
  }

  /// What an implementation offers, as far as some situations ask for it.
  init(_ offered: Set<Capability>, _ situations: [Situation], _ profile: Profile) {
    for verb in Verb.allCases where offered.isSuperset(of: verb.entry.needs) {
      if verb.isBesideOrder || Vocabulary.isSpecial(verb.entry.needs) {
        guard situations.contains(where: { $0.verbs.contains(verb) }) else { continue }
      }
      verbBits |= Vocabulary.bit(verb)
    }
    for kind in Program.Kind.allCases where offered.isSuperset(of: Vocabulary.needs(kind)) {
      if kind == .base || kind == .flagged || Vocabulary.isSpecial(Vocabulary.needs(kind)) {
        guard situations.contains(where: { $0.kinds.contains(kind) }) else { continue }
      }
      kindBits |= Vocabulary.bit(kind)
    }
    for feature in Feature.allCases {
      if feature == .misuse {
        guard situations.contains(where: { $0.features.contains(.misuse) }) else { continue }
      }
      if feature == .reference, profile != .reference { continue }
      if feature == .concurrency, !offered.contains(.blockConcurrency) { continue }
      featureBits |= Vocabulary.bit(feature)
    }
  }

  /// Everything that any program can use.
  package static let full: Vocabulary = {
    var vocabulary = Vocabulary()
    for verb in Verb.allCases { vocabulary.verbBits |= bit(verb) }
    for kind in Program.Kind.allCases { vocabulary.kindBits |= bit(kind) }
    for feature in Feature.allCases { vocabulary.featureBits |= bit(feature) }
    return vocabulary
  }()

  /// The same without some verbs, and with some kinds of operation and features only.
  func without(
    _ verbs: Set<Verb>, only kinds: [Program.Kind], _ features: [Feature]
  ) -> Vocabulary {
    var result = self
    for verb in verbs { result.verbBits &= ~Vocabulary.bit(verb) }
    result.kindBits &= kinds.reduce(0) { $0 | Vocabulary.bit($1) }
    result.featureBits &= features.reduce(0) { $0 | Vocabulary.bit($1) }
    return result
  }

  /// Some verbs, kinds of operation and features, as far as an implementation offers what they
  /// need.
  ///
  /// - Parameters:
  ///   - verbs: the verbs.
  ///   - kinds: the kinds of operation.
  ///   - features: the features, which need nothing.
  ///   - offered: what the implementation offers.
  package init(
    _ verbs: [Verb], _ kinds: [Program.Kind], _ features: [Feature],
    offered: Set<Capability>
  ) {
    for verb in verbs where offered.isSuperset(of: verb.entry.needs) {
      verbBits |= Vocabulary.bit(verb)
    }
    for kind in kinds where offered.isSuperset(of: Vocabulary.needs(kind)) {
      kindBits |= Vocabulary.bit(kind)
    }
    for feature in features { featureBits |= Vocabulary.bit(feature) }
  }

  /// What two vocabularies have in common: the programs that two implementations can both run.
  ///
  /// - Parameter other: another vocabulary.
  /// - Returns: the words that are in both.
  package func intersection(_ other: Vocabulary) -> Vocabulary {
    var result = self
    result.verbBits &= other.verbBits
    result.kindBits &= other.kindBits
    result.featureBits &= other.featureBits
    return result
  }

  /// The words of the text form: verbs, then `kind=…`, then `with=…`.
  package var words: [String] {
    verbs.map(\.entry.name) + kinds.map { "kind=\($0.rawValue)" }
      + features.map { "with=\($0.rawValue)" }
  }

  /// The text form, as ``init(text:)`` reads it.
  package var description: String { words.joined(separator: ",") }

  /// A word that names nothing.
  package struct UnknownWord: Error, Sendable, Hashable, CustomStringConvertible {
    /// The word.
    package let word: String
    /// The nearest words that mean something, nearest first.
    package let candidates: [String]

    /// The error as one line for a terminal.
    package var description: String {
      candidates.isEmpty
        ? "'\(word)' is not a word of the vocabulary"
        : "'\(word)' is not a word of the vocabulary; did you mean "
          + "\(candidates.joined(separator: " or "))?"
    }
  }

  /// Reads the text form.
  ///
  /// - Parameter text: words separated by commas, in any order; `full` stands for all of them.
  /// - Throws: the first word that names nothing.
  package init(text: some StringProtocol) throws(UnknownWord) {
    self.init()
    for part in text.split(separator: ",") {
      let word = String(part)
      if word == "full" {
        self = .full
      } else if let verb = Verb(name: word) {
        verbBits |= Vocabulary.bit(verb)
      } else if word.hasPrefix("kind="),
        let kind = Program.Kind(rawValue: String(word.dropFirst(5)))
      {
        kindBits |= Vocabulary.bit(kind)
      } else if word.hasPrefix("with="), let feature = Feature(rawValue: String(word.dropFirst(5)))
      {
        featureBits |= Vocabulary.bit(feature)
      } else {
        throw UnknownWord(
          word: word, candidates: Suggestion.nearest(word, among: Vocabulary.full.words + ["full"]))
      }
    }
  }

  private static func bit(_ verb: Verb) -> UInt128 { 1 << UInt128(verb.rawValue) }
  private static func bit(_ feature: Feature) -> UInt64 { 1 << UInt64(feature.rank) }
  private static func bit(_ kind: Program.Kind) -> UInt64 {
    switch kind {
    case .task: 1
    case .block: 2
    case .base: 4
    case .closure: 8
    case .barrier: 16
    case .conditional: 32
    case .asynchronous: 64
    case .invocation: 128
    case .procedure: 256
    case .observer: 512
    case .flagged: 1024
    case .group: 1 << 11
    case .semaphore: 1 << 12
    case .once: 1 << 13
    case .addingSource: 1 << 14
    case .combiningSource: 1 << 15
    case .replacingSource: 1 << 16
    case .timer: 1 << 17
    case .repeatingTimer: 1 << 18
    case .readSource: 1 << 19
    case .writeSource: 1 << 20
    case .signalSource: 1 << 21
    }
  }

  private static func needs(_ kind: Program.Kind) -> [Capability] {
    switch kind {
    case .task, .base, .closure: []
    case .block: [.blockOperations]
    case .barrier: [.barrier]
    case .conditional: [.customReady]
    case .asynchronous: [.customAsync]
    case .invocation, .procedure: [.invocation]
    case .observer: [.kvo]
    case .flagged: [.subclassMain]
    case .group, .semaphore, .once: [.dispatch]
    case .addingSource, .combiningSource, .replacingSource: [.sources, .customSource]
    case .timer, .repeatingTimer: [.sources, .timerSource]
    case .readSource, .writeSource: [.sources, .descriptorSource]
    case .signalSource: [.sources, .signalSource]
    }
  }

  private static let special: Set<Capability> = [
    .customReady, .customAsync, .barrier, .invocation, .kvo, .currentQueue, .threadPriority,
    .mainQueue,
  ]

  private static func isSpecial(_ needs: [Capability]) -> Bool {
    !special.isDisjoint(with: needs)
  }
}
