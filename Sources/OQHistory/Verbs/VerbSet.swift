/// A set of verbs in two words.
package struct VerbSet: Sendable, Hashable, ExpressibleByArrayLiteral {
  @usableFromInline var bits: UInt128 = 0

  /// A set of the verbs listed.
  package init(arrayLiteral verbs: Verb...) { self.init(verbs) }

  /// A set of some verbs.
  package init(_ verbs: some Sequence<Verb>) {
    for verb in verbs { insert(verb) }
  }

  /// Whether it has no verb.
  @inlinable package var isEmpty: Bool { bits == 0 }

  /// Whether a verb belongs to it.
  ///
  /// - Parameter verb: any verb.
  /// - Returns: whether it does.
  @inlinable package func contains(_ verb: Verb) -> Bool { bits & VerbSet.bit(verb) != 0 }

  /// Whether it has no verb in common with another set.
  ///
  /// - Parameter other: any set.
  /// - Returns: whether no verb belongs to both.
  @inlinable package func isDisjoint(with other: VerbSet) -> Bool { bits & other.bits == 0 }

  /// Adds a verb.
  ///
  /// - Returns: whether it was new.
  @discardableResult
  package mutating func insert(_ verb: Verb) -> Bool {
    let bit = VerbSet.bit(verb)
    defer { bits |= bit }
    return bits & bit == 0
  }

  @inlinable static func bit(_ verb: Verb) -> UInt128 {
    precondition(verb.rawValue < UInt128.bitWidth, "a set has room for 128 verbs")
    return 1 &<< UInt128(verb.rawValue)
  }
}
