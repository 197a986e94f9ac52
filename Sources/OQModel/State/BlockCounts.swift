/// How often each of the blocks numbered 1 to 16 occurs, up to 15 times each.
///
/// Sixteen counters of four bits in one word, so that comparing is one comparison.
package struct BlockCounts: Sendable, Hashable {
  /// The highest block number that has a counter.
  package static let numbers = 16
  /// The highest count.
  package static let most = 15

  /// Four bits for each number, number 1 lowest.
  var bits: UInt64 = 0

  /// No block at all.
  package init() {}

  /// The blocks 1 to n, once each.
  ///
  /// - Parameter count: n, at most 16.
  package init(upTo count: Int) {
    for number in 1..<(count + 1) { self[number] = 1 }
  }

  /// The count of one block.
  ///
  /// - Parameter number: from 1 to 16.
  package subscript(_ number: Int) -> Int {
    get { Int(bits >> UInt64((number - 1) * 4)) & 15 }
    set {
      let shift = UInt64((number - 1) * 4)
      bits = bits & ~(15 << shift) | UInt64(newValue & 15) << shift
    }
  }

  /// Whether every count is 0.
  package var isEmpty: Bool { bits == 0 }

  /// The sum of the counts.
  package var total: Int {
    var sum = 0
    var rest = bits
    while rest != 0 {
      sum += Int(rest & 15)
      rest >>= 4
    }
    return sum
  }

  /// The numbers with a count above that in another value, ascending.
  ///
  /// - Parameter other: counts to compare with.
  /// - Returns: block numbers, empty where no count is above.
  package func numbers(beyond other: BlockCounts) -> [Int] {
    bits == other.bits ? [] : (1...BlockCounts.numbers).filter { self[$0] > other[$0] }
  }
}
