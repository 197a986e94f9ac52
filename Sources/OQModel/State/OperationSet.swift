/// A set of operations of one program, as one bit for each of the first 64.
package struct OperationSet: Sendable, Hashable, Sequence {
  /// Bit i is set if the operation at position i is a member.
  package var bits: UInt64

  /// The set with these bits.
  package init(bits: UInt64 = 0) { self.bits = bits }

  /// The set of one operation.
  ///
  /// - Parameter operation: its position, below 64.
  package init(_ operation: Int) { bits = 1 << UInt64(operation) }

  /// The operations below a position.
  ///
  /// - Parameter count: how many, at most 64.
  /// - Returns: the operations at positions 0 to count - 1.
  package static func first(_ count: Int) -> OperationSet {
    OperationSet(bits: count >= 64 ? .max : (1 << UInt64(count)) - 1)
  }

  /// Whether there is no member.
  package var isEmpty: Bool { bits == 0 }

  /// Number of members.
  package var count: Int { bits.nonzeroBitCount }

  /// Whether an operation is a member.
  ///
  /// - Parameter operation: its position.
  /// - Returns: true if its bit is set.
  package func contains(_ operation: Int) -> Bool { bits & (1 << UInt64(operation)) != 0 }

  /// Makes an operation a member.
  ///
  /// - Parameter operation: its position.
  package mutating func insert(_ operation: Int) { bits |= 1 << UInt64(operation) }

  /// Takes an operation out.
  ///
  /// - Parameter operation: its position.
  package mutating func remove(_ operation: Int) { bits &= ~(1 << UInt64(operation)) }

  /// The members that are not in another set.
  ///
  /// - Parameter other: what to leave out.
  /// - Returns: the difference.
  package func subtracting(_ other: OperationSet) -> OperationSet {
    OperationSet(bits: bits & ~other.bits)
  }

  /// The members of both sets.
  ///
  /// - Parameter other: the second set.
  /// - Returns: the intersection.
  package func intersection(_ other: OperationSet) -> OperationSet {
    OperationSet(bits: bits & other.bits)
  }

  /// The members of either set.
  ///
  /// - Parameter other: the second set.
  /// - Returns: the union.
  package func union(_ other: OperationSet) -> OperationSet {
    OperationSet(bits: bits | other.bits)
  }

  /// The members by ascending position.
  package func makeIterator() -> Iterator { Iterator(rest: bits) }

  /// Goes through the members by ascending position.
  package struct Iterator: IteratorProtocol {
    var rest: UInt64

    /// The next position, or nil after the last.
    package mutating func next() -> Int? {
      guard rest != 0 else { return nil }
      defer { rest &= rest - 1 }
      return rest.trailingZeroBitCount
    }
  }
}
