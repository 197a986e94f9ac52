/// The choices from which a program was made, in the order in which they were drawn.
///
/// Value 0 is always the simplest choice and a missing choice reads 0, so every sequence is a
/// program: whatever is deleted or changed, the rest still decodes.
package struct ChoiceSequence: Sendable, Hashable {
  /// What a run of choices was drawn for.
  package struct Span: Sendable, Hashable {
    /// The part of the program, such as `operation` or `step`.
    package let label: StaticLabel
    /// Positions in ``values``.
    package let range: Range<Int>

    /// Labels a run of choices.
    ///
    /// - Parameters:
    ///   - label: the part of the program.
    ///   - range: positions of its choices.
    package init(_ label: StaticLabel, _ range: Range<Int>) {
      self.label = label
      self.range = range
    }
  }

  /// The parts of a program that are drawn as a unit.
  package enum StaticLabel: String, Sendable, Hashable, CaseIterable {
    /// Which decorations the program has.
    case style
    /// The planned part of a situation.
    case situation
    /// One operation with its properties.
    case operation
    /// One step.
    case step
    /// What is added around a situation.
    case decoration
  }

  /// The choices.
  package var values: [UInt32]
  /// What they were drawn for, in the order in which the spans ended; inner before outer.
  package var spans: [Span]

  /// A sequence of choices.
  ///
  /// - Parameters:
  ///   - values: the choices.
  ///   - spans: what they were drawn for; may be empty.
  package init(_ values: [UInt32] = [], spans: [Span] = []) {
    self.values = values
    self.spans = spans
  }

  /// The choices in hexadecimal, separated by spaces; trailing zeros are left out.
  package var text: String {
    var end = values.count
    while end > 0, values[end - 1] == 0 { end -= 1 }
    return values[..<end].map { String($0, radix: 16) }.joined(separator: " ")
  }

  /// Reads ``text``; nil when a word is not a hexadecimal number of at most 32 bits.
  ///
  /// - Parameter text: numbers separated by spaces or line ends.
  package init?(text: some StringProtocol) {
    var values: [UInt32] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      guard let value = UInt32(word, radix: 16) else { return nil }
      values.append(value)
    }
    self.init(values)
  }

  /// The sequence without some of its choices.
  ///
  /// - Parameter range: positions to leave out.
  /// - Returns: the shorter sequence, without spans.
  /// - Complexity: O(number of choices).
  package func removing(_ range: Range<Int>) -> ChoiceSequence {
    var values = values
    values.removeSubrange(range.clamped(to: 0..<values.count))
    return ChoiceSequence(values)
  }
}
