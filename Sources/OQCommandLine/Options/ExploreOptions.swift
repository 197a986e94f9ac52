import OQSpecification

/// What `explore` is asked to do.
package struct ExploreOptions: Hashable, Sendable {
  /// The path of the program.
  package let file: String
  /// The readings of the contract; at least one.
  package let profiles: [Profile]
  /// Most states.
  package let bound: Int
  /// The language in which the program is printed instead.
  package let export: ExportedForm?
  /// What is left out.
  package let reductions: [ExploredReduction]
  /// How many threads explore, 1 or 2.
  package let threads: Int

  init(_ arguments: Arguments) throws(UsageError) {
    file = try arguments.value(CommandTable.programFile)
    profiles = try arguments.given(CommandTable.exploredProfile).map { [$0] } ?? Profile.allCases
    bound = try arguments.value(CommandTable.exploredStates)
    export = try arguments.given(CommandTable.exportedForm)
    reductions = try arguments.values(CommandTable.exploredReductions)
    threads = try arguments.value(CommandTable.exploringThreads)
  }
}

/// A language in which a program can be printed with the model of it.
package enum ExportedForm: String, Hashable, Sendable, CaseIterable {
  /// The language of the model checker SPIN.
  case promela
}

/// A way to visit fewer states.
package enum ExploredReduction: String, Hashable, Sendable, CaseIterable {
  /// Of states in which twins have changed places, one is visited.
  case symmetry
  /// Of unseen steps that commute, one order is visited.
  case order
}
