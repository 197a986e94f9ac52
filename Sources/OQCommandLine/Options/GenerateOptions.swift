import OQSpecification
import OQText

/// What `generate` is asked to do.
package struct GenerateOptions: Hashable, Sendable {
  /// Which programs of a seed.
  package enum Selection: Hashable, Sendable {
    /// This many from index 0; at least 1.
    case first(Int)
    /// Those of these indices, in the order given; not empty.
    case only([UInt64])
  }

  /// The seed of the programs.
  package let seed: SeedChoice
  /// Which programs to print.
  package let selection: Selection
  /// Which part of the first programs; `nil` for all of them.
  package let shard: Shard?
  /// How many programs are made at a time, at least 1; the text does not depend on it.
  package let jobs: Int
  /// Whose programs to print; `nil` for those with the whole vocabulary, aimed at all rules.
  package let subject: SubjectReference?
  /// The rules at which programs aim, as patterns; all if empty.
  package let rules: [String]
  /// The reading of the contract.
  package let profile: Profile
  /// The version of the specification.
  package let version: SpecificationVersion
  /// The verbs and kinds that programs may use; `nil` for those of the subject, or all.
  package let vocabulary: [String]?

  init(_ arguments: Arguments) throws(UsageError) {
    seed = try arguments.value(CommandTable.seed)
    let only = try arguments.values(CommandTable.printedOnly).flatMap(\.self)
    let count = try arguments.value(CommandTable.printedPrograms)
    selection = only.isEmpty ? .first(count) : .only(only)
    shard = try arguments.given(CommandTable.printedShard)
    jobs = try arguments.value(CommandTable.printingJobs)
    subject = try arguments.given(CommandTable.generatedSubject)
    rules = try arguments.values(CommandTable.generatedRules).flatMap { $0 }
    profile = try arguments.value(CommandTable.profile)
    version = try arguments.value(CommandTable.version)
    vocabulary = try arguments.given(CommandTable.wholeVocabulary)
  }
}
