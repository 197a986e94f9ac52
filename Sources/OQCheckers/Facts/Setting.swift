import OQHistory

/// The calls that set one property, of which the last before a read is found by ticket.
struct Settings: Sendable {
  /// Those that were not rejected, by call ticket; rejected ones have no effect.
  let calls: [Call]
  // When the last of the first calls had come back.
  private let reach: [Ticket]

  /// Arranges the calls.
  ///
  /// - Parameter sets: the calls that set the property, by call ticket.
  /// - Complexity: O(sets).
  init(_ sets: [Call]) {
    let calls = sets.filter { !$0.hadNoEffect }
    var latest: Ticket = -1
    self.calls = calls
    reach = calls.map { call in
      latest = max(latest, call.returned ?? .max)
      return latest
    }
  }

  /// The call that certainly set the property last before it was read.
  ///
  /// - Parameter read: a read that has returned.
  /// - Returns: the call, or that there is none, or that it is not certain.
  /// - Complexity: O(log n).
  func last(at read: Call) -> Setting {
    let count = calls.count(called: (read.returned ?? .max) - 1)
    guard count > 0 else { return .initial }
    let last = calls[count - 1]
    let isCertain =
      last.succeeded(before: read.called) && (count == 1 || reach[count - 2] < last.called)
    return isCertain ? .set(last) : .uncertain
  }
}

/// Which call certainly set a property last before it was read.
enum Setting: Sendable {
  /// None: it has the value it was made with.
  case initial
  /// This one, after every other call that set it.
  case set(Call)
  /// Some calls overlap each other or the read.
  case uncertain
}
