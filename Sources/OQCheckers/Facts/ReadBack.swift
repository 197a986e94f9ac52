import OQHistory
import OQJudging

/// A read of an integer property between whose last set and whose value nothing can have come.
struct ReadBack {
  /// The set that certainly came last.
  let set: Call
  /// What was set.
  let expected: Int
  /// The read.
  let read: Call
  /// What was read.
  let value: Int

  /// The read with its set; nil without a value, without a set, and where sets overlap.
  ///
  /// - Parameters:
  ///   - read: a read.
  ///   - sets: the calls that set the property.
  /// - Complexity: O(log n) in the sets.
  init?(_ read: Call, after sets: Settings) {
    guard let value = read.outcome?.integer, case .set(let set) = sets.last(at: read),
      let expected = set.command.integer
    else { return nil }
    self.set = set
    self.expected = expected
    self.read = read
    self.value = value
  }

  /// Notes whether the read gave what was set.
  ///
  /// - Parameters:
  ///   - property: the words for the property and its object.
  ///   - judgement: receives the case.
  func judge(_ property: String, _ judgement: inout Judgement) {
    if value == expected {
      judgement.hold(set.returned, read.called, read.returned)
    } else {
      judgement.violate(
        "\(property) read \(value) at \(read.called) although it was last set to \(expected)",
        events: [set.called, set.returned, read.called, read.returned])
    }
  }
}
