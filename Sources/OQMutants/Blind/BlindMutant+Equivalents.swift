extension BlindMutant {
  /// Why the mutant cannot be told from a correct queue; nil where nobody has shown that.
  package var equivalence: String? { BlindMutant.equivalents[name] }

  /// Arguments by the names of mutants, each to follow `since`.
  package static let equivalents: [String: String] = [:]
}
