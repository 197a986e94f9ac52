import OQAdapters
import OQHistory
import OQRunner

/// The contracts that subjects are held to.
package enum Contracts {
  /// All of them; the first one that binds a subject is its contract.
  package static let all: [Contract] = [
    .dispatch, .classesOverridingStart, .classesOverridingMain, .operations,
  ]

  /// The contract of a subject.
  ///
  /// - Parameter subject: what is judged.
  /// - Returns: the first contract that binds it; that of queues of operations if none does.
  package static func contract(of subject: any Subject) -> Contract {
    all.first { $0.binds(subject) } ?? .operations
  }

  /// The contract that a history of an unknown subject is about.
  ///
  /// - Returns: the first contract that reads it; that of queues of operations if none does.
  package static func contract(of index: HistoryIndex) -> Contract {
    all.first { $0.reads(index) } ?? .operations
  }
}
