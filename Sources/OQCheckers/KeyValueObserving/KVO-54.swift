import OQHistory
import OQJudging
import OQSpecification

extension Checkers {
  /// KVO-54: announcing a finish again does no harm.
  ///
  /// The rule is judged where one completion block was certainly installed before anything could
  /// start the operation and never changed. Counting its begins needs no order; one that follows
  /// the call of a repeated announcement is put down to it. A death of the process on the lane of
  /// such a call, and before it returned, is a death by it: no document forbids the call.
  static let repeatedReportIsHarmless = Checker(
    "KVO-54", antecedent: [.reportFinished, .notifyFinished]
  ) { index, _, judgement in
    for record in index.operations where record.certainCompletion != nil {
      guard let report = record.finishReport else { continue }
      let repeats = record.calls.filter {
        ($0.command.verb == .reportFinished || $0.command.verb == .notifyFinished)
          && $0.called > report.called
      }
      guard let first = repeats.first else { continue }
      let contexts = cells(record.starterCell(at: report.called), in: ["queued", "manual"])
      let x = index.name(record.id)
      if let death = index.death(in: repeats) {
        judgement.violate(
          "the process died by \(death.signal.rawValue) at \(death.ticket) while \(x) announced its"
            + " finish again",
          events: [report.called, death.call.called, death.ticket], in: contexts)
      } else if record.completions.count > 1, record.completions[1].begin > first.called {
        judgement.violate(
          "the completion block of \(x) began at \(record.completions[0].begin) and again at"
            + " \(record.completions[1].begin), after \(x) had announced its finish again at"
            + " \(first.called)",
          events: [report.called, first.called] + record.completions.prefix(2).map(\.begin),
          in: contexts)
      } else if record.completions.count == 1, first.succeeded {
        judgement.hold(
          report.called, first.called, first.returned, record.completions[0].begin, in: contexts)
      }
    }
  }
}

extension HistoryIndex {
  /// The death of the process on the lane of one of several calls, before it returned normally.
  fileprivate func death(
    in calls: [Call]
  ) -> (call: Call, signal: Crash.Signal, ticket: Ticket)? {
    guard case .crashed(let ticket, let crash, let lane) = ending else { return nil }
    let fatal = calls.first { $0.lane == lane && !$0.succeeded && $0.returned ?? ticket >= ticket }
    return fatal.map { ($0, crash.signal, ticket) }
  }
}
