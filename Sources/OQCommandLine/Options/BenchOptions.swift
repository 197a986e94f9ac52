/// What `bench` is asked to do.
package struct BenchOptions: Hashable, Sendable {
  /// What is measured.
  package enum Benchmark: String, CaseIterable, Sendable {
    /// The reduced acceptor of histories against the unreduced one.
    case differential
    /// The rules on legal histories, which they must not accuse.
    case alarms
  }

  /// Which programs the compared histories come from.
  package enum Source: String, CaseIterable, Sendable {
    /// A history each of random programs, some of them corrupted.
    case random
    /// All histories of all programs of a fixed family, each with a corrupted sibling.
    case enumerated
  }

  /// What is measured.
  package let benchmark: Benchmark
  /// Which programs the histories come from.
  package let source: Source
  /// How many histories of random programs, at least 1.
  package let histories: Int
  /// The seed of programs, choices and corruptions.
  package let seed: SeedChoice
  /// How many threads compare at a time, at least 1; the result does not depend on it.
  package let jobs: Int
  /// Most states that an acceptor follows, at least 1.
  package let bound: Int
  /// The directory to write findings to.
  package let findings: String

  init(_ arguments: Arguments) throws(UsageError) {
    benchmark = try arguments.value(CommandTable.benchmark)
    source = try arguments.value(CommandTable.historySource)
    histories = try arguments.value(CommandTable.histories)
    seed = try arguments.value(CommandTable.seed)
    jobs = try arguments.value(CommandTable.comparingJobs)
    bound = try arguments.value(CommandTable.stateBound)
    findings = try arguments.value(CommandTable.findings)
  }
}
