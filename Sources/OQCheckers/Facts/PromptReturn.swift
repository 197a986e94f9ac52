import OQHistory
import OQJudging
import OQSpecification

extension Call {
  /// Whether a client thread made the call.
  var isOfClient: Bool {
    if case .client = lane { true } else { false }
  }
}

extension Stall {
  /// Whether a call that waits for nothing may have been held up by what the harness holds.
  ///
  /// A completion block, an overridden `start` or isReady may be called under a lock of the
  /// implementation; a cycle of dependencies may freeze the program (C-16). A task may not: tasks
  /// run for as long as they like.
  var mayHoldUpCalls: Bool { isFrozen || held.contains { $0.callback.point != .body } }
}

extension HistoryIndex {
  /// Notes that a call which waits for nothing has not come back.
  ///
  /// - Parameters:
  ///   - call: a call without a return.
  ///   - stall: the quiescence at the end, if there is one.
  ///   - contexts: the cells of the case.
  ///   - judgement: receives the case.
  func missedReturn(
    of call: Call, _ stall: Stall?, in contexts: [String], _ judgement: inout Judgement
  ) {
    guard let stall, call.called < stall.ticket, !stall.mayHoldUpCalls else { return }
    judgement.miss(
      at: stall,
      "'\(words.text(call.command))', called at \(call.called), has not returned when nothing moved"
        + " any more at \(stall.ticket)",
      events: [call.called], in: contexts, missing: .answer(call.called))
  }
}
