/// Ways to visit fewer scenes without another answer.
package struct Reductions: OptionSet, Sendable, Hashable {
  /// One bit for each.
  package let rawValue: UInt8

  /// The reductions with these bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Of scenes in which twin operations have changed places only one is visited.
  package static let symmetry = Reductions(rawValue: 1 << 0)
  /// Of steps that commute, and that nobody sees, only one order is visited.
  package static let order = Reductions(rawValue: 1 << 1)
  /// Only which bodies begin, and in which order, is kept, beside ``order``; see ``Haste``.
  ///
  /// That holds only where every operation comes to its end in every run.
  package static let haste = Reductions(rawValue: 1 << 2)

  /// Those that are right for every program.
  package static let all: Reductions = [.symmetry, .order]
}
