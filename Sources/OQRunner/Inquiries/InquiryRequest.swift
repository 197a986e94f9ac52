import OQAdapters
import OQHistory
import OQPrograms
import OQReport
import OQSpecification

extension Inquiry {
  /// What is asked of a subject: values only.
  package struct Request: Sendable {
    /// What happens to what a campaign finds.
    package enum Treatment: Sendable, Hashable {
      /// It is tried again, made small, counted, and written to its file.
      case confirmed
      /// It stays as it was found, and is not written.
      case raw
    }

    /// Version of the command.
    package var toolVersion: String
    /// What is judged.
    package var subject: SubjectDescription
    /// The rules in play.
    package var selection: Selection
    /// Makes the programs; it has the seed and the vocabulary.
    package var generator: Generator
    /// Programs from elsewhere that run first, each as it likes, and then as it was made to show
    /// something.
    package var corpus: [Regression] = []
    /// The indices to run; empty for all.
    package var chosen: [UInt64] = []
    /// Programs of the seed to run; nil for no end.
    package var programs: Int?
    /// The time after which no more programs are started; nil for no end.
    package var budget: Duration?
    /// Which part of a campaign it is: its place and how many there are; nil for a whole one.
    package var part: (index: Int, count: Int)?
    /// Executors that run at the same time.
    package var jobs = 1
    /// Whether the first finding ends the campaign.
    package var failsFast = false
    /// Decided cases that a satisfied rule needs.
    package var minimum = 1
    /// Whether a census is taken where the model knows the histories.
    package var takesCensus = true
    /// Whether clock values go into the report.
    package var includesTimings = false
    /// Which programs are run with lanes held at points of the subject; nil for none.
    package var holds: HoldingExecutor.Share?
    /// What is known and accepted: what goes with one of its triggers is sorted there, and gets no
    /// trigger of its own.
    package var expected: [Expectation] = []
    /// What happens to what is found.
    package var treatment = Treatment.confirmed

    /// Asks for the programs of a generator without end.
    package init(
      toolVersion: String, subject: SubjectDescription, selection: Selection, generator: Generator
    ) {
      self.toolVersion = toolVersion
      self.subject = subject
      self.selection = selection
      self.generator = generator
    }

    /// Whether the program with an index may be passed over where it holds a known trigger; nil
    /// where none may.
    ///
    /// Composed programs may: others bring the same facts about. Programs that were asked for one
    /// by one, or that come from files, may not.
    var isComposed: (@Sendable (UInt64) -> Bool)? {
      guard chosen.isEmpty, treatment == .confirmed, generator.composes else { return nil }
      let (corpus, generator) = (UInt64(corpus.count), generator)
      return { UInt64.max - $0 >= corpus && generator.composed(at: $0) != nil }
    }

    /// The program with an index; those of the corpus count from the end.
    var program: @Sendable (UInt64) -> Campaign.Sourced {
      let (corpus, generator) = (corpus, generator)
      return { index in
        let fromEnd = UInt64.max - index
        if fromEnd < corpus.count { return (corpus[Int(fromEnd)].program, nil) }
        let made = generator.generate(at: index)
        return (made.program, made.reached)
      }
    }

    /// What is followed once more in programs of the corpus, by their indices.
    var kept: [UInt64: Pins] {
      corpus.enumerated().reduce(into: [:]) { kept, entry in
        kept[UInt64.max - UInt64(entry.offset)] = entry.element.pins
      }
    }

    /// The indices of its programs.
    ///
    /// - Parameter most: how many programs of the seed at most; nil takes what was asked for.
    /// - Returns: indices to hand out once.
    func indices(atMost most: Int? = nil) -> Indices {
      let shard = (part: part?.index ?? 0, count: part?.count ?? 1)
      return Indices(
        chosen: chosen.isEmpty ? nil : chosen,
        programs: most.map { shard.part + $0 * shard.count } ?? programs, shard: shard,
        extra: shard.part == 0 ? corpus.count : 0,
        ahead: programs == nil && most == nil && budget != nil
          ? generator.largeIndices.filter { $0 % UInt64(shard.count) == UInt64(shard.part) } : [])
    }

    /// The choices from which the generator makes a finding's program, if it makes this one.
    func choices(of finding: Finding) -> ChoiceSequence? {
      guard UInt64.max - finding.index >= UInt64(corpus.count) else { return nil }
      let generated = generator.generate(at: finding.index)
      return generated.program == finding.program ? generated.choices : nil
    }
  }

  /// What a campaign tells while it goes on; nothing is told if left out.
  package struct Listener {
    /// The campaign begins.
    package var begins: (Campaign) -> Void = { _ in }
    /// Something that was found is worked on: what is blamed, its place, and how many there are.
    package var confirms: (_ blame: Finding.Blame, _ place: Int, _ count: Int) -> Void = {
      _, _, _ in
    }
    /// An expected cause that nothing has shown is looked for: what is expected, its place, and how
    /// many there are.
    package var seeks: (_ expectation: Expectation, _ place: Int, _ count: Int) -> Void = {
      _, _, _ in
    }
    /// A finding is confirmed and small; what the report says of it at the end may be more.
    package var finds: (Finding) -> Void = { _ in }
    /// A finding with which the subject is charged, while the campaign goes on for others; it has
    /// its smallest program so far, and is told at the end, too.
    package var answers: (Finding) -> Void = { _ in }
    /// Nothing more comes.
    package var ends: () -> Void = {}
    /// A program could not be decided; the answer of the campaign comes with it.
    package var doubts: (Campaign.Doubt, Report.Outcome) -> Void = { _, _ in }

    /// Tells nothing.
    package init() {}
  }
}
