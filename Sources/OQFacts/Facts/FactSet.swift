/// A set of facts, as one bit for each fact.
package struct FactSet: Sendable, Hashable, ExpressibleByArrayLiteral, Sequence {
  /// Bit i is set if the fact with raw value i is a member.
  package var bits: UInt128

  /// The set with these bits.
  ///
  /// - Parameter bits: bit i stands for the fact with raw value i.
  package init(bits: UInt128 = 0) { self.bits = bits }

  /// The set of some facts.
  ///
  /// - Parameter facts: its members.
  package init(_ facts: some Sequence<Fact>) {
    self.init(bits: facts.reduce(0) { $0 | 1 << UInt128($1.rawValue) })
  }

  /// The set of some facts.
  package init(arrayLiteral facts: Fact...) { self.init(facts) }

  /// Every fact.
  package static let all = FactSet(Fact.allCases)

  /// Whether there is no member.
  package var isEmpty: Bool { bits == 0 }
  /// Number of members.
  package var count: Int { bits.nonzeroBitCount }

  /// Whether a fact is a member.
  package func contains(_ fact: Fact) -> Bool { bits & 1 << UInt128(fact.rawValue) != 0 }

  /// Makes a fact a member.
  package mutating func insert(_ fact: Fact) { bits |= 1 << UInt128(fact.rawValue) }

  /// The members of both sets.
  package static func & (left: FactSet, right: FactSet) -> FactSet {
    FactSet(bits: left.bits & right.bits)
  }

  /// The members of either set.
  package static func | (left: FactSet, right: FactSet) -> FactSet {
    FactSet(bits: left.bits | right.bits)
  }

  /// The members of the left set that are not in the right one.
  package static func - (left: FactSet, right: FactSet) -> FactSet {
    FactSet(bits: left.bits & ~right.bits)
  }

  /// Whether every member is in another set.
  package func isSubset(of other: FactSet) -> Bool { bits & ~other.bits == 0 }

  /// The member with a number, counted from the lowest.
  ///
  /// - Parameter number: from 0, below ``count``.
  package subscript(number: Int) -> Fact {
    var rest = bits
    for _ in 0..<number { rest &= rest - 1 }
    return Fact.allCases[rest.trailingZeroBitCount]
  }

  /// The members by ascending raw value.
  package func makeIterator() -> Iterator { Iterator(rest: bits) }

  /// Goes through the members by ascending raw value.
  package struct Iterator: IteratorProtocol {
    var rest: UInt128

    /// The next member, or nil after the last.
    package mutating func next() -> Fact? {
      guard rest != 0 else { return nil }
      defer { rest &= rest - 1 }
      return Fact.allCases[rest.trailingZeroBitCount]
    }
  }
}
