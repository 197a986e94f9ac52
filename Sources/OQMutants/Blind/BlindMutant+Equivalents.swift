extension BlindMutant {
  /// Why the mutant cannot be told from a correct queue; nil where nobody has shown that.
  package var equivalence: String? { BlindMutant.equivalents[name] }

  /// Arguments by the names of mutants, each to follow `since`.
  package static let equivalents: [String: String] = [
    "blind-1-12": "only an operation that overrides start is asked whether it reports its finish, "
      + "and nobody has a reference to an operation that was added as a block",
    "blind-1-17": "the correct queue always passes the argument, too",
    "blind-1-45": "an operation that was added as a block has one block, and another can be added "
      + "by nobody, since nobody has a reference to it",
    "blind-1-55": "a suspended queue dispatches nothing, and the lock is not given up between the "
      + "look at the suspension and the launch",
  ]
}
