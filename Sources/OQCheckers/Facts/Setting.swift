import OQHistory

/// Which call certainly set a property last before it was read.
enum Setting: Sendable {
  /// None: it has the value it was made with.
  case initial
  /// This one, after every other call that set it.
  case set(Call)
  /// Some calls overlap each other or the read.
  case uncertain

  /// Finds the call.
  ///
  /// - Parameters:
  ///   - sets: the calls that set the property, by call ticket; rejected ones have no effect.
  ///   - read: a read that has returned.
  /// - Complexity: O(sets).
  init(_ sets: [Call], at read: Call) {
    let earlier = sets.filter { !$0.isRejected && $0.called < read.returned ?? .max }
    guard let last = earlier.last else {
      self = .initial
      return
    }
    let isCertain =
      last.succeeded(before: read.called)
      && earlier.dropLast().allSatisfy { $0.returned(before: last.called) }
    self = isCertain ? .set(last) : .uncertain
  }
}
