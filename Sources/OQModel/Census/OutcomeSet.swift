/// A set of outcomes of freedoms.
package struct OutcomeSet: Sendable, Hashable, ExpressibleByArrayLiteral {
  private var bits: UInt128 = 0

  /// No outcome.
  package init() {}

  /// A set of outcomes.
  ///
  /// - Parameter elements: outcomes, in any order.
  package init(arrayLiteral elements: Branch...) {
    for element in elements { insert(element) }
  }

  /// Every outcome that there is.
  package static let all = OutcomeSet(Branch.allCases)

  /// A set of outcomes.
  ///
  /// - Parameter branches: outcomes, in any order.
  package init(_ branches: some Sequence<Branch>) {
    for branch in branches { insert(branch) }
  }

  /// Whether there is none.
  package var isEmpty: Bool { bits == 0 }

  /// The outcomes, by number of the freedom.
  package var branches: [Branch] { Branch.allCases.filter(contains) }

  /// Whether an outcome belongs to it.
  ///
  /// - Parameter branch: any outcome.
  /// - Returns: whether it was added.
  package func contains(_ branch: Branch) -> Bool { bits & OutcomeSet.bit(branch) != 0 }

  /// Adds an outcome.
  ///
  /// - Parameter branch: any outcome; nil adds none.
  package mutating func insert(_ branch: Branch?) {
    if let branch { bits |= OutcomeSet.bit(branch) }
  }

  /// Adds the outcomes of another set.
  mutating func formUnion(_ other: OutcomeSet) { bits |= other.bits }

  /// Keeps what is in another set too.
  ///
  /// - Returns: whether anything was left out.
  mutating func formIntersection(_ other: OutcomeSet) -> Bool {
    let common = bits & other.bits
    defer { bits = common }
    return common != bits
  }

  private static func bit(_ branch: Branch) -> UInt128 { 1 << UInt128(branch.rawValue) }
}
