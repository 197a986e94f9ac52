/// Whether a program is composed, and its number among those that are, or among the others.
///
/// The composed programs are those whose indices are whole parts of multiples of the golden ratio
/// φ = 1.618…, the others those of its square (Beatty's theorem): every stretch of a campaign, and
/// every shard of it, has 0.618 of them, and the number of a program among its like needs no count
/// of the programs before it.
enum Place: Sendable, Hashable {
  /// A composed program.
  case composed(UInt64)
  /// A program for a rule, or a free one.
  case other(UInt64)

  /// The place of the program with an index.
  ///
  /// Beatty's numbers begin with 1, so that index i is number i + 1. Above 2⁴⁰ the product is no
  /// longer exact; such an index is a place of its own there.
  init(_ index: UInt64) {
    guard index < 1 << 40 else {
      self = index % 3 == 2 ? .other(index / 3) : .composed(index - index / 3)
      return
    }
    let number = index + 1
    // The only multiple of φ whose whole part can be `number` is the ceiling of number / φ.
    let rank = Place.overGolden(number) + 1
    self = rank + Place.overGolden(rank) == number ? .composed(rank - 1) : .other(index + 1 - rank)
  }

  /// The whole part of a number divided by φ; φ itself is one more than its reciprocal.
  private static func overGolden(_ number: UInt64) -> UInt64 {
    number.multipliedFullWidth(by: SplitMix64.increment).high
  }
}
