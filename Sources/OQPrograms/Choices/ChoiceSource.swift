/// Where a generator gets its choices: fresh from a stream, or from a recorded sequence.
///
/// Both modes run the same code on the same values; a generator cannot tell them apart.
package struct ChoiceSource: Sendable {
  private var stream: SplitMix64
  private let recorded: [UInt32]?
  /// The choices drawn so far.
  package private(set) var drawn = ChoiceSequence()

  /// Draws fresh choices.
  ///
  /// - Parameter seed: the seed of the program's own stream.
  package init(seed: UInt64) {
    stream = SplitMix64(seed: seed)
    recorded = nil
    drawn.values.reserveCapacity(64)
  }

  /// Repeats recorded choices; those that are missing read 0.
  ///
  /// - Parameter sequence: any sequence, recorded or changed.
  package init(replaying sequence: ChoiceSequence) {
    stream = SplitMix64(seed: 0)
    recorded = sequence.values
  }

  /// A choice among `bound` values; 0 is the simplest.
  ///
  /// - Parameter bound: number of possible values, at least 1.
  /// - Returns: a value from 0 to `bound - 1`.
  package mutating func draw(_ bound: Int) -> Int {
    precondition((1...0x4000_0000).contains(bound), "a choice has at least one value")
    let value: UInt32
    if let recorded {
      let position = drawn.values.count
      value = position < recorded.count ? recorded[position] % UInt32(bound) : 0
    } else {
      let product = UInt64(bound).multipliedFullWidth(by: stream.next())
      value = UInt32(truncatingIfNeeded: product.high)
    }
    drawn.values.append(value)
    return Int(value)
  }

  /// True once in `n` times; false is the simplest.
  ///
  /// - Parameter n: at least 1.
  /// - Returns: whether it happened.
  package mutating func chance(_ n: Int) -> Bool { draw(n) == n - 1 }

  /// One of several values; the first is the simplest.
  ///
  /// - Parameter values: at least one.
  /// - Returns: one of them.
  package mutating func pick<Value>(_ values: [Value]) -> Value { values[draw(values.count)] }

  /// A number in a range; the lower bound is the simplest and the most frequent.
  ///
  /// Of n numbers the lowest is n times as frequent as the highest: small programs come first, and
  /// large ones still come.
  ///
  /// - Parameter range: the possible numbers, at most 1000.
  /// - Returns: one of them.
  /// - Complexity: O(size of the range).
  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    let count = range.count
    var rest = draw(count * (count + 1) / 2)
    var number = range.lowerBound
    var share = count
    while rest >= share {
      rest -= share
      share -= 1
      number += 1
    }
    return number
  }

  /// The values in a random order; no change is the simplest.
  ///
  /// - Returns: the same values.
  /// - Complexity: O(number of values).
  package mutating func shuffled<Value>(_ values: [Value]) -> [Value] {
    var values = values
    for index in values.indices.dropLast() {
      values.swapAt(index, index + draw(values.count - index))
    }
    return values
  }

  /// The position at which a span begins; hand it to ``end(_:from:)``.
  package var position: Int { drawn.values.count }

  /// Labels the choices drawn since a position.
  ///
  /// - Parameters:
  ///   - label: what they were drawn for.
  ///   - start: ``position`` before the first of them.
  package mutating func end(_ label: ChoiceSequence.StaticLabel, from start: Int) {
    guard start < position else { return }
    drawn.spans.append(ChoiceSequence.Span(label, start..<position))
  }
}
