/// A reading of the contract that a subject can be held to.
package enum Profile: String, CaseIterable, Codable, Comparable, TextRepresentable {
  /// What every document and every known implementation agree on; the default.
  case core
  /// The Concurrency Programming Guide to the letter.
  case guide
  /// The class references of Operation and OperationQueue to the letter.
  case reference

  /// See ``TextRepresentable``.
  package static var expectation: String { "a profile: " + alternatives(allCases) }

  /// Whether one profile is declared before another.
  ///
  /// - Returns: whether `left` comes first.
  package static func < (left: Profile, right: Profile) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .core: 0
    case .guide: 1
    case .reference: 2
    }
  }
}
