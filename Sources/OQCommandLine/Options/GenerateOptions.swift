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
  /// The verbs and kinds that programs may use; `nil` for all.
  package let vocabulary: [String]?

  init(_ arguments: Arguments) throws(UsageError) {
    seed = try arguments.value(CommandTable.seed)
    let only = try arguments.values(CommandTable.printedOnly).flatMap(\.self)
    let count = try arguments.value(CommandTable.printedPrograms)
    selection = only.isEmpty ? .first(count) : .only(only)
    shard = try arguments.given(CommandTable.printedShard)
    jobs = try arguments.value(CommandTable.printingJobs)
    vocabulary = try arguments.given(CommandTable.wholeVocabulary)
  }
}
