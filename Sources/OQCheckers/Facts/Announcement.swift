import OQHistory
import OQJudging
import OQSpecification

/// A change of an observed property that certainly took place, by the call that made it.
struct Change: Sendable {
  /// Ticket of the call: the change came later.
  let called: Ticket
  /// Ticket at which the change had certainly taken place.
  let done: Ticket
  /// What was done, such as `it was cancelled at 4`.
  let words: String
  /// The cells of the case.
  var contexts: [String] = []
  /// What derived rules ask of the case beside the cells.
  var facets: [Facet] = []
}

extension Feed {
  /// Judges that every change was announced: at least one call of the observer for each.
  ///
  /// A call that announces a change begins after the call that made it, so that from each change on
  /// there must be as many as there are changes. That there are fewer counts only at a confirmed
  /// quiescence.
  ///
  /// - Parameters:
  ///   - changes: certain changes after the observer was attached, none of which overlaps another,
  ///     in order.
  ///   - name: the property and its object, such as `priority of x`.
  ///   - stall: the quiescence, if there is one.
  ///   - judgement: receives one case per change.
  /// - Complexity: O(changes + notifications).
  func judge(
    _ changes: [Change], _ name: String, _ stall: Stall?, _ judgement: inout Judgement
  ) {
    for (position, change) in changes.enumerated() {
      let later = notifications(after: change.called)
      if later.count >= changes.count - position {
        judgement.hold(
          change.called, later[0].begin, in: change.contexts, facets: change.facets)
      } else if let stall, stall.mayDeliver {
        return judgement.miss(
          at: stall,
          "\(name) was announced \(later.count) times since \(change.called) when nothing moved "
            + "any more at \(stall.ticket), although \(change.words)",
          events: [attached.returned, change.called, change.done], in: change.contexts,
          facets: change.facets)
      }
    }
  }
}

extension HistoryIndex {
  /// The calls that certainly change a property from one value to another, each after every other.
  ///
  /// - Parameters:
  ///   - calls: every call that may set the property, by call ticket; rejected ones have no effect.
  ///   - initial: the value before the first of them.
  ///   - value: the value that a call sets.
  /// - Returns: the calls that returned, overlap no other one, and set another value than the one
  ///   before; empty after the first one that overlaps another.
  /// - Complexity: O(calls).
  func changes<Value: Equatable>(
    among calls: [Call], from initial: Value, value: (Call) -> Value?
  ) -> [Call] {
    var current = initial
    var last: Ticket = 0
    var changes: [Call] = []
    for call in calls where !call.hadNoEffect {
      guard call.called > last, call.succeeded, let returned = call.returned,
        let next = value(call), call.isRecorded
      else { break }
      if next != current { changes.append(call) }
      current = next
      last = returned
    }
    // A call may overlap the one after it.
    return changes.filter { change in
      calls.allSatisfy {
        $0.id == change.id || $0.hadNoEffect || $0.returned(before: change.called)
          || $0.called > change.returned ?? end
      }
    }
  }
}
