import OQReference
import OQSpecification

extension Mutant {
  /// Mutants with a data race.
  ///
  /// No history shows it: what is stored without the lock nearly always arrives. Only
  /// ThreadSanitizer judges them, so they have no part in the kill matrix.
  package static let racy: [Mutant] = [
    Mutant(
      "priority-set-without-lock", breaks: "OP-52", grade: .rare,
      "A priority is stored without the lock"
    ) { $0.placement.priority = .bare },
    Mutant(
      "suspended-without-lock", breaks: "OP-52", grade: .rare,
      "A queue is suspended without the lock"
    ) { $0.placement.suspension = .bare },
    Mutant(
      "completion-set-without-lock", breaks: "OP-52", grade: .rare,
      "A completion block is installed without the lock"
    ) { $0.placement.completionBlock = .bare },
  ]
}
