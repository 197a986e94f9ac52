import OQSpecification

/// What `enumerate` is asked to do.
package struct EnumerateOptions: Hashable, Sendable {
  /// What runs the programs.
  package let subject: SubjectReference
  /// Most operations of a program, from 1 to 4.
  package let operations: Int
  /// How often each program runs.
  package let runs: Int
  /// How many threads ask the model at a time.
  package let jobs: Int
  /// The reading of the contract.
  package let profile: Profile
  /// Most states of an exploration.
  package let bound: Int

  init(_ arguments: Arguments) throws(UsageError) {
    subject = try arguments.value(CommandTable.subject)
    operations = try arguments.value(CommandTable.familyOperations)
    runs = try arguments.value(CommandTable.familyRuns)
    jobs = try arguments.value(CommandTable.familyJobs)
    profile = try arguments.value(CommandTable.profile)
    bound = try arguments.value(CommandTable.exploredStates)
  }
}
