import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// OP-52: what a client calls while other threads are at work comes back.
  ///
  /// The checker judges calls of client lanes that wait for nothing by their meaning. Additions are
  /// THREAD-2's, cancels that hang CANCEL-4's, and calls inside a task EXEC-3's. What a class does
  /// to itself is its own affair. At the call another call is open or client code runs, which is
  /// then on another thread, since a lane has one call at a time. A call that has not returned
  /// counts only at a confirmed quiescence where nothing that the harness holds may be the reason
  /// (``Stall/mayHoldUpCalls``).
  static let callsComeBack = Checker("OP-52") { index, profile, judgement in
    let stall = index.stall(profile)
    let company = Company(index)
    for call in index.calls where call.isOfClient && call.isPrompt {
      if call.returned == nil {
        guard call.command.verb != .cancel else { continue }
        index.missedReturn(of: call, stall, in: ["from client"], &judgement)
      } else if company.isThere(at: call.called) {
        judgement.hold(call.called, call.returned, in: ["from client"])
      }
    }
  }
}

extension Call {
  /// Whether the call neither waits nor adds anything by its meaning, and is one of the interface.
  ///
  /// - Complexity: O(1).
  var isPrompt: Bool {
    let verb = command.verb
    let own: VerbSet = [
      .setCondition, .notifyReady, .reportExecuting, .reportFinished, .storeFinished,
      .notifyFinished,
    ]
    return !verb.entry.mayBlock && !verb.isAdd && verb != .addBarrier && !own.contains(verb)
  }
}

/// When other threads are at work beside one that makes a call.
private struct Company {
  // Tickets at which calls and runs of client code begin and end, ascending.
  private let begins: [Ticket]
  private let ends: [Ticket]

  /// Collects them.
  ///
  /// - Complexity: O(n log n) in the events.
  init(_ index: HistoryIndex) {
    let runs = index.operations.flatMap { $0.bodies + $0.completions + $0.starts }
    begins = (index.calls.map(\.called) + runs.map(\.begin)).sorted()
    ends = (index.calls.compactMap(\.returned) + runs.compactMap(\.end)).sorted()
  }

  /// Whether a call is open or client code runs at the ticket of another call.
  ///
  /// - Complexity: O(log n).
  func isThere(at ticket: Ticket) -> Bool {
    begins.count(below: ticket) > ends.count(below: ticket)
  }
}
