import OQSpecification

/// What a test of conformance is asked to do.
public struct ConformanceOptions: Sendable, Hashable {
  /// A reading of the contract.
  public enum Profile: String, Sendable, Hashable, CaseIterable {
    /// What all documents and known implementations agree on.
    case core
    /// The Concurrency Programming Guide to the letter.
    case guide
    /// The class references of Operation and OperationQueue to the letter.
    case reference
  }

  /// How many programs are run; more of them decide more rules.
  public var programs: Int
  /// The seed of the programs: the same ones for the same seed, on every machine.
  public var seed: UInt64
  /// The indices of the programs to run; empty for all.
  public var only: [UInt64] = []
  /// The rules to judge by: whole ids, or `DEP-*`; empty for all.
  public var rules: [String] = []
  /// The longest time, in seconds, for which programs are started; at least 1.
  ///
  /// It keeps a queue that computes for ever, which nobody can call hanging, from taking a minute
  /// for every program. What was not run then is not decided.
  public var budget = 600
  /// The reading of the contract.
  public var profile = Profile.core
  /// Whether a rule that no program decides fails its test.
  ///
  /// A rule that was not looked at is not kept. Where only few programs are run, or chosen ones,
  /// most rules are not decided.
  public var requiresDecisions = true
  /// The folder to which failure files are written, made with the first of them; relative to the
  /// working directory, which under `swift test` is the package.
  public var findings = ".oqcheck"
  /// The path of a folder with failure files, or programs, that run first; nil for none.
  ///
  /// A failure that was found once is a regression test from then on.
  public var regressions: String?
  /// The path of a file of violations that are known, as for `oqcheck run --expect`.
  ///
  /// It is relative to the working directory. A rule of which nothing else is seen
  /// ``ConformanceRule/isExpected``.
  public var expectations: String?
  /// The words that start an executable which calls ``ConformanceCommand/main(_:)`` with the
  /// adapter, such as `swift run toy-check`: failures then say how they are run again.
  public var command = "COMMAND"

  /// A number of programs of a seed, judged by all rules of the profile *core*.
  ///
  /// - Parameters:
  ///   - programs: how many programs are run.
  ///   - seed: the seed of the programs.
  public init(programs: Int = 2000, seed: UInt64 = 1) {
    self.programs = programs
    self.seed = seed
  }
}

extension ConformanceOptions.Profile {
  /// The same reading, as the suite calls it.
  var reading: OQSpecification.Profile {
    switch self {
    case .core: .core
    case .guide: .guide
    case .reference: .reference
    }
  }
}
