/// The generator of all randomness in programs: 64 bits of state, one addition and one mix a value.
///
/// The sequence is that of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators"
/// (2014), so that a seed means the same in every language.
package struct SplitMix64: Sendable, Hashable, RandomNumberGenerator {
  /// The increment of the state: 2⁶⁴ divided by the golden ratio, made odd.
  static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  /// A generator that begins at a state.
  ///
  /// - Parameter seed: any value; neighbouring seeds give unrelated sequences.
  package init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  ///
  /// - Returns: a value; all 2⁶⁴ of them occur once in a period.
  package mutating func next() -> UInt64 {
    state &+= SplitMix64.increment
    return SplitMix64.finalize(state)
  }

  /// The mix of the generator: a bijection of 64-bit values.
  static func finalize(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The state from which program `index` of a campaign draws: its own stream, whatever ran before.
///
/// It is output number `index` (from 0) of the generator whose state is the mix of `seed`.
///
/// - Parameters:
///   - seed: the seed of the campaign.
///   - index: the number of the program, from 0.
/// - Returns: the seed of the program's own generator.
package func mix(_ seed: UInt64, _ index: UInt64) -> UInt64 {
  SplitMix64.finalize(SplitMix64.finalize(seed) &+ (index &+ 1) &* SplitMix64.increment)
}
