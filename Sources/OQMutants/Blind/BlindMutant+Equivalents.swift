extension BlindMutant {
  /// Why the mutant cannot be told from a correct queue; nil where nobody has shown that.
  package var equivalence: String? { BlindMutant.equivalents[name] }

  /// Arguments by the names of mutants, each to follow `since`.
  package static let equivalents: [String: String] = [
    "blind-1-12": "only an operation that overrides start is asked whether it reports its finish, "
      + "and nobody has a reference to an operation that was added as a block",
    "blind-1-17": "the correct queue always passes the argument, too",
    "blind-1-35": "only an operation that overrides start stores its finish by itself, and such "
      + "an operation says itself that it executes: it never enters the phase of a default start",
    "blind-1-41": "a cancelled operation is ready whatever it depends on, so that a dependency "
      + "which is added after the cancel keeps nothing, and its finish changes nothing that is read",
    "blind-1-43": "a queue may leave an operation waiting until a dependency that was removed has "
      + "finished (ND-37), and that finish still looks at the dependent and starts it",
    "blind-1-45": "an operation that was added as a block has one block, and another can be added "
      + "by nobody, since nobody has a reference to it",
    "blind-1-52": "an operation is asked whether its add waits once it is in its queue; and a "
      + "cancelled one may wait for its dependencies (ND-36), whose finish has the queue look at it",
    "blind-1-55": "a suspended queue dispatches nothing, and the lock is not given up between the "
      + "look at the suspension and the launch",
    "blind-1-57": "a cancelled operation may go on waiting for its dependencies (ND-36), so that "
      + "only profile reference asks for an announcement of what a cancel makes ready; blind "
      + "mutants are judged by profile core",
    "blind-1-59": "an operation is in no queue when it is added, and one that is in a queue is "
      + "refused in any case",
  ]
}
